package io.gaussferry.apply;

import io.gaussferry.apply.BatchPlan.SplitSteps;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.change.RowChange;
import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.Progress;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schedule.order.CommitPermit;
import io.gaussferry.schema.ForeignKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An applier's session on a target database. */
public final class JdbcTargetSession implements TargetSession {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcTargetSession.class);

    private final Connection connection;
    private final int applier;
    private final OwnRecords records;
    private final RuleUsage ruleUsage;
    private final ReplayStatistics statistics;
    private final ForeignKeys foreignKeys;
    private final Quarantine quarantine;
    private final BatchWriter writer;

    /** Whether the current transaction has a change. */
    private boolean hasStarted;

    /**
     * The product-specific part of a session.
     *
     * @param writers its statements
     * @param records Gaussferry's own rows on the target
     * @param foreignKeys foreign keys that the target enforces while rows are applied
     * @param quarantine tables whose changes are skipped
     */
    public record Product(RowWriters writers, OwnRecords records, ForeignKeys foreignKeys, Quarantine quarantine) {}

    /**
     * @param connection used by this applier alone, without autocommit; not closed
     * @param applier from 0; for messages
     * @param product the product of the target database
     * @param ruleUsage notified of the conversions that are committed
     * @param statistics receives the number of rows written and the duration of each commit
     */
    public JdbcTargetSession(
            Connection connection, int applier, Product product, RuleUsage ruleUsage, ReplayStatistics statistics) {
        this.connection = connection;
        this.applier = applier;
        this.records = product.records();
        this.ruleUsage = ruleUsage;
        this.statistics = statistics;
        this.foreignKeys = product.foreignKeys();
        this.quarantine = product.quarantine();
        this.writer = new BatchWriter(product.writers(), quarantine);
    }

    /**
     * Returns a session on openGauss.
     *
     * @param connection used by this applier alone, without autocommit; not closed
     * @param applier from 0; the number of its progress row
     * @param ownership required to write progress
     * @param tables the target's tables
     * @param ruleUsage notified of the conversions that are committed
     * @param statistics receives the number of rows written and the duration of each commit
     */
    public static JdbcTargetSession onOpenGauss(
            Connection connection,
            int applier,
            Ownership ownership,
            AppliedTables tables,
            RuleUsage ruleUsage,
            ReplayStatistics statistics) {
        Product product = new Product(
                new OpenGaussRowWriters(connection, tables.tables(), tables.foreignKeys()),
                new OpenGaussRecords(connection, applier, ownership),
                tables.foreignKeys(),
                tables.quarantine());
        return new JdbcTargetSession(connection, applier, product, ruleUsage, statistics);
    }

    @Override
    public void writeAsSets(Batch batch) throws SQLException {
        begin();
        write(BatchPlan.of(batch, foreignKeys));
    }

    @Override
    public SplitSteps inHalves(Batch batch) {
        return BatchPlan.inHalves(batch, foreignKeys);
    }

    @Override
    public void write(List<Step> steps) throws SQLException {
        begin();
        writer.write(steps);
    }

    @Override
    public void writeInOrder(Batch batch) throws SQLException {
        begin();
        writer.writeInOrder(batch);
    }

    @Override
    public void writeFragment(Batch part) throws SQLException {
        // a rollback to the savepoint must not undo it
        begin();
        Savepoint before = connection.setSavepoint();
        long writtenBefore = writer.writtenRows();
        RuleUsage.Savepoint usedBefore = ruleUsage.savepoint();
        try {
            writeAsSets(part);
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            rollbackTo(before, writtenBefore, usedBefore);
            writeInOrder(part, e);
        } catch (GaussferryException e) {
            if (e.category() != ErrorCategory.DATA) {
                throw e;
            }
            rollbackTo(before, writtenBefore, usedBefore);
            writeInOrder(part, e);
        }
        connection.releaseSavepoint(before);
    }

    private void begin() throws SQLException {
        if (!hasStarted) {
            records.begin();
            hasStarted = true;
        }
    }

    private void rollbackTo(Savepoint before, long written, RuleUsage.Savepoint used) throws SQLException {
        connection.rollback(before);
        writer.setWrittenRows(written);
        ruleUsage.rolledBackTo(used);
    }

    private void writeInOrder(Batch part, Exception failure) throws SQLException {
        LOG.debug("Applier {} applies a part of {} row by row: {}", applier, part, failure.getMessage());
        writer.writeInOrder(part);
    }

    @Override
    public void updateProgress(Progress progress, int transactions) throws SQLException {
        records.updateProgress(progress, transactions);
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
        records.saveFailure(failed, ChangeDescription.values(change));
        if (quarantined) {
            records.quarantine(quarantine.withFollowers(failed.table()), failed);
        }
    }

    @Override
    public void commitFailure(ChangeException failure, Batch batch, boolean quarantined) throws SQLException {
        saveFailure(failure, batch, quarantined);
        connection.commit();
        hasStarted = false;
    }

    @Override
    public void requireOwnership() throws SQLException {
        records.requireOwnership();
        connection.rollback();
        hasStarted = false;
    }

    @Override
    public void commit(CommitPermit permit) throws SQLException, InterruptedException {
        permit.require();
        long start = System.nanoTime();
        connection.commit();
        hasStarted = false;
        statistics.written(writer.writtenRows(), System.nanoTime() - start);
        writer.setWrittenRows(0);
        ruleUsage.committed();
    }

    @Override
    public void rollback() throws SQLException {
        ruleUsage.rolledBack();
        writer.setWrittenRows(0);
        connection.rollback();
        hasStarted = false;
    }
}
