package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.Applier;
import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.apply.JdbcTargetSession;
import io.gaussferry.apply.JdbcTargetSession.Product;
import io.gaussferry.apply.Quarantine;
import io.gaussferry.apply.RowWriters;
import io.gaussferry.apply.TargetSession;
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
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConnectionAborter;
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
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of reverse replication: the stages of the replay with MySQL as their target, in commit order. It continues
 * from MySQL's progress, and returns when it is stopped. After a failure that may pass, the caller starts another run.
 */
public final class ReverseReplay {

    /**
     * The length in characters after which a statement gets no more rows; less if MySQL's {@code max_allowed_packet} is
     * smaller.
     */
    private static final int STATEMENT_LENGTH = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(ReverseReplay.class);

    private final ReverseSettings settings;
    private final Taking taking;
    private final List<TableDefinition> tables;
    private final Progress armed;
    private final Function<OwnedProgress, ChangeSource> source;
    private final ReverseReplicationState state;
    private final CommitListener commits;
    private final int appliers;
    private final Set<TableId> incomplete;
    private final SessionFactory sessions;
    private final Supervisor threads;
    private final Conversion conversion = new Conversion(TargetProfile.MYSQL, ConversionRules.defaults());

    /** Takes over MySQL's progress: the owner of the pipeline on the target fences off the former writer to MySQL. */
    public interface Taking {

        /**
         * Takes over and commits. Returns empty if reverse replication was never armed.
         *
         * @throws GaussferryException if another daemon owns the pipeline
         */
        Optional<OwnedProgress> in(Connection mysql) throws SQLException;
    }

    /** Creates the session of an applier from the one that applies changes as logged. */
    interface SessionFactory {
        TargetSession of(TargetSession logged, RowWriters writers, Connection mysql) throws SQLException;
    }

    /**
     * @param taking called once, on the thread that calls {@link #run}
     * @param tables the replicated tables, with MySQL's definitions
     * @param armed the start position, used while MySQL has no progress
     * @param source creates the source of changes from MySQL's progress on
     * @param state receives every commit, and the activity of the stages
     * @param commits receives the rows of every commit
     */
    public ReverseReplay(
            ReverseSettings settings,
            Taking taking,
            Collection<TableDefinition> tables,
            Progress armed,
            Function<OwnedProgress, ChangeSource> source,
            ReverseReplicationState state,
            CommitListener commits) {
        this(
                settings,
                taking,
                tables,
                armed,
                source,
                state,
                commits,
                settings.appliers(),
                Set.of(),
                (logged, writers, mysql) -> logged);
    }

    /**
     * @param appliers the number of appliers
     * @param incomplete tables in which MySQL may lack rows, by their names in MySQL
     * @param sessions creates their sessions; the other parameters are those of the other constructor
     */
    ReverseReplay(
            ReverseSettings settings,
            Taking taking,
            Collection<TableDefinition> tables,
            Progress armed,
            Function<OwnedProgress, ChangeSource> source,
            ReverseReplicationState state,
            CommitListener commits,
            int appliers,
            Set<TableId> incomplete,
            SessionFactory sessions) {
        this.appliers = appliers;
        this.incomplete = incomplete;
        this.sessions = sessions;
        this.settings = settings;
        this.taking = taking;
        this.tables = List.copyOf(tables);
        this.armed = armed;
        this.source = source;
        this.state = state;
        this.commits = commits;
        this.threads = new Supervisor("reverse replication of " + settings.name());
    }

    /**
     * Runs until {@link #stop} is called.
     *
     * @throws GaussferryException if the run cannot continue
     */
    public void run() throws InterruptedException {
        try {
            begin();
            threads.join();
        } catch (SQLException e) {
            throw Attempt.failure(
                    "replay changes to MySQL",
                    "solve the problem that the message names, and check the account's privileges in MySQL",
                    e);
        } finally {
            // after a failed start, open connections may lock objects that the next run needs
            threads.abort();
        }
    }

    /** Makes the appliers commit their batches, and {@link #run} return; any thread. */
    public void stop() {
        threads.stop();
    }

    /** Ends the run immediately; the next run reads uncommitted transactions again. Any thread. */
    public void abort() {
        threads.abort();
    }

    private void begin() throws SQLException, InterruptedException {
        Connection first = open();
        OwnedProgress owned = taking.in(first)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.REVERSE_REPLICATION_NOT_ARMED,
                        "Reverse replication of pipeline \"" + settings.name() + "\" was never armed.",
                        "the cutover arms it before the switch; earlier changes cannot be replayed to MySQL",
                        null));
        Map<TableId, MySqlTable> known = MySqlTable.read(first, tables);
        int statementLength = statementLength(first);
        first.commit();
        if (!MySqlRowWriters.supportsRowEvents(first)) {
            LOG.info(
                    "Reverse replication writes statements, which is slower than rows events: its account in MySQL lacks the privilege"
                            + " REPLICATION_APPLIER, or the server is configured to skip a replica's errors");
        }
        start(owned, known, statementLength);
    }

    private void start(OwnedProgress owned, Map<TableId, MySqlTable> known, int statementLength) throws SQLException {
        ChangeSource changes = source.apply(owned);
        Progress progress = owned.progress().lowWater().position().file().isEmpty() ? armed : owned.progress();
        TransactionQueue queue = new TransactionQueue(settings.queueBytes(), state::connected, new ThreadMonitor());
        ObservedOrder order = state.observed(
                new CommitOrder(settings.reverseReplicationLimits(), progress, new ThreadMonitor()), appliers);
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
        for (int i = 0; i < appliers; i++) {
            Connection connection = open();
            MySqlRowWriters writers = new MySqlRowWriters(connection, known, statementLength, incomplete);
            Product mysql =
                    new Product(writers, new MySqlRecords(connection, i, owned.ownership()), ForeignKeys.NONE, none);
            Applier applier = new Applier(
                    i,
                    sessions.of(
                            new JdbcTargetSession(connection, i, mysql, conversion.usage(), state.statistics()),
                            writers,
                            connection),
                    order,
                    FailurePolicy.STOP,
                    none,
                    state.statistics(),
                    commits);
            threads.start("reverse-applier-" + i, Role.WORKS, applier::run);
        }
        threads.start("reverse-schedule", Role.RELAYS, scheduler::run, () -> {
            changes.stop();
            queue.abandon();
        });
        threads.start("reverse-source", Role.FEEDS, () -> changes.run(progress, received), queue::end);
    }

    private Connection open() throws SQLException {
        return threads.own(settings.openMySql(), ConnectionAborter::abort);
    }

    /** Returns the largest length of a statement. A literal has one byte per character in most cases, at most three. */
    private static int statementLength(Connection connection) throws SQLException {
        return Sql.only(
                connection, row -> (int) Math.min(STATEMENT_LENGTH, row.getLong(1) / 4), "SELECT @@max_allowed_packet");
    }
}
