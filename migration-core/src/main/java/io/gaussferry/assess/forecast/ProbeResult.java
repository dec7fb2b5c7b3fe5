package io.gaussferry.assess.forecast;

import java.util.List;
import java.util.Map;

/**
 * The measurements of a probe.
 *
 * @param workers the number of concurrent workers that measured
 * @param withTarget whether rows were written to temporary tables of the target; otherwise they were only read
 * @param tables the measured tables; one table may appear once per worker
 * @param sourceRoundTrip the time of a trivial query at the source, in seconds
 * @param targetRoundTrip the same on the target; 0 without one
 * @param definitionsSeconds the time to read the definitions of all tables
 * @param seconds the duration of the probe
 * @param problems why tables could not be measured
 */
public record ProbeResult(
        int workers,
        boolean withTarget,
        List<MeasuredTable> tables,
        double sourceRoundTrip,
        double targetRoundTrip,
        double definitionsSeconds,
        double seconds,
        Map<String, String> problems) {

    public ProbeResult {
        tables = List.copyOf(tables);
        problems = Map.copyOf(problems);
    }

    /** Returns the number of rows that were read. */
    public long rows() {
        return tables.stream().mapToLong(table -> table.copied().rows()).sum();
    }
}
