package io.gaussferry.preflight.table;

import io.gaussferry.preflight.finding.CatalogRows;
import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** Checks whether the clocks of a server and of this machine agree: lag is the difference of two clocks. */
public final class ClockCheck implements Check {

    private static final double NOTED_SECONDS = 1;
    private static final double LARGE_SECONDS = 60;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Connection connection;
    private final String query;
    private final FindingLocation location;

    private ClockCheck(Connection connection, String query, FindingLocation location) {
        this.connection = connection;
        this.query = query;
        this.location = location;
    }

    public static ClockCheck ofSource(Connection connection) {
        return new ClockCheck(connection, "SELECT UNIX_TIMESTAMP(SYSDATE(6))", FindingLocation.SOURCE);
    }

    public static ClockCheck ofTarget(Connection connection) {
        return new ClockCheck(
                connection, "SELECT extract(epoch FROM pg_catalog.clock_timestamp())::TEXT", FindingLocation.TARGET);
    }

    @Override
    public String subject() {
        return "the clock of the " + location.side().label();
    }

    @Override
    public FindingLocation location() {
        return location;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        long beforeNanos = System.nanoTime();
        double before = System.currentTimeMillis() / MILLIS_PER_SECOND;
        double server = Double.parseDouble(CatalogRows.text(connection, query));
        double tripSeconds = (System.nanoTime() - beforeNanos) / NANOS_PER_SECOND;
        report(findings, server - (before + tripSeconds / 2), tripSeconds);
    }

    /**
     * Reports a clock difference.
     *
     * @param difference the server's clock minus this machine's, seconds
     * @param tripSeconds the duration of the query, which limits the precision of the difference
     */
    void report(Findings findings, double difference, double tripSeconds) {
        if (Math.abs(difference) - tripSeconds / 2 < NOTED_SECONDS) {
            return;
        }
        findings.add(
                Math.abs(difference) < LARGE_SECONDS
                        ? FindingCode.CLOCK_DIFFERENCE_SMALL
                        : FindingCode.CLOCK_DIFFERENCE,
                location,
                String.format(
                        Locale.ROOT,
                        "The clock of the %s is %.1f s %s that of this machine.",
                        location.side().label(),
                        Math.abs(difference),
                        difference > 0 ? "ahead of" : "behind"),
                "The reported lag is wrong by that much; data are not affected.",
                "synchronize the clocks of all machines with the same time server (NTP)");
    }
}
