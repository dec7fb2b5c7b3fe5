package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.settings.CreatedObjects;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.definition.AutoIncrementAttribute;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.TargetTypes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work on the target whose time grows with the rows, done before writers are refused: AUTO_INCREMENT attributes, the comparison of
 * generated columns and checks with the rows, indexes on expressions, and statistics. May be repeated: existing attributes are kept, so an interrupted preparation continues, and only what is missing is added. A rollback keeps
 * the attributes, with which replication continues.
 */
public final class Preparation {

    /** The id under which prepared objects are recorded: they belong to no attempt. */
    public static final String ID = "PREPARED";

    private static final Logger LOG = LoggerFactory.getLogger(Preparation.class);

    /** A lag with which replication counts as caught up. */
    private static final double SMALL_LAG_SECONDS = 1;

    private static final Duration LONGEST_CATCH_UP = Duration.ofMinutes(1);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private static final String KEY = "gaussferry.cutover.maximum-prepare-lag";

    private final String pipeline;
    private final SourceSettings settings;
    private final SourceLink source;
    private final TargetLink target;
    private final OwnershipProof proof;
    private final ReplayGate replay;
    private final Duration maximumLag;
    private final CreatedObjectStore store;

    /** @param maximumLag the longest lag of replication that the rewrite of a table may cause */
    public Preparation(
            String pipeline,
            SourceSettings settings,
            SourceLink source,
            TargetLink target,
            OwnershipProof proof,
            ReplayGate replay,
            Duration maximumLag) {
        this.pipeline = pipeline;
        this.settings = settings;
        this.source = source;
        this.target = target;
        this.proof = proof;
        this.replay = replay;
        this.maximumLag = maximumLag;
        this.store = new CreatedObjectStore(pipeline);
    }

    /**
     * Prepares what is missing; returns a description of the result. Replication has caught up then.
     *
     * @throws GaussferryException of category CONFIGURATION if the rewrite of a table would exceed the maximal lag; the other tables are
     *     prepared
     */
    public String run(StepControl control, PreparationListener listener) throws InterruptedException {
        String result = "";
        try {
            result = prepare(control, listener);
            return result;
        } finally {
            listener.ended(result);
        }
    }

    private String prepare(StepControl control, PreparationListener listener) throws InterruptedException {
        return withConnection("prepare the cutover", control, connection -> {
            Missing missing = missing(connection);
            double before = replay.lagSeconds();
            List<String> refused = new ArrayList<>();
            int added = addCounters(missing.counters(), new Session(connection, control, listener), refused);
            String parts = new PartPreparation(
                            connection,
                            store,
                            proof,
                            new CounterRewrite(pipeline, connection, proof, replay, control),
                            TargetTypes.isDolphin(target.dialect().profile()),
                            control,
                            listener)
                    .run(missing.parts(), maximumLag);
            analyze(connection, missing.tables(), control, listener);
            if (!refused.isEmpty()) {
                throw new GaussferryException(
                        ErrorCode.REWRITE_TOO_SLOW,
                        "Replication would lag for longer than " + KEY + " (" + maximumLag.toSeconds()
                                + " s) while the target rewrites " + String.join(", ", refused) + ".",
                        "raise " + KEY
                                + ", restart the daemon and repeat the command; or copy the table again with a smaller"
                                + " gaussferry.copy.auto-increment-rows, which needs no rewrite",
                        null);
            }
            if (added > 0) {
                awaitLag(Math.max(SMALL_LAG_SECONDS, before), control);
            }
            return added + " AUTO_INCREMENT attributes added, " + (missing.numbered() - added) + " present, "
                    + missing.tables().size() + " tables analyzed" + parts;
        });
    }

