package io.gaussferry.bench.measure;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.report.RowReport.ColdFigures;
import io.gaussferry.bench.report.RowReport.Point;
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import io.gaussferry.model.GtidSet;
import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Replays of one backlog by one daemon. The first replay is its warm-up: a cold Java compiles the code, which on two cores
 * uses as much of them as the replay. Before each later replay, the target is restored and the source ends the daemon's
 * connection; the daemon then reads its progress from the target and replays the same transactions, as after any such
 * failure. Only commits observed on the target count. Confined to one thread.
 */
final class TimedReplay implements AutoCloseable {
    /** Share of the backlog before the measured stretch: by then, appliers have connected and prepared their statements. */
    static final double RUN_UP_SHARE = 0.1;

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PROGRESS_TIMEOUT = Duration.ofMinutes(2);

    /** Resolution of a commit's time. */
    private static final long POLL_MILLIS = 5;

    private static final int CURVE_POINTS = 120;

    private final ReplayProgress progress;
    private final long targetProcess;
    private final Backlog backlog;
    private final Observer observer;
    private final DumpThread dumpThread;
    private final DaemonProcess daemon;

    /**
     * The transactions to replay.
     *
     * @param before GTIDs of the source at the start of the backlog
     * @param until GTIDs of the source at the end of the backlog
     * @param transactions transactions in the backlog
     * @param rows rows in the backlog
     */
    record Backlog(String before, String until, long transactions, long rows) {
        long runUp() {
            return (long) (transactions * RUN_UP_SHARE);
        }
    }

    /** Starts the daemon. No other client may read the source's binlog until this object is closed. */
    TimedReplay(
            ServerAddress source,
            ReplayProgress progress,
            long targetProcess,
            Backlog backlog,
            Observer observer,
            List<String> command)
            throws SQLException, IOException {
        this.progress = progress;
        this.targetProcess = targetProcess;
        this.backlog = backlog;
        this.observer = observer;
        this.dumpThread = new DumpThread(source);
        this.daemon = DaemonProcess.start(command, line -> {});
    }

    /** Processor seconds, up to a moment or per row. */
    private record Usage(double daemon, double target) {}

    /** A replay as observed; {@code usage} is of the measured stretch, per row, or null if no poll fell into it. */
    private record Observation(
            ProgressCurve curve, @Nullable Usage usage) {}

    /** Observes the daemon's first replay. */
    ColdFigures first() throws SQLException, DaemonException, InterruptedException {
        long since = daemon.awaitReplaying(START_TIMEOUT);
        ProgressCurve curve = watch().curve();
        double seconds = (curve.last().nanos() - since) / 1e9;
        return new ColdFigures(
                seconds,
                backlog.rows() / seconds,
                (curve.last().nanos() - daemon.startedNanos()) / 1e9,
                points(curve, since));
    }

    /** Repeats the replay, after the target was restored. */
    ReplayFigures again() throws SQLException, DaemonException, InterruptedException {
        dumpThread.end();
        long since = dumpThread.awaitNext(daemon, START_TIMEOUT);
        Observation observation = watch();
        ProgressCurve curve = observation.curve();
        long transactions = curve.last().count() - backlog.runUp();
        double seconds = (curve.last().nanos() - curve.reached(backlog.runUp())) / 1e9;
        double rows = rows(transactions);
        @Nullable Usage usage = observation.usage();
        return new ReplayFigures(
                transactions,
                seconds,
                rows / seconds,
                transactions / seconds,
                usage == null ? null : usage.daemon() * 1e6,
                usage == null ? null : usage.target() * 1e6,
                points(curve, since));
    }

    /** Stops the daemon, which must exit with 0. */
    void end() throws DaemonException, InterruptedException {
        int exitCode = daemon.terminate();
        if (exitCode != 0) {
            throw new DaemonException("the daemon exited with code " + exitCode + daemon.lastLines());
        }
    }

    private Observation watch() throws SQLException, DaemonException, InterruptedException {
        GtidSet wanted = GtidSet.parse(backlog.until());
        ProgressCurve curve = new ProgressCurve(backlog.before());
        String committed = progress.committedOnTarget();
        curve.add(System.nanoTime(), committed);
        if (GtidSet.parse(committed).containsAll(wanted)) {
            throw new DaemonException("the target had the whole backlog before the replay was observed: there is"
                    + " nothing to measure");
        }
        @Nullable Usage before = null;
        long countBefore = 0;
        while (!GtidSet.parse(committed).containsAll(wanted)) {
            daemon.requireAlive();
            requireProgress(curve);
            Thread.sleep(POLL_MILLIS);
            committed = progress.committedOnTarget();
            curve.add(System.nanoTime(), committed);
            if (before == null && curve.last().count() >= backlog.runUp()) {
                before = usage();
                countBefore = curve.last().count();
            }
            observer.progress((double) curve.last().count() / backlog.transactions());
        }
        double rows = rows(curve.last().count() - countBefore);
        if (before == null || rows == 0) {
            return new Observation(curve, null);
        }
        Usage end = usage();
        return new Observation(
                curve, new Usage((end.daemon() - before.daemon()) / rows, (end.target() - before.target()) / rows));
    }

    private void requireProgress(ProgressCurve curve) throws DaemonException {
        if (System.nanoTime() - curve.last().nanos() > PROGRESS_TIMEOUT.toNanos()) {
            throw new DaemonException("the target made no progress for " + PROGRESS_TIMEOUT.toSeconds()
                    + " s, at transaction " + curve.last().count() + daemon.lastLines());
        }
    }

    private Usage usage() {
        return new Usage(ProcessorTime.ofProcess(daemon.processId()), ProcessorTime.ofServer(targetProcess));
    }

    private double rows(long transactions) {
        return transactions * (double) backlog.rows() / backlog.transactions();
    }

    private static List<Point> points(ProgressCurve curve, long since) {
        List<ProgressCurve.Point> all = curve.points();
        int step = Math.max(1, all.size() / CURVE_POINTS);
        return IntStream.range(0, all.size())
                .filter(index -> index % step == 0 || index == all.size() - 1)
                .mapToObj(all::get)
                .map(point -> new Point(Math.max(0, (point.nanos() - since) / 1e9), point.count()))
                .toList();
    }

    /** Kills the daemon if it is still running. */
    @Override
    public void close() throws SQLException {
        daemon.close();
        dumpThread.close();
    }
}
