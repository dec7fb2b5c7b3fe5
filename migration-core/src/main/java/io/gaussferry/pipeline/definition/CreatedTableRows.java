package io.gaussferry.pipeline.definition;

import io.gaussferry.apply.AppliedTables;
import io.gaussferry.apply.JdbcTargetSession;
import io.gaussferry.apply.Quarantine;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.LoggedStatement;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.binlog.BinlogChangeSource;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import io.gaussferry.opengauss.catalog.EnforcedForeignKeyReader;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows after a statement in its own transaction, such as those of {@code CREATE TABLE … SELECT}. They are read from
 * the source and written in the target transaction that follows the statement, so that no session sees the table
 * without them. Used once, by one thread except for {@link #abort}.
 */
final class CreatedTableRows {

    private final PipelineSettings settings;
    private final Connection target;
    private final OwnedProgress owned;
    private final RuleUsage ruleUsage;
    private volatile @Nullable ChangeSource source;
    private volatile boolean aborted;

    /**
     * @param target in the transaction that has followed the statement; remains open
     * @param owned the progress before the statement
     * @param ruleUsage counts the applied rules
     */
    CreatedTableRows(PipelineSettings settings, Connection target, OwnedProgress owned, RuleUsage ruleUsage) {
        this.settings = settings;
        this.target = target;
        this.owned = owned;
        this.ruleUsage = ruleUsage;
    }

    /** Makes {@link #write} fail soon; any thread. */
    void abort() {
        aborted = true;
        ChangeSource reading = source;
        if (reading != null) {
            reading.stop();
        }
    }

    /**
     * Writes the rows.
     *
     * @param changes the statement's changes of definitions
     * @throws SQLException if the target rejects a row
     */
    void write(LoggedStatement statement, StatementPlans plans, List<TableChange> changes)
            throws SQLException, InterruptedException {
        TableCatalog catalog = catalog(plans.catalog(), changes);
        ForeignKeys foreignKeys = EnforcedForeignKeyReader.read(target, catalog.definitions());
        Map<TableId, TableDefinition> byTargetName = new HashMap<>();
        catalog.definitions().forEach(table -> byTargetName.put(table.targetId(), table));
        Rows rows = new Rows(
                statement,
                new RowSplitter(
                        plans.conversion()::format,
                        foreignKeys,
                        name -> Objects.requireNonNull(byTargetName.get(name)),
                        false),
                JdbcTargetSession.onOpenGauss(
                        target,
                        0,
                        owned.ownership(),
                        new AppliedTables(targetTables(catalog), foreignKeys, new Quarantine(Set.of())),
                        ruleUsage,
                        new ReplayStatistics()));
        Chosen chosen = SourceSelection.choose(settings.source(), owned.progress(), owned.source());
        ChangeSource reading = new BinlogChangeSource(
                chosen.server(), catalog, chosen.identity(), (other, skipped) -> isSame(other, statement));
        source = reading;
        rows.end = reading::stop;
        if (!aborted) {
            reading.run(owned.progress(), rows);
        }
        rows.requireAll();
    }

    private static boolean isSame(LoggedStatement one, LoggedStatement other) {
        return one.gtid().equals(other.gtid());
    }

    /** Returns the definitions after the statement. */
    private static TableCatalog catalog(TableCatalog before, List<TableChange> changes) {
        Map<TableId, TableDefinition> definitions = new HashMap<>();
        before.definitions().forEach(table -> definitions.put(table.id(), table));
        for (TableChange change : changes) {
            TableDefinition after = change.after();
            if (after != null) {
                definitions.put(after.id(), after);
            }
        }
        return before.with(definitions.values());
    }

    private Map<TableId, TargetTable> targetTables(TableCatalog catalog) throws SQLException {
        TargetCatalog targetCatalog = new TargetCatalog(target);
        Map<TableId, TargetTable> tables = new HashMap<>();
        for (TableDefinition table : catalog.definitions()) {
            targetCatalog.find(table).ifPresent(found -> tables.put(table.id(), found));
        }
        return tables;
    }

    /** Receives one transaction, in parts if it is large, and then ends the reading. */
    private static final class Rows implements TransactionSink {
        private final LoggedStatement statement;
        private final RowSplitter splitter;
        private final JdbcTargetSession session;
        private Runnable end = () -> {};
        private @Nullable SQLException failure;
        private boolean complete;

        private Rows(LoggedStatement statement, RowSplitter splitter, JdbcTargetSession session) {
            this.statement = statement;
            this.splitter = splitter;
            this.session = session;
        }

        @Override
        public void connected() {}

        @Override
        public void flush() {}

        @Override
        public void accept(SourceTransaction transaction) {
            if (complete || failure != null || !transaction.gtid().equals(statement.gtid())) {
                end.run();
                return;
            }
            List<RowChange> changes = new ArrayList<>();
            splitter.split(transaction, changes, new WriteSet());
            Batch batch = new Batch(1);
            batch.add(transaction, changes, false, false);
            try {
                session.writeFragment(batch);
            } catch (SQLException e) {
                failure = e;
            }
            complete = failure == null && transaction.fragment() != Fragment.MORE_FOLLOWS;
            if (complete || failure != null) {
                end.run();
            }
        }

        private void requireAll() throws SQLException {
            if (failure != null) {
                throw failure;
            }
            if (!complete) {
                throw new GaussferryException(
                        ErrorCode.REPLICATION_RESTARTING,
                        "The rows after a statement in its transaction were not read: "
                                + statement.context().text(),
                        "no action needed: retrying",
                        null);
            }
        }
    }
}