    /**
     * Removes the attributes that PREPARE has added; returns a description of the result. Takes milliseconds per table.
     *
     * @throws GaussferryException if a table cannot be locked; repeat it then
     */
    public String undo(StepControl control) throws InterruptedException {
        return withConnection("undo the preparation", control, connection -> {
            Missing now = missing(connection);
            Map<String, CreatedObjectStore.Entry> entries = new HashMap<>();
            store.entries(connection, ID).stream()
                    .filter(CreatedObjectStore.Entry::isCreated)
                    .forEach(entry -> entries.put(entry.action().name(), entry));
            connection.rollback();
            CounterRewrite rewrite = new CounterRewrite(pipeline, connection, proof, replay, control);
            int removed = 0;
            for (TableDefinition table : now.definitions()) {
                if (table.autoIncrementColumn().isEmpty()) {
                    continue;
                }
                String column = table.columns()
                        .get(table.autoIncrementColumn().getAsInt())
                        .name();
                CreatedObjectStore.Entry entry = entries.remove(MissingCounter.location(table.targetId(), column));
                if (entry != null) {
                    rewrite.locked(table.targetId(), locked -> {
                        AutoIncrementAttribute.removeFrom(locked, table.targetId());
                        store.setState(locked, ID, entry, "UNDONE");
                    });
                    removed++;
                }
            }
            List<CreatedObjectStore.Entry> indexes = now.parts().outcomes().createdIndexes();
            for (CreatedObjectStore.Entry index : indexes) {
                PartPreparation.drop(connection, store, proof, index);
            }
            return removed + " AUTO_INCREMENT attributes removed"
                    + (indexes.isEmpty() ? "" : ", " + indexes.size() + " indexes dropped");
        });
    }

    /** The work of one run. */
    private record Session(Connection connection, StepControl control, PreparationListener listener) {}

