package io.gaussferry.preflight.finding;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads small results of catalog queries as strings. */
public final class CatalogRows {

    /** Limits one catalog query, seconds, to spare a busy server. */
    private static final int TIMEOUT_SECONDS = 30;

    private CatalogRows() {}

    /** One row of a result. */
    public record Row(List<@Nullable String> values) {

        /** Returns the value of a column, counted from 0; NULL as the empty string. */
        public String text(int column) {
            String value = values.get(column);
            return value == null ? "" : value;
        }

        /** Returns a value as a number; 0 for NULL and for values that are not numeric. */
        double number(int column) {
            try {
                return Double.parseDouble(text(column));
            } catch (NumberFormatException e) {
                return 0;
            }
        }

        /** Returns whether a value represents true in the server's notation. */
        public boolean flag(int column) {
            String value = text(column);
            return value.equals("t") || value.equals("true") || value.equals("1");
        }
    }

    /** Executes a query and returns its whole result. */
    public static List<Row> of(Connection connection, String query, List<String> parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            for (int i = 0; i < parameters.size(); i++) {
                statement.setString(i + 1, parameters.get(i));
            }
            try (ResultSet result = statement.executeQuery()) {
                return read(result);
            }
        }
    }

    public static List<Row> of(Connection connection, String query) throws SQLException {
        return of(connection, query, List.of());
    }

    /** Returns the first value of the first row; the empty string if the result is empty. */
    public static String text(Connection connection, String query, String... parameters) throws SQLException {
        List<Row> rows = of(connection, query, List.of(parameters));
        return rows.isEmpty() ? "" : rows.get(0).text(0);
    }

    /** Returns {@code (?, ?, …)} for a number of parameters, at least one. */
    public static String placeholders(int count) {
        return "(" + String.join(", ", Collections.nCopies(count, "?")) + ")";
    }

    private static List<Row> read(ResultSet result) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        List<Row> rows = new ArrayList<>();
        while (result.next()) {
            List<@Nullable String> values = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
                values.add(result.getString(column));
            }
            rows.add(new Row(values));
        }
        return rows;
    }
}
