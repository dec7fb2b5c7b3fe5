package io.gaussferry.e2e;

import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Executes short SQL on one of the servers; statements use their own connection, and so do MySQL queries. */
record Server(ServerAddress address) {

    /** Executes statements one after the other, each in its own transaction. */
    void execute(String... statements) throws SQLException {
        try (Connection connection = address.open();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(address.isTarget() ? sql : SourceSql.of(sql));
            }
        }
    }

    /** Returns the rows of a query, each as its values separated by a bar; NULL as {@code null}, booleans as {@code t} and {@code f}. */
    List<String> rows(String query) throws SQLException {
        if (address.isTarget()) {
            return TargetQueries.rows(address, query);
        }
        try (Connection connection = address.open()) {
            return rows(connection, query);
        }
    }

    static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(value(result, column));
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    /** Returns booleans as {@code t} and {@code f}, which the dolphin plugin prints as numbers. */
    private static String value(ResultSet row, int column) throws SQLException {
        boolean isBoolean = row.getMetaData().getColumnTypeName(column).equals("bool");
        String text = row.getString(column);
        return text != null && isBoolean ? row.getBoolean(column) ? "t" : "f" : String.valueOf(text);
    }

    /** Returns the first value of a query's only row. */
    String value(String query) throws SQLException {
        List<String> rows = rows(query);
        if (rows.size() != 1) {
            throw new AssertionError(query + " gave " + rows.size() + " rows");
        }
        return rows.get(0);
    }
}
