package io.gaussferry.preflight.table;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableEngines;
import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.preflight.opengauss.TargetTables;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.StorageEngines;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The source's tables: their engines, keys, indexes and columns. */
public final class SourceTablesCheck implements Check {

    /** Those whose bytes are decoded; the members of ENUM and SET come from the definition, which is Unicode. */
    private static final Set<MySqlType> TEXT = Set.of(MySqlType.CHAR, MySqlType.VARCHAR, MySqlType.TEXT);

    private final SourceServer server;
    private final List<TableDefinition> tables;
    private final Conversion conversion;
    private final TargetTables targets;

    /** @param targets what is on the target already */
    public SourceTablesCheck(
            SourceServer server, List<TableDefinition> tables, Conversion conversion, TargetTables targets) {
        this.targets = targets;
        this.server = server;
        this.tables = tables;
        this.conversion = conversion;
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
            checkSchema(findings, table);
            table.indexes().forEach(index -> checkIndex(findings, table.id(), index));
            table.columns().forEach(column -> checkColumn(findings, table.id(), column));
        }
        checkEngines(findings);
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
        if (index.unique() && !index.isOnWholeColumns()) {
            findings.add(
                    FindingCode.SOURCE_UNIQUE_INDEX_PARTIAL,
                    Place.SOURCE.in(table),
                    "Unique index " + index.name() + " of table " + table + " is on a prefix or an expression.",
                    "Which changes meet in it cannot be known, so all changes of this table are applied in sequence.",
                    "expect lag if the table is written to a lot, or make it a unique index on whole columns");
        }
    }

    /** Says what the table that the daemon would create lacks. Names that do not fit are another check's finding. */
    private void checkSchema(Findings findings, TableDefinition table) {
        TargetSchema schema;
        try {
            schema = TargetSchema.of(table, conversion);
        } catch (GaussferryException e) {
            return;
        }
        for (SchemaLimitation limitation : schema.limitations()) {
            findings.add(
                    FindingCode.SOURCE_NOT_CARRIED_OVER,
                    Place.SOURCE.in(table.id()),
                    "Table " + table.id() + ", " + limitation.object() + ": " + limitation.problem() + ".",
                    targets.has(table.targetId())
                            ? "The table is on the target already, and Gaussferry adds nothing to it."
                            : "The table that Gaussferry creates on the target differs in this.",
                    limitation.remedy());
        }
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
                            + " its table");
            return;
        }
        try {
            conversion.copyCodec(table, column);
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
        Map<TableId, String> engines = TableEngines.withoutTransactions(server.connection());
        for (TableDefinition table : tables) {
            String engine = engines.get(table.id());
            if (engine == null || StorageEngines.objection(engine).isPresent()) {
                continue;
            }
            String problem = "Table " + table.id() + " has the engine " + engine + ", which knows no transactions.";
            findings.add(
                    FindingCode.SOURCE_TABLE_ENGINE,
                    Place.SOURCE.in(table.id()),
                    problem,
                    "What a statement changed before it failed, or before a crash, stays on the source but may not be in the"
                            + " binlog: then the two sides differ. The initial copy's read view does not hold for it either.",
                    "convert it at the source (ALTER TABLE … ENGINE = InnoDB), or stop writing to it during the initial copy");
            if (table.rowKey().isEmpty()) {
                findings.add(
                        FindingCode.SOURCE_TABLE_ENGINE_NO_KEY,
                        Place.SOURCE.in(table.id()),
                        problem + " Nor has it a key.",
                        "Rows that come while it is copied would be on the target twice, and nothing would tell.",
                        "convert it at the source (ALTER TABLE … ENGINE = InnoDB), or give it a primary key, or exclude it");
            }
        }
    }
}
