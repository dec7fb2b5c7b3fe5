package io.gaussferry.assess.forecast;

import io.gaussferry.assess.forecast.MeasuredTable.Slice;
import io.gaussferry.snapshot.CopySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Predicts the course of a migration from the measurements of both servers. Pure. */
public final class ForecastModel {

    /**
     * The rows per second that replication applies, as a share of the rows that the same sessions change by statements for many rows.
     * See docs/internals/performance.md, column "share".
     */
    private static final double APPLIED_SHARE = 0.65;

    private static final double LEAST_APPLIED_SHARE = 0.4;
    private static final double LARGEST_APPLIED_SHARE = 0.9;

    /** Statements of a cutover at the source while writers are refused. */
    private static final int SOURCE_STATEMENTS = 40;

    /** Statements of a cutover on the target meanwhile, and those for each table. */
    private static final int TARGET_STATEMENTS = 120;

    private static final int TARGET_STATEMENTS_PER_TABLE = 5;

    /** The fixed parts: persisted variables, the first queries of the comparison, the end of replication, the slot of reverse replication. */
    private static final double FIXED_DOWNTIME = 0.3;

    /** A durable commit on the target; it is not measured, because it would write. The interval is 1 to 20 ms. */
    private static final double COMMIT_SECONDS = 0.005;

    private static final double FASTEST_COMMIT_SECONDS = 0.001;
    private static final double SLOWEST_COMMIT_SECONDS = 0.02;
    private static final int COMMITS = 20;

    private static final double DOWNTIME_ERROR = 0.5;

    private final ProbeResult probe;
    private final List<TableSize> sizes;
    private final SourceActivity activity;
    private final int appliers;
    private final CopyForecast copy;

    /**
     * @param sizes the tables to migrate
     * @param appliers connections that apply concurrently
     * @param settings the settings of the copy
     */
    public ForecastModel(
            ProbeResult probe, List<TableSize> sizes, SourceActivity activity, int appliers, CopySettings settings) {
        this.probe = probe;
        this.sizes = List.copyOf(sizes);
        this.activity = activity;
        this.appliers = appliers;
        this.copy = new CopyForecast(probe, sizes, settings);
    }

    /** Returns all forecasts. */
    public MigrationForecast forecast() {
        ForecastItem copying = copy.copy();
        ForecastItem changes = changeRate();
        ForecastItem rate = catchUpRate();
        List<ForecastItem> items = new ArrayList<>();
        items.add(copying);
        items.add(changes);
        items.add(rate);
        items.add(catchUpTime(copying, changes, rate));
        items.add(copy.verification());
        items.add(downtime());
        return new MigrationForecast(items);
    }

    private ForecastItem changeRate() {
        double expected = activity.expectedRowsPerSecond();
        if (Double.isNaN(expected)) {
            return ForecastItem.unknown(ForecastQuantity.CHANGE_RATE, "the source does not report its changed rows");
        }
        double observed = Double.isNaN(activity.rowsPerSecond()) ? expected : activity.rowsPerSecond();
        double average = Double.isNaN(activity.averageRowsPerSecond()) ? expected : activity.averageRowsPerSecond();
        return ForecastItem.of(
                ForecastQuantity.CHANGE_RATE,
                new Estimate(Math.min(observed, average), expected, expected),
                String.format(
                        Locale.ROOT,
                        "counters of the whole server: %.0f rows/s in the %.0f s of the assessment, %.0f rows/s on average since its"
                                + " start; binlog %s observed, %s on average. The peak is not known",
                        observed,
                        activity.observedSeconds(),
                        average,
                        bytesPerSecond(activity.binlogBytesPerSecond()),
                        bytesPerSecond(activity.averageBinlogBytesPerSecond())));
    }

    private static String bytesPerSecond(double rate) {
        return Double.isNaN(rate) ? "unknown" : String.format(Locale.ROOT, "%.3f MB/s", rate / 1e6);
    }

