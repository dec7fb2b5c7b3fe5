package io.gaussferry.apply;

import io.gaussferry.apply.BatchPlan.Halves;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.change.RowChange;
import io.gaussferry.checkpoint.FailureStore;
import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Ownership;
import io.gaussferry.checkpoint.ProgressTable;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.ApplierProgress;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.CommitPermit;
import io.gaussferry.schema.ForeignKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An applier's session on a real target. */
public final class JdbcTargetSession implements TargetSession {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcTargetSession.class);

    private final Connection connection;
    private final int applier;
    private final Ownership ownership;
    private final RuleUsage ruleUsage;
    private final ReplayStatistics statistics;
    private final FailureStore failures;
    private final ForeignKeys foreignKeys;
    private final Quarantine quarantine;
    private final BatchWriter writer;

    /**
     * @param connection for this applier alone, without autocommit; stays open
     * @param applier from 0; the number of its progress row
     * @param ownership the right to write progress
     * @param tables those of the target
     * @param ruleUsage told which conversions are committed
     * @param statistics told how many rows statements wrote, and how long each commit took
     */
    public JdbcTargetSession(
            Connection connection,
            int applier,
            Ownership ownership,
            TargetTables tables,
            RuleUsage ruleUsage,
            ReplayStatistics statistics) {
        this.connection = connection;
        this.applier = applier;
        this.ownership = ownership;
        this.ruleUsage = ruleUsage;
        this.statistics = statistics;
        this.failures = new FailureStore(ownership.pipeline());
        this.foreignKeys = tables.foreignKeys();
        this.quarantine = tables.quarantine();
        this.writer = new BatchWriter(connection, tables.tables(), quarantine);
    }

    @Override
    public void writeAsSets(Batch batch) throws SQLException {
        write(BatchPlan.of(batch, foreignKeys));
    }

    @Override
    public Halves inHalves(Batch batch) {
        return BatchPlan.inHalves(batch, foreignKeys);
    }

    @Override
    public void write(List<Step> steps) throws SQLException {
        writer.write(steps);
    }

    @Override
    public void writeInOrder(Batch batch) throws SQLException {
        writer.writeInOrder(batch);
    }

    @Override
    public void writeFragment(Batch part) throws SQLException {
        Savepoint before = connection.setSavepoint();
        long writtenBefore = writer.writtenRows();
        RuleUsage.Mark usedBefore = ruleUsage.mark();
        try {
            writeAsSets(part);
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            goBack(before, writtenBefore, usedBefore);
            writeInOrder(part, e);
        } catch (GaussferryException e) {
            if (e.category() != ErrorCategory.DATA) {
                throw e;
            }
            goBack(before, writtenBefore, usedBefore);
            writeInOrder(part, e);
        }
        connection.releaseSavepoint(before);
    }

    private void goBack(Savepoint before, long written, RuleUsage.Mark used) throws SQLException {
        connection.rollback(before);
        writer.setWrittenRows(written);
        ruleUsage.rolledBackTo(used);
    }

    private void writeInOrder(Batch part, Exception failure) throws SQLException {
        LOG.debug("Applier {} goes row by row through a part of {}: {}", applier, part, failure.getMessage());
        writer.writeInOrder(part);
    }

    @Override
    public void updateProgress(ApplierProgress progress, int transactions) throws SQLException {
        // the driver keeps prepared statements by their text
        try (PreparedStatement statement = connection.prepareStatement(ProgressTable.UPDATE)) {
            ProgressTable.setUpdate(statement, ownership, applier, progress, transactions);
            ProgressStore.requireOwnership(statement.executeUpdate(), ownership);
        }
    }

    @Override
    public void saveFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
        RowChange change = failure.change();
        int number = 0;
        for (RowChange other : batch.changes()) {
            number += other.transaction() == change.transaction() ? 1 : 0;
            if (other == change) {
                break;
            }
        }
        FailedChange failed = ChangeDescription.failed(change, number, failure);
        failures.save(connection, failed, ChangeDescription.values(change));
        if (quarantined) {
            failures.quarantine(connection, quarantine.withFollowers(failed.table()), failed.gtid(), failed.message());
        }
    }

    @Override
    public void keepFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
        saveFailure(failure, batch, quarantined);
        connection.commit();
    }

    @Override
    public void requireOwnership() throws SQLException {
        ProgressStore.requireOwnership(connection, ownership);
        connection.rollback();
    }

    @Override
    public void commit(CommitPermit permit) throws SQLException, InterruptedException {
        permit.require();
        long begun = System.nanoTime();
        connection.commit();
        statistics.written(writer.writtenRows(), System.nanoTime() - begun);
        writer.setWrittenRows(0);
        ruleUsage.committed();
    }

    @Override
    public void rollback() throws SQLException {
        ruleUsage.rolledBack();
        writer.setWrittenRows(0);
        connection.rollback();
    }
}
