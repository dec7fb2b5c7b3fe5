package io.gaussferry.apply;

import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.change.RowChange;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TextEquality;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Executes batches over one connection, without committing. Not thread-safe: each applier has its own. */
final class BatchWriter {

    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String UNIQUE_VIOLATION = "23505";

    private static final String MEET_ON_TARGET =
            "if the two rows' keys differ in trailing blanks or in case only, they meet on the target, which takes such texts for"
                    + " equal (openGauss in compatibility B ignores trailing blanks, and collations that end with _ci ignore case;"
                    + " gaussferry check --scan-values finds such keys): give one of the rows another key at the source, or migrate"
                    + " into a database of compatibility PG; otherwise the target was changed by somebody else, or has a"
                    + " constraint that the source has not";

    private final Connection connection;
    private final Map<TableId, TargetTable> tables;
    private final Quarantine quarantine;
    private final ForeignKeySwitch foreignKeys;
    private final Map<TableId, TableWriter> writers = new HashMap<>();
    private long writtenRows;

    BatchWriter(Connection connection, Map<TableId, TargetTable> tables, Quarantine quarantine) {
        this.connection = connection;
        this.tables = tables;
        this.quarantine = quarantine;
        this.foreignKeys = new ForeignKeySwitch(connection);
    }

    /** Returns how many rows statements have written since the number was last set; what was rolled back included. */
    long writtenRows() {
        return writtenRows;
    }

    /** Sets the number of written rows, after a commit or a rollback. */
    void setWrittenRows(long rows) {
        writtenRows = rows;
    }

    /** Executes steps of a batch, each as few set-based statements. */
    void write(List<Step> steps) throws SQLException {
        for (Step step : steps) {
            if (quarantine.contains(step.table().id())) {
                continue;
            }
            TableWriter writer = writer(step.table());
            if (step instanceof Step.Delete delete) {
                writer.deleteByKey(delete.images());
                writtenRows += delete.images().size();
            } else if (step instanceof Step.Update update) {
                writer.updateByKey(update.rows());
                writtenRows += update.rows().size();
            } else if (step instanceof Step.Insert insert) {
                writer.insert(insert.images());
                writtenRows += insert.images().size();
            } else if (step instanceof Step.One one) {
                writeOne(writer, one.change());
                writtenRows++;
            }
        }
    }

    private void writeOne(TableWriter writer, RowChange change) throws SQLException {
        boolean off = change.isUnchecked() && foreignKeys.switchOff(change);
        writer.writeOne(change);
        if (off) {
            foreignKeys.switchOn();
        }
    }

    /**
     * Executes a batch change by change in source order.
     *
     * @throws ChangeException for the change that the target refuses, or that meets another number of rows
     */
    void writeInOrder(Batch batch) throws SQLException {
        for (RowChange change : batch.changes()) {
            TableDefinition table = change.format().table().definition();
            if (quarantine.contains(table.id())) {
                continue;
            }
            try {
                writeOne(writer(table), change);
                writtenRows++;
            } catch (ChangeException e) {
                throw e;
            } catch (SQLException e) {
                SqlFailure failure = SqlFailure.of(e);
                if (failure.mayPass()) {
                    throw e;
                }
                throw new ChangeException(
                        failure == SqlFailure.OTHER && !(e instanceof RowCountException)
                                ? ErrorCategory.FATAL
                                : ErrorCategory.DATA,
                        "The target does not take " + ChangeDescription.of(change) + ": " + e.getMessage(),
                        remedy(change, e),
                        change,
                        e);
            } catch (GaussferryException e) {
                throw new ChangeException(
                        e.category(),
                        "A value of " + ChangeDescription.of(change) + " cannot be carried over: " + e.problem(),
                        e.remedy(),
                        change,
                        e);
            }
        }
    }

    /** Whether the target takes keys of a table for equal that the source keeps apart. */
    private boolean mayMeetOnTarget(TableDefinition table) {
        List<TargetTable.Column> onTarget =
                Objects.requireNonNull(tables.get(table.id())).columns();
        return table.uniqueIndexes().stream()
                .flatMap(index -> index.parts().stream())
                .map(IndexDefinition.Part::column)
                .filter(column ->
                        column >= 0 && table.columns().get(column).type().isText())
                .anyMatch(column -> onTarget.get(column).equality() != TextEquality.EXACT);
    }

    private String remedy(RowChange change, SQLException failure) {
        TableDefinition table = change.format().table().definition();
        boolean byKeys = change.isUnchecked() && FOREIGN_KEY_VIOLATION.equals(failure.getSQLState());
        String cause = UNIQUE_VIOLATION.equals(failure.getSQLState()) && mayMeetOnTarget(table)
                ? MEET_ON_TARGET
                : byKeys
                        ? "the source made it with foreign_key_checks = 0: let the target's account set session_replication_role (on"
                                + " openGauss: SYSADMIN), or drop the key until the switch"
                        : "compare the row on both sides: the target was changed by somebody else, or has a constraint or trigger that"
                                + " the source has not";
        String other = byKeys || table.id().equals(table.targetId())
                ? ""
                : ", or has this key from another table that becomes the same one";
        return cause + other + "; nothing of this transaction is on the target";
    }

    private TableWriter writer(TableDefinition definition) {
        return writers.computeIfAbsent(
                definition.id(),
                id -> new TableWriter(
                        connection,
                        Objects.requireNonNull(tables.get(id), "no target table " + id),
                        BatchPlan.keyColumns(definition)));
    }
}
