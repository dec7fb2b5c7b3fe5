package io.gaussferry.assess.probe;

import io.gaussferry.assess.forecast.MeasuredTable;
import io.gaussferry.assess.forecast.ProbeResult;
import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.assess.settings.AssessmentSettings;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.RowRateThrottler;
import io.gaussferry.verify.read.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Measures both servers for a few seconds, with as many workers as the copy has. The source's sessions are read-only. The target's sessions
 * write only to temporary tables, in transactions that are rolled back. Used once, by one thread.
 */
public final class ServerProbe {

    private static final int ROUND_TRIPS = 15;

    private final AssessmentSettings settings;
    private final ProbeLimits limits;
    private final RowRateThrottler throttler;
    private final ConcurrentLinkedQueue<MeasuredTable> measured = new ConcurrentLinkedQueue<>();
    private final Map<String, String> problems = new ConcurrentSkipListMap<>();

    /** Creates a probe of one migration's servers. */
    public ServerProbe(AssessmentSettings settings, ProbeLimits limits) {
        this.settings = settings;
        this.limits = limits;
        this.throttler = new RowRateThrottler(settings.copy().rowsPerSecond(), () -> 0);
    }

    /**
     * Measures.
     *
     * @param definitions the tables to migrate
     * @param sizes their sizes
     * @param definitionsSeconds the time to read the definitions
     */
    public ProbeResult run(Collection<TableDefinition> definitions, List<TableSize> sizes, double definitionsSeconds)
            throws SQLException, InterruptedException {
        Stopwatch time = Stopwatch.start();
        TargetSettings targetSettings = settings.target();
        double[] roundTrips = new double[2];
        try (Connection source = Sessions.openSource(settings.source())) {
            roundTrips[0] = roundTrip(source);
        }
        int workers = settings.copy().workers();
        if (targetSettings == null) {
            measure(definitions, sizes, null);
        } else {
            try (TargetSessions sessions = new TargetSessions(targetSettings, workers)) {
                try (Connection target = Sessions.openTarget(sessions)) {
                    roundTrips[1] = roundTrip(target);
                    target.rollback();
                }
                measure(definitions, sizes, sessions);
            }
        }
        return new ProbeResult(
                workers,
                targetSettings != null,
                List.copyOf(measured),
                roundTrips[0],
                roundTrips[1],
                definitionsSeconds,
                time.seconds(),
                problems);
    }

    private void measure(
            Collection<TableDefinition> definitions, List<TableSize> sizes, @Nullable TargetSessions sessions)
            throws SQLException, InterruptedException {
        double seconds = limits.duration().toMillis() / 1e3;
        if (seconds == 0) {
            problems.put("", "the probe is turned off");
            return;
        }
        Map<TableId, TableDefinition> tables =
                definitions.stream().collect(Collectors.toMap(TableDefinition::id, Function.identity()));
        ExecutorService threads = Executors.newFixedThreadPool(settings.copy().workers());
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (List<TableSize> own : SamplePlan.of(sizes, settings.copy().workers())) {
                work.add(() -> {
                    if (sessions == null) {
                        read(tables, own, seconds);
                    } else {
                        measure(tables, own, seconds, sessions);
                    }
                    return null;
                });
            }
            for (Future<Void> future : threads.invokeAll(work)) {
                await(future);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void await(Future<Void> future) throws SQLException, InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException sql) {
                throw sql;
            }
            if (e.getCause() instanceof RuntimeException runtime) {
                throw runtime;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void read(Map<TableId, TableDefinition> tables, List<TableSize> own, double seconds) throws SQLException {
        Stopwatch time = Stopwatch.start();
        try (Connection source = Sessions.openSource(settings.source())) {
            for (int i = 0; i < own.size(); i++) {
                TableSize size = own.get(i);
                TableDefinition table = tables.get(size.table());
                if (table != null) {
                    double share = (seconds - time.seconds()) * SamplePlan.share(size, own.subList(i, own.size()));
                    measured.add(new ReadProbe(source, limits).measure(table, size, Math.max(0, share)));
                }
            }
        }
    }

    private void measure(
            Map<TableId, TableDefinition> tables, List<TableSize> own, double seconds, TargetSessions sessions)
            throws SQLException, InterruptedException {
        Stopwatch time = Stopwatch.start();
        try (Connection source = Sessions.openSource(settings.source());
                Connection target = Sessions.openTarget(sessions)) {
            Conversion conversion = new Conversion(sessions.dialect().profile(), settings.rules(), new RuleUsage());
            TableProbe probe = new TableProbe(source, target, conversion, limits, throttler);
            try {
                for (int i = 0; i < own.size(); i++) {
                    TableSize size = own.get(i);
                    TableDefinition table = tables.get(size.table());
                    if (table != null) {
                        double share = (seconds - time.seconds()) * SamplePlan.share(size, own.subList(i, own.size()));
                        measure(probe, target, table, size, unusedName(), Math.max(0, share));
                    }
                }
            } finally {
                target.rollback();
            }
        }
    }

    /** Measures a table. One that cannot be measured is a problem, and does not prevent the others. */
    private void measure(
            TableProbe probe, Connection target, TableDefinition table, TableSize size, String name, double seconds)
            throws SQLException, InterruptedException {
        Savepoint before = target.setSavepoint();
        try {
            measured.add(probe.measure(table, size, name, seconds));
        } catch (SQLException e) {
            problems.put(
                    table.label(),
                    table.label() + ": " + RowValueMarks.hidden(RowValueMarks.message(e)) + " (SQLSTATE "
                            + e.getSQLState() + ")");
        } catch (GaussferryException e) {
            problems.put(table.label(), RowValueMarks.hidden(e.problem()));
        } catch (UnmeasurableTableException e) {
            problems.put(table.label(), RowValueMarks.hidden(String.valueOf(e.getMessage())));
        }
        // removes the temporary tables; fails if the connection is lost
        target.rollback(before);
    }

    /** With dolphin a SET column has a type whose name contains the table's, and which is not temporary: two workers must not use one name. */
    private static String unusedName() {
        return "gf_probe_" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    }

    private static double roundTrip(Connection connection) throws SQLException {
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            Stopwatch time = Stopwatch.start();
            Sql.execute(connection, "SELECT 1");
            times.add(time.seconds());
        }
        return times.stream().sorted().toList().get(ROUND_TRIPS / 2);
    }
}
