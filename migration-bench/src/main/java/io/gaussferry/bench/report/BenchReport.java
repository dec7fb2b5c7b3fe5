package io.gaussferry.bench.report;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * A whole report, as stored in {@code report.json}.
 *
 * @param format format of this file; readers reject other formats
 * @param made start of the run, ISO 8601
 * @param seconds duration of the run
 * @param environment environment of the run
 * @param settings settings of the run
 * @param rows results, in the order of the table
 */
public record BenchReport(
        int format, String made, double seconds, Environment environment, Settings settings, List<RowReport> rows) {
    /** The current format. */
    public static final int FORMAT = 3;

    /**
     * The environment of a run.
     *
     * @param gaussferry version of Gaussferry
     * @param source the source's version as it reports it
     * @param target the target's name and version as it reports them
     * @param targetIsStandIn whether the target is PostgreSQL instead of openGauss
     * @param cores cores visible to Java
     * @param memoryMegabytes memory of the machine, or -1
     * @param system name and version of the operating system
     * @param java version of Java
     * @param daemonOptions JVM options of the daemon, including its heap
     * @param durability the target's settings that determine the cost of a commit
     * @param logicalClock the source's {@code binlog_transaction_dependency_tracking} at the start, which the baseline uses,
     *     or {@link #CLOCK_BY_ROW}
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
        /** The bench chose the clock for each row, on a source of its own; the row names it. */
        public static final String CLOCK_BY_ROW = "chosen for each row";
    }

    /**
     * The settings of a run.
     *
     * @param scale scale of all workloads
     * @param mode backlog, live or both
     * @param appliers appliers of the daemon; earlier reports call them lanes
     * @param repeat replays of each backlog
     * @param rate rate of the live runs, transactions/s, unless a row has its own
     * @param seed seed of all random values
     * @param baselineConnections connections of the baseline
     * @param ceilingConnections connections of the ceiling
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

    /** Returns whether every row was measured with equal sides. */
    public boolean success() {
        return !rows.isEmpty() && rows.stream().allMatch(RowReport::equal);
    }
}
