package io.gaussferry.preflight.table;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Place;
import io.gaussferry.preflight.finding.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** Whether the clocks of both servers and of this machine agree: lag is the difference of two of them. */
public final class ClockCheck implements Check {

    private static final double NOTED_SECONDS = 1;
    private static final double LARGE_SECONDS = 60;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Connection connection;
    private final String query;
    private final Place place;

    private ClockCheck(Connection connection, String query, Place place) {
        this.connection = connection;
        this.query = query;
        this.place = place;
    }

    public static ClockCheck ofSource(Connection connection) {
        return new ClockCheck(connection, "SELECT UNIX_TIMESTAMP(SYSDATE(6))", Place.SOURCE);
    }

    public static ClockCheck ofTarget(Connection connection) {
        return new ClockCheck(
                connection, "SELECT extract(epoch FROM pg_catalog.clock_timestamp())::text", Place.TARGET);
    }

    @Override
    public String subject() {
        return "the clock of the " + place.side().label();
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public void run(Findings findings) throws SQLException {
        long beforeNanos = System.nanoTime();
        double before = System.currentTimeMillis() / MILLIS_PER_SECOND;
        double server = Double.parseDouble(Rows.text(connection, query));
        double tripSeconds = (System.nanoTime() - beforeNanos) / NANOS_PER_SECOND;
        report(findings, server - (before + tripSeconds / 2), tripSeconds);
    }

    /**
     * @param difference how far the server's clock is ahead of this machine's, seconds
     * @param tripSeconds how long the answer took, which the difference is not more exact than
     */
    void report(Findings findings, double difference, double tripSeconds) {
        if (Math.abs(difference) - tripSeconds / 2 < NOTED_SECONDS) {
            return;
        }
        findings.add(
                Math.abs(difference) < LARGE_SECONDS
                        ? FindingCode.CLOCK_DIFFERENCE_SMALL
                        : FindingCode.CLOCK_DIFFERENCE,
                place,
                String.format(
                        Locale.ROOT,
                        "The clock of the %s is %.1f s %s that of this machine.",
                        place.side().label(),
                        Math.abs(difference),
                        difference > 0 ? "ahead of" : "behind"),
                "Lag is reported too large or too small by that much; the data are not concerned.",
                "let all machines set their clocks by the same time server (NTP)");
    }
}
