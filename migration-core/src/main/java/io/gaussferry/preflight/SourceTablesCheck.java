package io.gaussferry.preflight;

import io.gaussferry.convert.Codecs;
import io.gaussferry.convert.ConversionRules;
import io.gaussferry.convert.MySqlCharsets;
import io.gaussferry.convert.UnsupportedColumnException;
import io.gaussferry.model.TableId;
import io.gaussferry.preflight.Rows.Row;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** The source's tables: their engines, keys, indexes and columns. */
final class SourceTablesCheck implements Check {

    private static final String ENGINES = "SELECT t.table_schema, t.table_name, t.engine"
            + " FROM information_schema.tables t LEFT JOIN information_schema.engines e ON e.engine = t.engine"
            + " WHERE t.table_type = 'BASE TABLE' AND COALESCE(e.transactions, 'NO') <> 'YES' AND t.table_schema IN ";

    private static final String OTHER_INDEXES = "SELECT DISTINCT table_schema, table_name, index_name, index_type"
            + " FROM information_schema.statistics WHERE index_type NOT IN ('BTREE', 'HASH') AND table_schema IN ";

    /** Those whose bytes are decoded; the members of ENUM and SET come from the definition, which is Unicode. */
    private static final Set<MySqlType> TEXT = Set.of(MySqlType.CHAR, MySqlType.VARCHAR, MySqlType.TEXT);

    private final SourceServer server;
    private final List<String> schemas;
    private final List<TableDefinition> tables;
    private final TargetProfile target;
    private final ConversionRules rules;

    SourceTablesCheck(
            SourceServer server,
            List<String> schemas,
            List<TableDefinition> tables,
            TargetProfile target,
            ConversionRules rules) {
        this.server = server;
        this.schemas = schemas;
        this.tables = tables;
        this.target = target;
        this.rules = rules;
    }

    @Override
    public String subject() {
        return "the source's tables";
    }

    @Override
    public Place place() {
        return Place.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        for (TableDefinition table : tables) {
            checkKey(findings, table);
            table.indexes().forEach(index -> checkIndex(findings, table.id(), index));
            table.columns().forEach(column -> checkColumn(findings, table.id(), column));
        }
        if (!schemas.isEmpty()) {
            checkEngines(findings);
            checkOtherIndexes(findings);
        }
    }

    private static void checkKey(Findings findings, TableDefinition table) {
        if (table.rowKey().isEmpty()) {
            findings.add(
                    FindingCode.SOURCE_TABLE_NO_KEY,
                    Place.SOURCE.in(table.id()),
                    "Table " + table.id()
                            + " has neither a primary key nor a unique key on whole columns that are NOT NULL.",
                    "Updates and deletes are applied one row at a time, each looking through the whole table on the target.",
                    "add a primary key on the source (ALTER TABLE … ADD PRIMARY KEY), or expect lag if many of its rows are"
                            + " updated or deleted");
        }
    }

    private static void checkIndex(Findings findings, TableId table, IndexDefinition index) {
        if (index.isOnWholeColumns()) {
            return;
        }
        if (index.unique()) {
            findings.add(
                    FindingCode.SOURCE_UNIQUE_INDEX_PARTIAL,
                    Place.SOURCE.in(table),
                    "Unique index " + index.name() + " of table " + table + " is on a prefix or an expression.",
                    "It is not created on the target, where duplicates become possible after the switch; changes of this table"
                            + " run less in parallel.",
                    "create a unique index on the expression on the target by hand before the application writes there");
        } else {
            notCreated(findings, table, index.name(), "is on a prefix or an expression");
        }
    }

    private static void notCreated(Findings findings, TableId table, String index, String reason) {
        findings.add(
                FindingCode.SOURCE_INDEX_NOT_CREATED,
                Place.SOURCE.in(table),
                "Index " + index + " of table " + table + " " + reason + ".",
                "It is not created on the target; queries that rely on it are slow there.",
                "create one by hand on the target if queries need it");
    }

    private void checkColumn(Findings findings, TableId table, ColumnDefinition column) {
        Place place = Place.SOURCE.in(table, column.name());
        String characterSet = column.characterSet();
        if (TEXT.contains(column.type()) && (characterSet == null || !MySqlCharsets.isSupported(characterSet))) {
            findings.add(
                    FindingCode.SOURCE_CHARACTER_SET,
                    place,
                    "Column " + column.name() + " of table " + table + " has the character set " + characterSet + ".",
                    "Its bytes cannot be decoded.",
                    "convert the column to utf8mb4 at the source (ALTER TABLE … CONVERT TO CHARACTER SET utf8mb4), or exclude"
                            + " its database");
            return;
        }
        try {
            Codecs.codec(column, target, rules);
        } catch (UnsupportedColumnException e) {
            findings.add(
                    FindingCode.SOURCE_COLUMN_UNSUPPORTED,
                    place,
                    "Column " + column.name() + " of table " + table + " (" + column.declaration()
                            + ") cannot be carried over: " + e.problem(),
                    "There is no way to write its values on the target.",
                    e.remedy());
        }
    }

    private void checkEngines(Findings findings) throws SQLException {
        for (Row row : Rows.of(server.connection(), ENGINES + Rows.placeholders(schemas.size()), schemas)) {
            TableId table = new TableId(row.text(0), row.text(1));
            findings.add(
                    FindingCode.SOURCE_TABLE_ENGINE,
                    Place.SOURCE.in(table),
                    "Table " + table + " has the engine " + row.text(2) + ", which knows no transactions.",
                    "What a statement changed before it failed, or before a crash, stays on the source but may not be in the"
                            + " binlog: then the two sides differ. The initial copy's read view does not hold for it either.",
                    "convert it at the source (ALTER TABLE … ENGINE = InnoDB), or stop writing to it during the initial copy");
        }
    }

    private void checkOtherIndexes(Findings findings) throws SQLException {
        for (Row row : Rows.of(server.connection(), OTHER_INDEXES + Rows.placeholders(schemas.size()), schemas)) {
            notCreated(findings, new TableId(row.text(0), row.text(1)), row.text(2), "is a " + row.text(3) + " index");
        }
    }
}
