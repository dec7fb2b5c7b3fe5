package io.gaussferry.bench.report;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * A whole report: what {@code report.json} holds.
 *
 * @param format of this file; readers of another one refuse it
 * @param made when the run began, ISO 8601
 * @param seconds that it took
 * @param environment where
 * @param settings how
 * @param rows what was measured, in the order of the table
 */
public record BenchReport(
        int format, String made, double seconds, Environment environment, Settings settings, List<RowReport> rows) {
    /** The present format. */
    public static final int FORMAT = 3;

    /**
     * Where it ran.
     *
     * @param gaussferry version
     * @param source the source as it calls itself
     * @param target the target as it calls itself
     * @param targetIsStandIn whether that is PostgreSQL instead of openGauss
     * @param cores that Java sees
     * @param memoryMegabytes of the machine, or -1
     * @param system name and version of the operating system
     * @param java version
     * @param daemonOptions of the daemon's Java, its heap among them
     * @param durability the target's settings that decide what a commit costs
     * @param logicalClock the source's {@code binlog_transaction_dependency_tracking}, by which the baseline goes, as it was in the
     *     beginning, or that the bench chose it for each row, which names it
     */
    public record Environment(
            String gaussferry,
            String source,
            String target,
            boolean targetIsStandIn,
            int cores,
            long memoryMegabytes,
            String system,
            String java,
            String daemonOptions,
            String durability,
            String logicalClock) {
        /** On a source of the bench's own. */
        public static final String CLOCK_BY_ROW = "chosen for each row";
    }

    /**
     * How it ran.
     *
     * @param scale of all workloads
     * @param mode backlog, live or both
     * @param appliers of the daemon; earlier reports call them lanes
     * @param repeat how often each backlog was replayed
     * @param rate of the live runs, transactions/s, where a row has none of its own
     * @param seed of all random values
     * @param baselineConnections of the baseline
     * @param ceilingConnections of the ceiling
     */
    @JsonIgnoreProperties("consistency") // of earlier reports
    public record Settings(
            double scale,
            String mode,
            @JsonAlias("lanes") int appliers,
            int repeat,
            long rate,
            long seed,
            int baselineConnections,
            int ceilingConnections) {}

    /** Whether every row has been measured, with equal sides. */
    public boolean success() {
        return !rows.isEmpty() && rows.stream().allMatch(RowReport::equal);
    }
}
