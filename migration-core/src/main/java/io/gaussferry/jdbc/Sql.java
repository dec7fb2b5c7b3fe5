package io.gaussferry.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Executes single statements, in the connection's transaction. For catalogs and Gaussferry's own tables, and not for
 * rows of the migration: each execution creates its statement. A parameter that is null is a string; without parameters
 * a question mark has no meaning.
 */
public final class Sql {

    /** SQLSTATE; without one the failure would count as a lost connection. */
    private static final String NO_DATA = "02000";

    private Sql() {}

    /** Reads from a result. */
    @FunctionalInterface
    public interface Reader<T> {
        /** Returns the value of the current row. */
        T read(ResultSet row) throws SQLException;
    }

    /** Receives rows. */
    @FunctionalInterface
    public interface Receiver {
        /** Processes the current row. */
        void accept(ResultSet row) throws SQLException;
    }

    /** Passes each row of a query. */
    public static void each(Connection connection, Receiver receiver, String query, @Nullable Object... parameters)
            throws SQLException {
        boolean unused = ask(
                connection,
                rows -> {
                    while (rows.next()) {
                        receiver.accept(rows);
                    }
                    return true;
                },
                query,
                parameters);
    }

    /** Returns all rows of a query. */
    public static <T> List<T> list(
            Connection connection, Reader<T> reader, String query, @Nullable Object... parameters) throws SQLException {
        List<T> values = new ArrayList<>();
        each(connection, row -> values.add(reader.read(row)), query, parameters);
        return values;
    }

    /** Returns the first row of a query; empty if there is none. */
    public static <T> Optional<T> first(
            Connection connection, Reader<T> reader, String query, @Nullable Object... parameters) throws SQLException {
        return ask(
                connection, rows -> rows.next() ? Optional.of(reader.read(rows)) : Optional.empty(), query, parameters);
    }

    /** Returns the value of the first row of a query that always has one, such as an aggregate. */
    public static <T> T only(Connection connection, Reader<T> reader, String query, @Nullable Object... parameters)
            throws SQLException {
        return first(connection, reader, query, parameters)
                .orElseThrow(() -> new SQLException("no row is returned by: " + query, NO_DATA));
    }

    /** Returns whether a query has rows. */
    public static boolean exists(Connection connection, String query, @Nullable Object... parameters)
            throws SQLException {
        return ask(connection, ResultSet::next, query, parameters);
    }

    private static <T> T ask(Connection connection, Reader<T> reader, String query, @Nullable Object... parameters)
            throws SQLException {
        if (parameters.length == 0) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                return reader.read(rows);
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            set(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                return reader.read(rows);
            }
        }
    }

    /** Executes a statement and returns the number of rows that it has changed. */
    public static int update(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        if (parameters.length == 0) {
            try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate(sql);
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            return statement.executeUpdate();
        }
    }

    /** Executes a statement and ignores its result. */
    public static void execute(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        if (parameters.length > 0) {
            int unused = update(connection, sql, parameters);
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void set(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] == null || parameters[i] instanceof String) {
                statement.setString(i + 1, (String) parameters[i]);
            } else {
                statement.setObject(i + 1, parameters[i]);
            }
        }
    }
}
