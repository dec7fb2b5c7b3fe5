package io.gaussferry.preflight.table;

import io.gaussferry.convert.Conversion;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.NonTransactionalTables;
import io.gaussferry.mysql.charset.MySqlCharsets;
import io.gaussferry.mysql.wire.UnsupportedColumnException;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.mysql.SourceServer;
import io.gaussferry.preflight.opengauss.ExistingTables;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.SchemaLimitation;
import io.gaussferry.schema.StorageEngines;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks the engines, keys, indexes and columns of the source's tables. */
public final class SourceTablesCheck implements Check {

    private static final String SUBPARTITIONED = "SELECT DISTINCT table_schema, table_name"
            + " FROM information_schema.partitions WHERE subpartition_name IS NOT NULL";

    private static final Pattern MEMBERS = Pattern.compile("(enum|set)\\(");

    /** The types whose bytes are decoded; the members of ENUM and SET come from the definition, which is Unicode. */
    private final SourceServer server;

    private final List<TableDefinition> tables;
    private final Conversion conversion;
    private final ExistingTables targets;

    /** @param targets the existing objects of the target */
    public SourceTablesCheck(
            SourceServer server, List<TableDefinition> tables, Conversion conversion, ExistingTables targets) {
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
    public FindingLocation location() {
        return FindingLocation.SOURCE;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        for (TableDefinition table : tables) {
            checkKey(findings, table);
            checkSchema(findings, table);
            table.indexes().forEach(index -> checkIndex(findings, table.id(), index));
            table.columns().forEach(column -> checkColumn(findings, table.id(), column));
        }
        checkSubpartitions(findings);
        checkEngines(findings);
    }

    private void checkSubpartitions(Findings findings) throws SQLException {
        Set<TableId> divided = new HashSet<>(
                Sql.list(server.connection(), row -> new TableId(row.getString(1), row.getString(2)), SUBPARTITIONED));
        for (TableDefinition table : tables) {
            if (divided.contains(table.id())) {
                findings.add(
                        FindingCode.SOURCE_NOT_CARRIED_OVER,
                        FindingLocation.SOURCE.in(table.id()),
                        "Table " + table.id() + ", subpartitions: the target's table has none.",
                        "The table that Gaussferry creates on the target lacks them.",
                        "no action needed: queries read whole partitions");
            }
        }
    }

    private void checkKey(Findings findings, TableDefinition table) {
        Optional<IndexDefinition> key = table.rowKey();
        if (key.isPresent()) {
            ColumnDefinition first =
                    table.columns().get(key.get().parts().get(0).column());
            if (becomesMembers(table.id(), first)) {
                findings.add(
                        FindingCode.SOURCE_TABLE_KEY_ENUM,
                        FindingLocation.SOURCE.in(table.id()),
                        "Key " + key.get().name() + " of table " + table.id() + " starts with column " + first.name()
                                + ", an ENUM or SET.",
                        "The target finds no row by the start of such a key: each update or delete reads the whole index, and so"
                                + " does each query of the application.",
                        "for a large table, set gaussferry.rules.invalid-enum: text for the column of an ENUM before the copy"
                                + " (it becomes a VARCHAR), or start the key with another column");
            }
        } else {
            findings.add(
                    FindingCode.SOURCE_TABLE_NO_KEY,
                    FindingLocation.SOURCE.in(table.id()),
                    "Table " + table.id()
                            + " has neither a primary key nor a unique key on whole columns that are NOT NULL.",
                    "Updates and deletes are applied row by row, each with a scan of the whole table on the target.",
                    "add a primary key on the source (ALTER TABLE … ADD PRIMARY KEY), or expect lag if"
                            + " many of its rows are updated or deleted");
        }
    }

    /** Returns whether the target's type of the column has members: no index helps the plugin dolphin to find one of them. */
    private boolean becomesMembers(TableId table, ColumnDefinition column) {
        return (column.type() == MySqlType.ENUM || column.type() == MySqlType.SET)
                && MEMBERS.matcher(conversion.columnType(table, column)).lookingAt();
    }

    private static void checkIndex(Findings findings, TableId table, IndexDefinition index) {
        if (index.unique() && !index.isOnWholeColumns()) {
            findings.add(
                    FindingCode.SOURCE_UNIQUE_INDEX_PARTIAL,
                    FindingLocation.SOURCE.in(table),
                    "Unique index " + index.name() + " of table " + table + " is on a prefix or an expression.",
                    "Gaussferry cannot determine which changes conflict in this index, so all changes of"
                            + " this table are applied in sequence.",
                    "expect lag if the table has many writes, or make it a unique index on whole columns");
        }
    }

    /**
     * Reports the parts of the source's table that a table created by the daemon would lack. Another check reports
     * names that do not fit.
     */
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
                    FindingLocation.SOURCE.in(table.id()),
                    "Table " + table.id() + ", " + limitation.object() + ": " + limitation.problem() + ".",
                    targets.has(table.targetId())
                            ? "The table already exists on the target, and Gaussferry does not change it."
                            : "The table that Gaussferry creates on the target lacks it.",
                    limitation.remedy());
        }
    }

    private void checkColumn(Findings findings, TableId table, ColumnDefinition column) {
        FindingLocation location = FindingLocation.SOURCE.in(table, column.name());
        String characterSet = column.characterSet();
        if (column.type().isText() && (characterSet == null || !MySqlCharsets.isSupported(characterSet))) {
            findings.add(
                    FindingCode.SOURCE_CHARACTER_SET,
                    location,
                    "Column " + column.name() + " of table " + table + " has the character set " + characterSet + ".",
                    "Gaussferry cannot decode its bytes.",
                    "convert the column to utf8mb4 at the source (ALTER TABLE … CONVERT TO CHARACTER SET utf8mb4), or exclude"
                            + " its table");
            return;
        }
        try {
            conversion.copyCodec(table, column);
        } catch (UnsupportedColumnException e) {
            findings.add(
                    FindingCode.SOURCE_COLUMN_UNSUPPORTED,
                    location,
                    "A column cannot be migrated: " + e.problem() + ".",
                    "Gaussferry cannot write its values to the target.",
                    e.remedy());
        }
    }

    private void checkEngines(Findings findings) throws SQLException {
        Map<TableId, String> engines = NonTransactionalTables.withoutTransactions(server.connection());
        for (TableDefinition table : tables) {
            String engine = engines.get(table.id());
            if (engine == null || StorageEngines.objection(engine).isPresent()) {
                continue;
            }
            String problem = "Table " + table.id() + " has the engine " + engine + ", which has no transactions.";
            findings.add(
                    FindingCode.SOURCE_TABLE_ENGINE,
                    FindingLocation.SOURCE.in(table.id()),
                    problem,
                    "Changes of a statement before its failure, or before a crash, stay on the source but"
                            + " may not be in the binlog: then source and target differ. The read view of the initial"
                            + " copy does not cover the table either.",
                    "convert it at the source (ALTER TABLE … ENGINE = InnoDB), or stop writing to it during the initial copy");
            if (table.rowKey().isEmpty()) {
                findings.add(
                        FindingCode.SOURCE_TABLE_ENGINE_NO_KEY,
                        FindingLocation.SOURCE.in(table.id()),
                        problem + " It has no key either.",
                        "Rows inserted during its copy would be duplicated on the target, without a message.",
                        "convert it at the source (ALTER TABLE … ENGINE = InnoDB), give it a primary key,"
                                + " or exclude it");
            }
        }
    }
}
