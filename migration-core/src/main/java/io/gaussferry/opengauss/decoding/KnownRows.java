package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The position of one row of each table, for the proof that a slot sends changed rows. To find a row, the target reads all pages before it,
 * and a table whose old rows are deleted has any number of empty ones: so rows are found while writers write. A row that was moved or deleted
 * since is searched again, for a short time only.
 *
 * @param positions the {@code ctid} of a row, by the table's name on the target
 * @param longestSearch the time limit of the search for a row whose position is not known
 */
public record KnownRows(Map<TableId, String> positions, Duration longestSearch) {

    /** No rows: they are searched when they are needed. For callers for which no writer waits. */
    public static final KnownRows NONE = new KnownRows(Map.of(), Duration.ofSeconds(5));

    /** Per table, while writers wait. A row of a table without empty pages is found in a millisecond. */
    private static final Duration SHORT_SEARCH = Duration.ofMillis(100);

    public KnownRows {
        positions = Map.copyOf(positions);
    }

    /** Finds a row of each table that has one. Joins the connection's transaction. */
    public static KnownRows read(Connection connection, Collection<TableId> tables) throws SQLException {
        Map<TableId, String> positions = new TreeMap<>();
        try (Statement query = connection.createStatement()) {
            for (TableId table : tables) {
                try (ResultSet row = query.executeQuery(
                        "SELECT CAST(ctid AS TEXT) FROM " + Identifiers.quoteTarget(table) + " LIMIT 1")) {
                    if (row.next()) {
                        positions.put(table, row.getString(1));
                    }
                }
            }
        }
        return new KnownRows(positions, SHORT_SEARCH);
    }

    /** Returns the position of a row of this table, which may have been moved or deleted since. */
    Optional<String> position(TableId table) {
        return Optional.ofNullable(positions.get(table));
    }
}
