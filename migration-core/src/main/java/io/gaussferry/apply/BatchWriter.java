package io.gaussferry.apply;

import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.change.RowChange;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schema.TableDefinition;
import java.sql.SQLException;
import java.util.List;

/** Executes batches over one connection, without committing. Not thread-safe: each applier has its own. */
final class BatchWriter {

    private final RowWriters writers;
    private final Quarantine quarantine;
    private long writtenRows;

    BatchWriter(RowWriters writers, Quarantine quarantine) {
        this.writers = writers;
        this.quarantine = quarantine;
    }

    /** Returns the number of rows written by statements since it was last set, including rows that were rolled back. */
    long writtenRows() {
        return writtenRows;
    }

    /** Sets the number of written rows, after a commit or a rollback. */
    void setWrittenRows(long rows) {
        writtenRows = rows;
    }

    /** Executes steps of a batch, each with as few set-based statements as possible. */
    void write(List<Step> steps) throws SQLException {
        for (Step step : steps) {
            if (quarantine.contains(step.table().id())) {
                continue;
            }
            RowWriter writer = writers.of(step.table());
            if (step instanceof Step.Delete delete) {
                writer.deleteByKey(delete.images());
                writtenRows += delete.images().size();
            } else if (step instanceof Step.Update update) {
                writer.updateByKey(update.rows());
                writtenRows += update.rows().size();
            } else if (step instanceof Step.Insert insert) {
                writer.insert(insert.images());
                writtenRows += insert.images().size();
            } else if (step instanceof Step.Single single) {
                writeOne(writer, single.change());
                writtenRows++;
            } else {
                throw new IllegalStateException("no writer for " + step.getClass());
            }
        }
    }

    private void writeOne(RowWriter writer, RowChange change) throws SQLException {
        boolean off = change.isUnchecked() && writers.switchOffForeignKeys(change);
        writer.writeOne(change);
        if (off) {
            writers.switchOnForeignKeys();
        }
    }

    /**
     * Executes a batch change by change in source order.
     *
     * @throws ChangeException for the change that the target rejects, or that affects a different number of rows
     */
    void writeInOrder(Batch batch) throws SQLException {
        for (RowChange change : batch.changes()) {
            TableDefinition table = change.format().table().definition();
            if (quarantine.contains(table.id())) {
                continue;
            }
            try {
                writeOne(writers.of(table), change);
                writtenRows++;
            } catch (ChangeException e) {
                throw e;
            } catch (SQLException e) {
                SqlFailure failure = SqlFailure.of(e);
                if (failure.mayPass()) {
                    throw e;
                }
                throw new ChangeException(
                        e instanceof RowCountException ? ErrorCode.ROW_COUNT_DIFFERS : ErrorCode.CHANGE_REFUSED,
                        failure == SqlFailure.OTHER && !(e instanceof RowCountException)
                                ? ErrorCategory.FATAL
                                : ErrorCategory.DATA,
                        writers.server() + " rejected " + ChangeDescription.of(change) + ": "
                                + RowValueMarks.message(e),
                        writers.remedy(change, e),
                        change,
                        e);
            } catch (GaussferryException e) {
                throw new ChangeException(
                        e.code(),
                        e.category(),
                        "A value of " + ChangeDescription.of(change) + " cannot be converted: " + e.problem(),
                        e.remedy(),
                        change,
                        e);
            }
        }
    }
}