    private ForecastItem catchUpRate() {
        if (!probe.withTarget()) {
            return ForecastItem.unknown(ForecastQuantity.CATCH_UP_RATE, "applying changes needs the target");
        }
        Slice changed = Slice.NONE;
        for (MeasuredTable table : probe.tables()) {
            changed = changed.plus(table.changed());
        }
        if (!changed.isMeasured()) {
            return ForecastItem.unknown(
                    ForecastQuantity.CATCH_UP_RATE,
                    "no rows were changed in temporary tables: they need a key and rows");
        }
        double perSession = changed.rows() / changed.seconds();
        double likely = perSession * Math.min(appliers, probe.workers());
        double most = perSession * appliers;
        return ForecastItem.of(
                ForecastQuantity.CATCH_UP_RATE,
                new Estimate(
                        likely * LEAST_APPLIED_SHARE,
                        likely * APPLIED_SHARE,
                        Math.max(likely, most) * LARGEST_APPLIED_SHARE),
                String.format(
                        Locale.ROOT,
                        "%,d rows were changed in temporary tables, %,.0f rows/s in each of %d sessions; replication reaches %.0f%% of"
                                + " that (%.0f%% to %.0f%%)",
                        changed.rows(),
                        perSession,
                        probe.workers(),
                        100 * APPLIED_SHARE,
                        100 * LEAST_APPLIED_SHARE,
                        100 * LARGEST_APPLIED_SHARE));
    }

    private ForecastItem catchUpTime(ForecastItem copying, ForecastItem changes, ForecastItem rate) {
        if (copying.estimate().isEmpty()
                || changes.estimate().isEmpty()
                || rate.estimate().isEmpty()) {
            return ForecastItem.unknown(
                    ForecastQuantity.CATCH_UP_TIME,
                    "it follows from the copy, the changes of the source and the catch-up rate, and one of them is unknown");
        }
        Estimate seconds = copying.estimate().get();
        Estimate changed = changes.estimate().get();
        Estimate applied = rate.estimate().get();
        double likely = catchUp(seconds.likely(), changed.likely(), applied.likely());
        if (Double.isInfinite(likely)) {
            return ForecastItem.unknown(
                    ForecastQuantity.CATCH_UP_TIME,
                    String.format(
                            Locale.ROOT,
                            "the source changes %.0f rows/s, and replication applies about %.0f: it would not catch up",
                            changed.likely(),
                            applied.likely()));
        }
        return ForecastItem.of(
                ForecastQuantity.CATCH_UP_TIME,
                new Estimate(
                        catchUp(seconds.low(), changed.low(), applied.high()),
                        likely,
                        catchUp(seconds.high(), changed.high(), applied.low())),
                String.format(
                        Locale.ROOT,
                        "%,.0f rows change during the copy, and further ones while they are applied",
                        seconds.likely() * changed.likely()));
    }

    /** Returns the time until the changes made during the copy, and those made meanwhile, are applied; infinite if never. */
    static double catchUp(double copySeconds, double changedPerSecond, double appliedPerSecond) {
        return appliedPerSecond <= changedPerSecond
                ? Double.POSITIVE_INFINITY
                : copySeconds * changedPerSecond / (appliedPerSecond - changedPerSecond);
    }

    private ForecastItem downtime() {
        if (!probe.withTarget()) {
            return ForecastItem.unknown(ForecastQuantity.DOWNTIME, "its statements take the target's round trips");
        }
        int tables = sizes.size();
        double known = FIXED_DOWNTIME
                + probe.definitionsSeconds()
                + SOURCE_STATEMENTS * probe.sourceRoundTrip()
                + (TARGET_STATEMENTS + (double) TARGET_STATEMENTS_PER_TABLE * tables) * probe.targetRoundTrip();
        Estimate estimate = new Estimate(
                (known + COMMITS * FASTEST_COMMIT_SECONDS) / (1 + DOWNTIME_ERROR),
                known + COMMITS * COMMIT_SECONDS,
                (known + COMMITS * SLOWEST_COMMIT_SECONDS) * (1 + DOWNTIME_ERROR));
        return ForecastItem.of(
                ForecastQuantity.DOWNTIME,
                estimate,
                String.format(
                        Locale.ROOT,
                        "the time for which writers are refused, whatever the number of rows: round trips of %.2f and %.2f ms, %d tables,"
                                + " definitions read in %.2f s, commits of 1 to 20 ms (assumed). Without hooks, objects that are created, and"
                                + " long transactions; a rehearsal measures them",
                        1e3 * probe.sourceRoundTrip(),
                        1e3 * probe.targetRoundTrip(),
                        tables,
                        probe.definitionsSeconds()));
    }
}
