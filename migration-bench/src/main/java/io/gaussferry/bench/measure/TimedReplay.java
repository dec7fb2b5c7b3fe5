package io.gaussferry.bench.measure;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.report.RowReport.Point;
import io.gaussferry.bench.report.RowReport.ReplayFigures;
import io.gaussferry.model.GtidSet;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One replay of a backlog by a new process. The measured stretch begins when the target has a share of the backlog, which is
 * the warm-up: a cold Java compiles what it runs, and on two cores that takes as much of them as the replay. What counts is
 * what was seen committed on the target. Confined to one thread.
 */
final class TimedReplay {
    /** This share of a backlog is replayed before measuring begins. */
    static final double WARM_UP_SHARE = 0.4;

    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

    /** How exactly a commit's time is known. */
    private static final long POLL_MILLIS = 5;

    private static final int CURVE_POINTS = 120;

    private final ReplayProgress progress;
    private final long targetProcess;
    private final Backlog backlog;
    private final Observer observer;

    /**
     * What is to be replayed.
     *
     * @param before GTIDs of the source when it began
     * @param until GTIDs of the source when it ended
     * @param transactions in it
     * @param rows in it
     */
    record Backlog(String before, String until, long transactions, long rows) {
        long warmUp() {
            return (long) (transactions * WARM_UP_SHARE);
        }
    }

    TimedReplay(ReplayProgress progress, long targetProcess, Backlog backlog, Observer observer) {
        this.progress = progress;
        this.targetProcess = targetProcess;
        this.backlog = backlog;
        this.observer = observer;
    }

    /** Processor seconds, until a moment or per row. */
    private record Usage(double daemon, double target) {}

    ReplayFigures run(List<String> command) throws SQLException, IOException, DaemonException, InterruptedException {
        GtidSet wanted = GtidSet.parse(backlog.until());
        if (GtidSet.parse(progress.committedOnTarget()).containsAll(wanted)) {
            throw new DaemonException("there is no backlog: the target already has all of it");
        }
        ProgressCurve curve = new ProgressCurve(backlog.before());
        try (DaemonProcess daemon = DaemonProcess.start(command, line -> {})) {
            long since = daemon.awaitReplaying(LONGEST_START);
            String committed = progress.committedOnTarget();
            if (GtidSet.parse(committed).containsAll(wanted)) {
                throw new DaemonException(
                        "the target had everything as soon as the daemon said that it replays: there is"
                                + " nothing to measure");
            }
            curve.add(System.nanoTime(), committed);
            @Nullable Usage warm = null;
            long warmCount = 0;
            while (!GtidSet.parse(committed).containsAll(wanted)) {
                daemon.requireAlive();
                requireProgress(curve, daemon);
                Thread.sleep(POLL_MILLIS);
                committed = progress.committedOnTarget();
                curve.add(System.nanoTime(), committed);
                if (warm == null && curve.last().count() >= backlog.warmUp()) {
                    warm = usage(daemon);
                    warmCount = curve.last().count();
                }
                observer.progress((double) curve.last().count() / backlog.transactions());
            }
            Usage end = usage(daemon);
            int exitCode = daemon.terminate();
            if (exitCode != 0) {
                throw new DaemonException("the daemon ended with exit code " + exitCode + daemon.lastWords());
            }
            double used = rows(curve.last().count() - warmCount);
            Usage each = warm == null
                    ? new Usage(Double.NaN, Double.NaN)
                    : new Usage((end.daemon() - warm.daemon()) / used, (end.target() - warm.target()) / used);
            return figures(curve, since, daemon.startedNanos(), each);
        }
    }

    private static void requireProgress(ProgressCurve curve, DaemonProcess daemon) throws DaemonException {
        if (System.nanoTime() - curve.last().nanos() > LONGEST_SILENCE.toNanos()) {
            throw new DaemonException("the target has not got any further for " + LONGEST_SILENCE.toSeconds()
                    + " s, at transaction " + curve.last().count() + daemon.lastWords());
        }
    }

    private Usage usage(DaemonProcess daemon) {
        return new Usage(ProcessorTime.ofProcess(daemon.processId()), ProcessorTime.ofServer(targetProcess));
    }

    private ReplayFigures figures(ProgressCurve curve, long since, long started, Usage secondsPerRow) {
        ProgressCurve.Point last = curve.last();
        long transactions = last.count() - backlog.warmUp();
        double seconds = (last.nanos() - curve.reached(backlog.warmUp())) / 1e9;
        double coldSeconds = (last.nanos() - since) / 1e9;
        double rows = rows(transactions);
        return new ReplayFigures(
                transactions,
                seconds,
                rows / seconds,
                transactions / seconds,
                coldSeconds,
                backlog.rows() / coldSeconds,
                (last.nanos() - started) / 1e9,
                perMillion(secondsPerRow.daemon()),
                perMillion(secondsPerRow.target()),
                points(curve, since));
    }

    private double rows(long transactions) {
        return transactions * (double) backlog.rows() / backlog.transactions();
    }

    private static @Nullable Double perMillion(double secondsPerRow) {
        return Double.isFinite(secondsPerRow) ? secondsPerRow * 1e6 : null;
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
}
