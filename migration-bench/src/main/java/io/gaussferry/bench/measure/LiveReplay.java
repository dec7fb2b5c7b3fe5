package io.gaussferry.bench.measure;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonProcess;
import io.gaussferry.bench.daemon.ReplayProgress;
import io.gaussferry.bench.daemon.ReplaySummary;
import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadResult;
import io.gaussferry.bench.report.RowReport.LiveFigures;
import io.gaussferry.bench.report.RowReport.Point;
import io.gaussferry.model.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A load that is replicated while it runs. Measures the lag externally: from the return of the n-th commit on the source to
 * the moment when the n-th commit was observed on the target, which is at most one poll late. Confined to one thread.
 */
final class LiveReplay {
    /** Initial share of the time that is warm-up. */
    private static final double WARM_UP_SHARE = 0.3;

    private static final Duration CATCH_UP_TIMEOUT = Duration.ofMinutes(3);
    private static final double KEEPS_UP_SECONDS = 1;

    /** More frequent polls would be a load themselves; fewer would hide latencies of milliseconds. */
    private static final long POLL_MILLIS = 2;

    private static final int CURVE_POINTS = 120;
    private static final int SLOW_POLL_FACTOR = 5;
    private static final long SLOW_POLL_FROM_RATE = 1_000;

    private final ReplayProgress progress;
    private final DaemonProcess daemon;
    private final Workload workload;
    private final Observer observer;

    LiveReplay(ReplayProgress progress, DaemonProcess daemon, Workload workload, Observer observer) {
        this.progress = progress;
        this.daemon = daemon;
        this.workload = workload;
        this.observer = observer;
    }

    /** The observed load and progress. */
    record Outcome(LoadResult load, long[] sourceNanos, ProgressCurve curve, long startNanos) {}

    /** Runs the load and observes the target until it has caught up. The daemon continues to run. */
    Outcome run(Load load, String before, long startNanos) throws SQLException, DaemonException, InterruptedException {
        ProgressCurve curve = new ProgressCurve(before);
        curve.add(startNanos, before);
        long pollMillis = workload.liveRate() >= SLOW_POLL_FROM_RATE ? POLL_MILLIS * SLOW_POLL_FACTOR : POLL_MILLIS;
        CompletableFuture<Void> stopWithDaemon = daemon.ended().thenRun(load::stop);
        @Nullable GtidSet wanted = null;
        long end = Long.MAX_VALUE;
        while (true) {
            String committed = progress.committedOnTarget();
            long now = System.nanoTime();
            curve.add(now, committed);
            observer.progress((now - startNanos) / (double) workload.liveTime().toNanos());
            if (wanted == null && load.ended()) {
                load.await();
                wanted = GtidSet.parse(progress.executedOnSource());
                end = now + CATCH_UP_TIMEOUT.toNanos();
            }
            if (wanted != null && GtidSet.parse(committed).containsAll(wanted)) {
                break;
            }
            daemon.requireAlive();
            if (wanted != null && now > end) {
                throw new DaemonException("the target did not catch up within " + CATCH_UP_TIMEOUT.toSeconds()
                        + " s after the load" + daemon.lastLines());
            }
            Thread.sleep(pollMillis);
        }
        stopWithDaemon.cancel(false);
        return new Outcome(load.await(), load.commitLog().nanos(), curve, startNanos);
    }

    /** Returns the figures, including the daemon's own summary. */
    static LiveFigures figures(Workload workload, Outcome outcome, @Nullable ReplaySummary summary) {
        LoadResult load = outcome.load();
        long[] source = outcome.sourceNanos();
        long start = outcome.startNanos();
        double warmUpSeconds = load.seconds() * WARM_UP_SHARE;
        long warmUntil = start + (long) (warmUpSeconds * 1e9);
        double[] lags = new double[source.length];
        int counted = 0;
        List<Point> lagCurve = new ArrayList<>();
        List<Point> speedCurve = new ArrayList<>();
        int next = 0;
        for (ProgressCurve.Point observed : outcome.curve().points()) {
            double longest = 0;
            while (next < source.length && next < observed.count()) {
                double lag = Math.max(0, (observed.nanos() - source[next]) / 1e6);
                longest = Math.max(longest, lag);
                if (source[next] >= warmUntil) {
                    lags[counted++] = lag;
                }
                next++;
            }
            double second = (observed.nanos() - start) / 1e9;
            lagCurve.add(new Point(second, longest));
            speedCurve.add(new Point(second, observed.count()));
        }
        double[] warm = Arrays.copyOf(lags, counted);
        long lastCommit = source.length == 0 ? start : source[source.length - 1];
        double catchUp = Math.max(0, (outcome.curve().last().nanos() - lastCommit) / 1e9);
        return new LiveFigures(
                workload.liveRate(),
                load.transactions() / load.seconds(),
                load.transactions(),
                load.rows(),
                load.seconds(),
                warmUpSeconds,
                Statistics.percentile(warm, 50),
                Statistics.percentile(warm, 99),
                Statistics.percentile(warm, 100),
                summary == null ? null : summary.lagP99Millis(),
                catchUp,
                catchUp <= KEEPS_UP_SECONDS,
                highest(lagCurve),
                thinned(speedCurve));
    }

    /** Reduces the points to the maximum of each group, since peaks matter. */
    private static List<Point> highest(List<Point> points) {
        int group = Math.max(1, (points.size() + CURVE_POINTS - 1) / CURVE_POINTS);
        List<Point> selected = new ArrayList<>();
        for (int from = 0; from < points.size(); from += group) {
            Point highest = points.get(from);
            for (Point point : points.subList(from, Math.min(points.size(), from + group))) {
                highest = point.y() > highest.y() ? point : highest;
            }
            selected.add(highest);
        }
        return selected;
    }

    private static List<Point> thinned(List<Point> points) {
        int group = Math.max(1, (points.size() + CURVE_POINTS - 1) / CURVE_POINTS);
        List<Point> selected = new ArrayList<>();
        for (int index = 0; index < points.size(); index += group) {
            selected.add(points.get(index));
        }
        return selected;
    }
}
