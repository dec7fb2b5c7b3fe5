package io.gaussferry.bench.measure;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.Trial;
import io.gaussferry.bench.report.RowReport.Point;
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseBenchmarkRun;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schema.ForeignKeyPolicy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The reverse replication of one trial, in this process: armed once, and run repeatedly from the armed position. Confined to
 * one thread.
 */
final class ReverseReplicationReplay implements AutoCloseable {
    private static final Duration ARMING_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration PROGRESS_TIMEOUT = Duration.ofMinutes(2);
    private static final int POLL_MILLIS = 2;
    private static final int CURVE_POINTS = 120;

    /** The daemon's defaults. */
    private static final int BATCH_CHANGES = 10_000;

    private static final long BATCH_BYTES = 8 << 20;
    private static final long QUEUE_BYTES = 8 << 20;
    private static final long PART_BYTES = 16 << 20;
    private static final long EVENT_BYTES = 64 << 20;

    private final ReverseSettings settings;
    private final ReverseArming arming;

    private ReverseReplicationReplay(ReverseSettings settings) {
        this.settings = settings;
        // no daemon owns the pipeline of a measurement
        Ownership owner = new Ownership(settings.name(), 1);
        this.arming = new ReverseArming(settings, connection -> owner);
    }

    /** Arms reverse replication; no session may write to either side meanwhile. */
    static ReverseReplicationReplay arm(Settings settings, ServerAddress source, ServerAddress target, Trial trial)
            throws SQLException, InterruptedException {
        SourceSettings mysql = new SourceSettings(
                source.url(),
                source.user(),
                source.password(),
                List.of(trial.database()),
                1,
                PART_BYTES,
                EVENT_BYTES,
                SourceTimeouts.DEFAULT);
        String uuid = serverUuid(source);
        ReverseReplicationReplay replay = new ReverseReplicationReplay(new ReverseSettings(
                trial.pipeline(),
                mysql,
                mysql,
                () -> uuid,
                new TargetSettings(
                        target.url(), target.user(), target.password(), ForeignKeyPolicy.DEFER, Duration.ofMinutes(5)),
                RuleBook.of(ConversionRules.defaults()),
                settings.appliers(),
                new BatchLimits(BATCH_CHANGES, BATCH_BYTES, settings.appliers() * BATCH_BYTES),
                QUEUE_BYTES));
        try {
            replay.arming.prepare();
            replay.arming.arm(ARMING_TIMEOUT);
        } catch (GaussferryException | InterruptedException failure) {
            replay.close();
            throw failure;
        }
        return replay;
    }

    private static String serverUuid(ServerAddress source) throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.server_uuid")) {
            row.next();
            return row.getString(1);
        }
    }

    /** The number of commits at a moment. */
    private record Observation(long nanos, long transactions) {}

    /** Replays all transactions since arming to MySQL, which must be in the state at arming. */
    ReplayFigures measure(long transactions, long rows, Observer observer)
            throws DaemonException, InterruptedException {
        ReplayStatistics statistics = new ReplayStatistics();
        try (ReverseBenchmarkRun run = ReverseBenchmarkRun.begin(settings, statistics)) {
            return measure(run, statistics, transactions, rows, observer);
        }
    }

    private static ReplayFigures measure(
            ReverseBenchmarkRun run, ReplayStatistics statistics, long transactions, long rows, Observer observer)
            throws DaemonException, InterruptedException {
        CompletableFuture<Void> end = CompletableFuture.runAsync(() -> {
            try {
                run.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        List<Observation> observations = new ArrayList<>();
        try {
            watch(transactions, statistics, end, observations, observer);
        } finally {
            run.stop();
        }
        observations.set(0, new Observation(run.readingSince(), 0));
        try {
            end.join();
        } catch (CompletionException failure) {
            throw new DaemonException("reverse replication failed: " + failure.getCause());
        }
        return figures(transactions, rows, observations);
    }

    private static void watch(
            long transactions,
            ReplayStatistics statistics,
            CompletableFuture<Void> end,
            List<Observation> observations,
            Observer observer)
            throws DaemonException, InterruptedException {
        observations.add(new Observation(System.nanoTime(), 0));
        for (long committed = 0; committed < transactions; committed = statistics.transactions()) {
            Observation last = observations.get(observations.size() - 1);
            if (committed > last.transactions()) {
                observations.add(new Observation(System.nanoTime(), committed));
                observer.progress((double) committed / transactions);
            } else if (System.nanoTime() - last.nanos() > PROGRESS_TIMEOUT.toNanos() || end.isDone()) {
                throw new DaemonException("reverse replication made no progress after transaction " + committed + " of "
                        + transactions + (end.isCompletedExceptionally() ? ": " + failure(end) : ""));
            }
            Thread.sleep(POLL_MILLIS);
        }
        observations.add(new Observation(System.nanoTime(), statistics.transactions()));
    }

    private static String failure(CompletableFuture<Void> end) {
        try {
            end.join();
            return "it ended without a failure";
        } catch (CompletionException e) {
            return String.valueOf(e.getCause());
        }
    }

    /** The whole time counts, from the start of reading: the target decodes many transactions before it sends the first. */
    private static ReplayFigures figures(long transactions, long rows, List<Observation> observations) {
        long since = observations.get(0).nanos();
        Observation last = observations.get(observations.size() - 1);
        double seconds = (last.nanos() - since) / 1e9;
        double measuredRows = last.transactions() * (double) rows / transactions;
        int step = Math.max(1, observations.size() / CURVE_POINTS);
        List<Point> curve = new ArrayList<>();
        for (int index = 0; index < observations.size(); index += step) {
            Observation observation = observations.get(index);
            curve.add(new Point((observation.nanos() - since) / 1e9, observation.transactions()));
        }
        return new ReplayFigures(
                last.transactions(),
                seconds,
                measuredRows / seconds,
                last.transactions() / seconds,
                null,
                null,
                List.copyOf(curve));
    }

    @Override
    public void close() throws InterruptedException {
        arming.disarm();
    }
}