    /**
     * The state of the target.
     *
     * @param definitions of the replicated tables
     * @param numbered tables with AUTO_INCREMENT at the source
     * @param counters columns without the attribute
     * @param parts the parts of tables that replication leaves out
     */
    private record Missing(
            List<TableDefinition> definitions, long numbered, List<MissingCounter> counters, PartPlanner parts) {

        Set<TableId> tables() {
            return definitions.stream().map(TableDefinition::targetId).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private Missing missing(Connection connection) throws InterruptedException {
        return source.ask("read the definitions", "check the account's privileges", mysql -> {
            ObjectPlanner planner = new ObjectPlanner(
                    settings, mysql, connection, target.dialect().profile(), false, pipeline, CreatedObjects.NONE);
            List<TableDefinition> tables = planner.tables();
            List<MissingCounter> counters = planner.missingCounters(tables);
            PartPlanner parts = planner.parts(tables);
            connection.rollback();
            long numbered = tables.stream()
                    .filter(table -> table.autoIncrementColumn().isPresent())
                    .map(TableDefinition::targetId)
                    .distinct()
                    .count();
            return new Missing(tables, numbered, counters, parts);
        });
    }

    private interface Work {
        String run(Connection connection) throws SQLException, InterruptedException;
    }

    private String withConnection(String what, StepControl control, Work work) throws InterruptedException {
        try {
            Connection connection = target.openAnother();
            try (connection;
                    StepControl.Registration cut = control.onAbort(() -> ConnectionAborter.abort(connection))) {
                return work.run(connection);
            }
        } catch (SQLException e) {
            control.check();
            throw Attempt.failure(what, "resolve the server's error, and repeat the command", e);
        }
    }

    /**
     * Adds the attributes, those of small tables first: they show how fast the target is.
     *
     * @param refused receives the tables whose rewrite would take too long
     */
    private int addCounters(List<MissingCounter> counters, Session session, List<String> refused)
            throws SQLException, InterruptedException {
        CounterRewrite rewrite = new CounterRewrite(pipeline, session.connection(), proof, replay, session.control());
        Map<MissingCounter, Long> sizes = new HashMap<>();
        for (MissingCounter counter : counters) {
            sizes.put(counter, rewrite.size(counter.table()));
        }
        List<MissingCounter> sorted = counters.stream()
                .sorted(Comparator.comparing((MissingCounter counter) -> sizes.getOrDefault(counter, 0L)))
                .toList();
        RewriteSpeed speed = new RewriteSpeed();
        int number = 0;
        int added = 0;
        for (MissingCounter counter : sorted) {
            session.control().check();
            long size = sizes.getOrDefault(counter, 0L);
            double estimate = speed.estimate(size);
            double left = maximumLag.toMillis() / 1e3 - estimate;
            number++;
            if (left < 0) {
                refused.add(refusal(counter, size, estimate));
                continue;
            }
            session.listener().started("AUTO_INCREMENT of " + counter.location(), number, sorted.size(), estimate);
            awaitCaughtUp(left, session.control());
            if (add(counter, rewrite, size, speed)) {
                added++;
            } else {
                refused.add(refusal(counter, size, maximumLag.toSeconds()));
            }
        }
        return added;
    }

    /** Returns false if the target needs longer than replication may lag. */
    private boolean add(MissingCounter counter, CounterRewrite rewrite, long size, RewriteSpeed speed)
            throws SQLException, InterruptedException {
        long[] start = {System.nanoTime()};
        Duration limit = maximumLag.minusMillis((long) (replay.lagSeconds() * 1000));
        try {
            rewrite.locked(counter.table(), locked -> {
                start[0] = System.nanoTime();
                rewrite.add(counter, limit);
                store.record(locked, ID, counter.action());
            });
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONTENTION && elapsed(start[0]).compareTo(limit.minusSeconds(1)) >= 0) {
                return false;
            }
            throw e;
        }
        Duration time = elapsed(start[0]);
        speed.rewrote(size, time);
        LOG.info(
                "{} is AUTO_INCREMENT on the target: {} MiB rewritten in {} s",
                counter.location(),
                size >> 20,
                String.format(Locale.ROOT, "%.1f", time.toMillis() / 1e3));
        return true;
    }

    private static Duration elapsed(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static String refusal(MissingCounter counter, long size, double seconds) {
        return String.format(
                Locale.ROOT,
                "%s for AUTO_INCREMENT of %s (%d MiB, about %.0f s)",
                counter.table(),
                counter.definition().name(),
                size >> 20,
                seconds);
    }

    /** Waits until replication has caught up, but not for long if the lag is below a limit: other writers may keep it busy. */
    private void awaitCaughtUp(double limit, StepControl control) throws InterruptedException {
        long start = System.nanoTime();
        while (replay.lagSeconds() > Math.min(SMALL_LAG_SECONDS, limit)
                && (replay.lagSeconds() > limit || elapsed(start).compareTo(LONGEST_CATCH_UP) < 0)) {
            control.pause(POLL_INTERVAL);
        }
    }

    private void awaitLag(double seconds, StepControl control) throws InterruptedException {
        while (replay.lagSeconds() > seconds) {
            control.pause(POLL_INTERVAL);
        }
    }

    /** Analyzes the tables. openGauss refuses ANALYZE in a transaction. */
    private static void analyze(
            Connection connection, Set<TableId> tables, StepControl control, PreparationListener listener)
            throws SQLException {
        connection.setAutoCommit(true);
        int number = 0;
        try (Statement statement = connection.createStatement()) {
            for (TableId table : tables) {
                control.check();
                listener.started("ANALYZE of " + table, ++number, tables.size(), 0);
                try {
                    statement.execute("ANALYZE " + Identifiers.quoteTarget(table));
                } catch (SQLException e) {
                    if (SqlFailure.of(e).isOfServer()) {
                        throw e;
                    }
                    LOG.warn(
                            "Table {} could not be analyzed, run ANALYZE by hand: {}", table, RowValueMarks.message(e));
                }
            }
        } finally {
            if (!connection.isClosed()) {
                connection.setAutoCommit(false);
            }
        }
    }
}
