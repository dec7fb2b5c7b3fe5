package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The scheduled events of the source, as far as an account with EVENT can see them. Stateless. */
public final class SourceEvents {

    private static final String RUNNING =
            " FROM information_schema.events WHERE status = 'ENABLED' AND @@GLOBAL.event_scheduler = 'ON'";

    private SourceEvents() {}

    /** Returns the events that the scheduler runs, each with its definer and its schedule. */
    public static List<String> running(Connection source) throws SQLException {
        return SourceLink.rows(
                        source,
                        "SELECT CONCAT(event_schema, '.', event_name, ' (definer ', definer, ', ',"
                                + " IF(event_type = 'RECURRING', CONCAT('every ', interval_value, ' ', LOWER(interval_field)),"
                                + " 'once'), ')')" + RUNNING + " ORDER BY event_schema, event_name")
                .stream()
                .map(row -> row.get(0))
                .toList();
    }

    /** Returns the shortest interval in seconds at which an event runs; empty if no event runs every few seconds. */
    static Optional<Duration> shortestInterval(Connection source) throws SQLException {
        String seconds = SourceLink.rows(
                        source,
                        "SELECT MIN(CAST(interval_value AS UNSIGNED))" + RUNNING + " AND interval_field = 'SECOND'")
                .get(0)
                .get(0);
        return seconds.isEmpty() ? Optional.empty() : Optional.of(Duration.ofSeconds(Long.parseLong(seconds)));
    }
}
