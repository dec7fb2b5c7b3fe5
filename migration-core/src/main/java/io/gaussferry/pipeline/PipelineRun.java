package io.gaussferry.pipeline;

import io.gaussferry.apply.Lane;
import io.gaussferry.apply.TargetSessions;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Takeover;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.convert.ColumnPattern;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.RuleUsage;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.CommitOrder;
import io.gaussferry.schedule.Scheduler;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schema.DefinitionText;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetCatalog;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.snapshot.InitialCopy;
import io.gaussferry.snapshot.SourceSnapshot;
import io.gaussferry.snapshot.TargetTableCreator;
import io.gaussferry.source.ChangeSource;
import io.gaussferry.source.MySqlSchemaReader;
import io.gaussferry.source.SourceConnections;
import io.gaussferry.source.TableCatalog;
import io.gaussferry.source.binlog.BinlogChangeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One life of a pipeline's stages, from what the target has to the first failure or the order to stop. */
final class PipelineRun {

    private static final Logger LOG = LoggerFactory.getLogger(PipelineRun.class);

    private final PipelineSettings settings;
    private final ReplayStatistics statistics;
    private final RuleUsage ruleUsage;
    private final PipelineListener listener;
    private final StageThreads threads = new StageThreads();

    PipelineRun(
            PipelineSettings settings, ReplayStatistics statistics, RuleUsage ruleUsage, PipelineListener listener) {
        this.ruleUsage = ruleUsage;
        this.settings = settings;
        this.statistics = statistics;
        this.listener = listener;
    }

    /**
     * Copies if nothing was copied yet, then replays; returns when it was stopped.
     *
     * @throws GaussferryException if it cannot go on
     */
    void run() throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), settings.lanes() + 1)) {
            ProgressStore progress = new ProgressStore(settings.name());
            Conversion conversion = new Conversion(sessions.dialect().profile(), settings.rules(), ruleUsage);
            Takeover takeover = takeOverOrCopy(sessions, progress, conversion);
            if (threads.isStopped()) {
                return;
            }
            replay(sessions, takeover, conversion);
        } catch (SQLException e) {
            throw new GaussferryException(
                    SqlFailure.of(e).category(),
                    "Replay cannot begin: " + e.getMessage() + " (SQLSTATE " + e.getSQLState() + ")",
                    "check that both servers are reachable, and the accounts' privileges",
                    e);
        }
    }

    private Takeover takeOverOrCopy(TargetSessions sessions, ProgressStore progress, Conversion conversion)
            throws SQLException {
        try (Connection target = sessions.open()) {
            threads.onEnd(target);
            progress.createIfMissing(target);
            new TableHistory(settings.name()).createIfMissing(target);
            target.commit();
            Optional<Takeover> takeover = progress.takeOver(target, settings.lanes());
            if (takeover.isPresent()) {
                target.commit();
                return takeover.get();
            }
            return copy(target, progress, conversion);
        }
    }

    private Takeover copy(Connection target, ProgressStore progress, Conversion conversion) throws SQLException {
        ruleUsage.rolledBack();
        try (Connection source = SourceConnections.open(settings.source())) {
            threads.onEnd(source);
            SourceSnapshot snapshot = SourceSnapshot.open(source, settings.source());
            settings.rules().require(snapshot.catalog().definitions());
            TargetTableCreator creator =
                    new TargetTableCreator(target, settings.target().foreignKeys());
            InitialCopy copy = new InitialCopy(target, creator, conversion);
            long rows = copy.copy(snapshot);
            Takeover takeover =
                    new Takeover(progress.begin(target, settings.lanes(), snapshot.executed()), snapshot.executed());
            Map<TableId, String> definitions = new HashMap<>();
            snapshot.catalog().definitions().forEach(table -> definitions.put(table.id(), DefinitionText.write(table)));
            new TableHistory(settings.name()).begin(target, definitions, snapshot.executed());
            target.commit();
            ruleUsage.committed();
            listener.copied(rows, snapshot.executed());
            return takeover;
        }
    }

    private void replay(TargetSessions sessions, Takeover takeover, Conversion conversion)
            throws SQLException, InterruptedException {
        TableCatalog catalog = readCatalog(sessions);
        checkRules(catalog);
        Map<TableId, TargetTable> tables = targetTables(sessions, catalog);
        GtidSet executed = takeover.executed();
        TransactionQueue queue = new TransactionQueue(settings.queueBytes(), () -> listener.replaying(executed));
        CommitOrder order = new CommitOrder(settings.batchLimits(), executed.copy());
        ChangeSource source = new BinlogChangeSource(settings.source(), catalog);
        Scheduler scheduler = new Scheduler(queue, order, conversion::format);

        List<Connection> laneConnections = new ArrayList<>();
        for (int i = 0; i < settings.lanes(); i++) {
            Connection connection = sessions.open();
            threads.onEnd(connection);
            laneConnections.add(connection);
        }
        threads.onStop(() -> {
            source.stop();
            queue.abandon();
        });
        threads.onAbort(order::abort);
        threads.start("source", () -> {
            try {
                source.run(executed.copy(), queue);
            } finally {
                queue.end();
            }
        });
        threads.start("schedule", scheduler::run);
        for (int i = 0; i < laneConnections.size(); i++) {
            Lane lane = new Lane(i, laneConnections.get(i), takeover.lease(), order, tables, statistics, ruleUsage);
            threads.start("lane-" + i, lane::run);
        }
        threads.join();
    }

    /** The definitions by which rows are read: those with which the pipeline began, whatever the tables are by now. */
    private TableCatalog readCatalog(TargetSessions sessions) throws SQLException {
        Map<TableId, String> history;
        try (Connection target = sessions.open()) {
            history = new TableHistory(settings.name()).read(target);
            target.rollback();
        }
        try (Connection source = SourceConnections.open(settings.source())) {
            TableCatalog today = new MySqlSchemaReader(source, settings.source()).read();
            if (history.isEmpty()) {
                LOG.warn(
                        "This pipeline has no history of table definitions, it was begun by an older version: rows are read by"
                                + " today's definitions, which is wrong for rows from before an ALTER TABLE that is not replayed yet");
                return today;
            }
            List<TableDefinition> definitions = new ArrayList<>();
            history.forEach((table, text) -> definitions.add(DefinitionText.read(table, text)));
            return today.with(definitions);
        }
    }

    private void checkRules(TableCatalog catalog) {
        settings.rules().require(catalog.definitions());
        for (ColumnPattern pattern : settings.rules().unused(catalog.definitions())) {
            LOG.warn("The rules for {} are for no column of a replicated table: is the name right?", pattern);
        }
    }

    private static Map<TableId, TargetTable> targetTables(TargetSessions sessions, TableCatalog catalog)
            throws SQLException {
        Map<TableId, TargetTable> tables = new HashMap<>();
        try (Connection target = sessions.open()) {
            TargetCatalog targetCatalog = new TargetCatalog(target);
            for (TableDefinition definition : catalog.definitions()) {
                tables.put(definition.id(), targetCatalog.find(definition).orElseThrow(() -> missing(definition.id())));
            }
            target.rollback();
        }
        return tables;
    }

    private static GaussferryException missing(TableId table) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "Table " + table + " is on the source but not on the target, although the initial copy is complete.",
                "it was created at the source, or dropped on the target, since then: start a new migration",
                null);
    }

    /** Ends {@link #run} after what is in the lanes is committed; any thread. */
    void stop() {
        threads.stop();
    }

    /** Ends {@link #run} now: what is not committed is rolled back; any thread. */
    void abort() {
        threads.abort();
    }
}
