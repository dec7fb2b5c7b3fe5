package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Statements for openGauss, and for PostgreSQL in its place. */
final class OpenGaussRowWriters implements RowWriters {

    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String UNIQUE_VIOLATION = "23505";

    private static final String EQUAL_ON_TARGET =
            "if the two rows' keys differ only in trailing blanks, case or accents, the target treats them as equal (openGauss in"
                    + " compatibility B ignores trailing blanks, and collations that end with _ci ignore case and accents;"
                    + " gaussferry check --scan-values finds such keys): change the key of one of the rows at the source, give the"
                    + " target's column the collation utf8mb4_bin (ALTER TABLE … ALTER COLUMN … TYPE … COLLATE utf8mb4_bin) and"
                    + " restart, or migrate into a database of compatibility PG; otherwise another session changed the target, or the target has a"
                    + " constraint that the source does not have";

    private final Connection connection;
    private final Map<TableId, TargetTable> tables;
    private final Map<TableId, TargetTable> byTargetName = new HashMap<>();
    private final ForeignKeys foreignKeys;
    private final ForeignKeySwitch foreignKeySwitch;
    private final Map<TableId, RowWriter> writers = new HashMap<>();

    /**
     * @param tables the target table of each source table
     * @param foreignKeys foreign keys that the target enforces
     */
    OpenGaussRowWriters(Connection connection, Map<TableId, TargetTable> tables, ForeignKeys foreignKeys) {
        this.connection = connection;
        this.tables = tables;
        tables.values().forEach(table -> byTargetName.put(table.id(), table));
        this.foreignKeys = foreignKeys;
        this.foreignKeySwitch = new ForeignKeySwitch(connection);
    }

    @Override
    public RowWriter of(TableDefinition definition) {
        return writers.computeIfAbsent(definition.id(), id -> {
            TargetTable table = Objects.requireNonNull(tables.get(id), "no target table " + id);
            RowWriter writer = new TableWriter(
                    connection, table, BatchPlan.keyColumns(definition), definition.autoIncrementColumn());
            RowWriter cascading = EqualKeyCascades.around(writer, connection, table, foreignKeys, byTargetName);
            return UnrelatedRows.around(cascading, connection, table, foreignKeys, byTargetName);
        });
    }

    @Override
    public boolean switchOffForeignKeys(RowChange change) throws SQLException {
        return foreignKeySwitch.switchOff(change);
    }

    @Override
    public void switchOnForeignKeys() throws SQLException {
        foreignKeySwitch.switchOn();
    }

    /** Returns whether the target may treat keys of a table as equal that are distinct at the source. */
    private boolean mayBeEqualOnTarget(TableDefinition table) {
        List<TargetTable.Column> onTarget =
                Objects.requireNonNull(tables.get(table.id())).columns();
        return table.uniqueIndexes().stream()
                .flatMap(index -> index.parts().stream())
                .map(IndexDefinition.Part::column)
                .filter(column ->
                        column >= 0 && table.columns().get(column).type().isText())
                .anyMatch(column -> onTarget.get(column).equality() != StringEquality.EXACT);
    }

    @Override
    public String remedy(RowChange change, SQLException failure) {
        TableDefinition table = change.format().table().definition();
        boolean byKeys = change.isUnchecked() && FOREIGN_KEY_VIOLATION.equals(failure.getSQLState());
        String cause = UNIQUE_VIOLATION.equals(failure.getSQLState()) && mayBeEqualOnTarget(table)
                ? EQUAL_ON_TARGET
                : byKeys
                        ? "the source made it with foreign_key_checks = 0: allow the target's account to set session_replication_role (on"
                                + " openGauss: SYSADMIN), or drop the key until the switch"
                        : "compare the row on both sides: another session changed the target, or the target has a constraint or trigger that"
                                + " the source does not have";
        Optional<String> refused = byKeys ? Optional.empty() : RefusedRow.remedy(table, failure);
        if (refused.isPresent()) {
            return refused.get() + "; no change of this transaction is on the target";
        }
        String other = byKeys || table.id().equals(table.targetId())
                ? ""
                : ", or another source table merged into it has a row with this key";
        return cause + other + "; no change of this transaction is on the target";
    }
}
