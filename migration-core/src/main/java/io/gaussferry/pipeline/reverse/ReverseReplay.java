package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.Applier;
import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.apply.JdbcTargetSession;
import io.gaussferry.apply.JdbcTargetSession.Product;
import io.gaussferry.apply.Quarantine;
import io.gaussferry.apply.mysql.MySqlRecords;
import io.gaussferry.apply.mysql.MySqlRowWriters;
import io.gaussferry.apply.mysql.MySqlTable;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.Scheduler;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.ThreadMonitor;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the way back: the stages of the replay, with MySQL as their target, in commit order. It goes on from what MySQL has, and
 * returns when it is stopped; after a failure that may pass, whoever runs it begins another.
 */
public final class ReverseReplay {

    /** Characters after which a statement takes no more rows; less where MySQL takes no such packets. */
    private static final int STATEMENT_LENGTH = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(ReverseReplay.class);

    private final ReverseSettings settings;
    private final Taking taking;
    private final List<TableDefinition> tables;
    private final Progress armed;
    private final Function<OwnedProgress, ChangeSource> source;
    private final WayBackState state;
    private final CommitListener commits;
    private final Supervisor threads;
    private final Conversion conversion = new Conversion(TargetProfile.MYSQL, ConversionRules.defaults());

    /** Takes over MySQL's progress: the pipeline's owner on the target fences off the former writer to MySQL. */
    public interface Taking {

        /**
         * Does it, and commits; empty if the way back was never armed.
         *
         * @throws GaussferryException if another daemon owns the pipeline
         */
        Optional<OwnedProgress> in(Connection mysql) throws SQLException;
    }

    /**
     * @param taking called once, on the thread that runs this
     * @param tables those whose changes are brought back, as MySQL has them
     * @param armed where to begin as long as MySQL has nothing
     * @param source makes the source of changes that goes on from what MySQL has
     * @param state told of every commit, and of what the stages do
     * @param commits told of the rows of every commit
     */
    public ReverseReplay(
            ReverseSettings settings,
            Taking taking,
            Collection<TableDefinition> tables,
            Progress armed,
            Function<OwnedProgress, ChangeSource> source,
            WayBackState state,
            CommitListener commits) {
        this.settings = settings;
        this.taking = taking;
        this.tables = List.copyOf(tables);
        this.armed = armed;
        this.source = source;
        this.state = state;
        this.commits = commits;
        this.threads = new Supervisor("the way back of " + settings.name());
    }

    /**
     * Runs until {@link #stop} is called.
     *
     * @throws GaussferryException if it cannot go on
     */
    public void run() throws InterruptedException {
        try {
            begin();
            threads.join();
        } catch (SQLException e) {
            throw Attempt.failure(
                    "bring changes back to MySQL",
                    "look at what the message names, and at the account's privileges there",
                    e);
        } finally {
            // what a beginning that failed has opened may hold what the next run needs
            threads.abort();
        }
    }

    /** Has it commit what is in the appliers, and {@link #run} return; any thread. */
    public void stop() {
        threads.stop();
    }

    /** Has it end now; what is not committed is read again by the next run. Any thread. */
    public void abort() {
        threads.abort();
    }

    private void begin() throws SQLException, InterruptedException {
        Connection first = open();
        OwnedProgress owned = taking.in(first)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "The way back of pipeline \"" + settings.name() + "\" was never armed.",
                        "it is armed by the cutover, before the switch; nothing can be brought back from before that",
                        null));
        Map<TableId, MySqlTable> known = MySqlTable.read(first, tables);
        int statementLength = statementLength(first);
        first.commit();
        if (!MySqlRowWriters.takesEvents(first)) {
            LOG.info(
                    "The way back writes statements, which is slower than rows events: its account in MySQL has not the privilege"
                            + " REPLICATION_APPLIER, or the server is set to skip a replica's errors");
        }
        start(owned, known, statementLength);
    }

    private void start(OwnedProgress owned, Map<TableId, MySqlTable> known, int statementLength) throws SQLException {
        ChangeSource changes = source.apply(owned);
        Progress progress = owned.progress().lowWater().position().file().isEmpty() ? armed : owned.progress();
        TransactionQueue queue = new TransactionQueue(settings.queueBytes(), state::connected, new ThreadMonitor());
        ObservedOrder order = state.observed(
                new CommitOrder(settings.wayBackLimits(), progress, new ThreadMonitor()), settings.appliers());
        TransactionSink received = state.show(order, queue);
        Map<TableId, TableDefinition> byTargetName =
                tables.stream().collect(Collectors.toMap(TableDefinition::targetId, table -> table));
        RowSplitter splitter = new RowSplitter(conversion::format, ForeignKeys.NONE, byTargetName::get, false);
        Scheduler scheduler = new Scheduler(queue, order, splitter, DependencyTracking.WRITE_SET);
        threads.onAbort(() -> {
            queue.abandon();
            order.abort();
        });
        threads.cutOnAbort(changes::stop);
        threads.onStop(() -> {
            changes.stop();
            queue.abandon();
        });
        Quarantine none = new Quarantine(List.of());
        for (int i = 0; i < settings.appliers(); i++) {
            Connection connection = open();
            Product mysql = new Product(
                    new MySqlRowWriters(connection, known, statementLength),
                    new MySqlRecords(connection, i, owned.ownership()),
                    ForeignKeys.NONE,
                    none);
            Applier applier = new Applier(
                    i,
                    new JdbcTargetSession(connection, i, mysql, conversion.usage(), state.statistics()),
                    order,
                    FailurePolicy.STOP,
                    none,
                    state.statistics(),
                    commits);
            threads.start("back-" + i, Role.WORKS, applier::run);
        }
        threads.start("back-schedule", Role.FEEDS, scheduler::run, () -> {
            changes.stop();
            queue.abandon();
        });
        threads.start("back-source", Role.FEEDS, () -> changes.run(progress, received), queue::end);
    }

    private Connection open() throws SQLException {
        return threads.own(settings.openMySql());
    }

    /** A literal has at most three bytes a character, most have one. */
    private static int statementLength(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@max_allowed_packet")) {
            row.next();
            return (int) Math.min(STATEMENT_LENGTH, row.getLong(1) / 4);
        }
    }
}
