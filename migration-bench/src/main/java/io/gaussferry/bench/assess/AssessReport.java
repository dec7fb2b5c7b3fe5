package io.gaussferry.bench.assess;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The forecasts of several schemas and their outcomes.
 *
 * @param runs one for each schema and size
 */
record AssessReport(List<Run> runs) {

    /**
     * One schema of one size.
     *
     * @param schema its name
     * @param rows its rows
     * @param copy the copy, from the start of the daemon's process until replication starts
     * @param verification the comparison, from the start of its process to its end
     */
    record Run(String schema, long rows, ForecastOutcome copy, ForecastOutcome verification) {}

    AssessReport {
        runs = List.copyOf(runs);
    }

    /** Returns a table for a terminal. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%-12s %10s  %-38s  %s",
                "schema",
                "rows",
                "copy: forecast (interval), outcome",
                "verification: forecast (interval), outcome"));
        for (Run run : runs) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-12s %,10d  %-38s  %s",
                    run.schema(),
                    run.rows(),
                    text(run.copy()),
                    text(run.verification())));
        }
        lines.add(String.format(
                Locale.ROOT,
                "within 25 %%: copy %d of %d, verification %d of %d; within the interval: copy %d, verification %d",
                runs.stream().filter(run -> run.copy().isWithinTolerance()).count(),
                runs.size(),
                runs.stream()
                        .filter(run -> run.verification().isWithinTolerance())
                        .count(),
                runs.size(),
                runs.stream().filter(run -> run.copy().isWithinInterval()).count(),
                runs.stream()
                        .filter(run -> run.verification().isWithinInterval())
                        .count()));
        return lines;
    }

    private static String text(ForecastOutcome outcome) {
        return String.format(
                Locale.ROOT,
                "%.1f s (%.1f to %.1f), %.1f s, %+.0f %%",
                outcome.likely(),
                outcome.low(),
                outcome.high(),
                outcome.actual(),
                100 * outcome.deviation());
    }
}
