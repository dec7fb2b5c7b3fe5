package io.gaussferry.bench.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Inserts many rows by multi-row statements, in transactions of a few statements. For one thread. */
final class BulkInsert implements AutoCloseable {
    /** Characters per statement: far below the smallest max_allowed_packet. */
    private static final int STATEMENT_LENGTH = 200_000;

    /** Represents NULL among the values of a row. */
    static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "NULL";
        }
    };

    private final Connection connection;
    private final String head;
    private final StringBuilder sql = new StringBuilder();

    BulkInsert(Connection connection, String table) {
        this.connection = connection;
        this.head = "INSERT INTO " + table + " VALUES ";
    }

    /** Adds a row of numbers, strings without quotes and backslashes, and {@link #NULL}. */
    void add(Object... values) throws SQLException {
        sql.append(sql.length() == 0 ? head : ",");
        char separator = '(';
        for (Object value : values) {
            sql.append(separator);
            separator = ',';
            if (value instanceof CharSequence) {
                sql.append('\'').append(value).append('\'');
            } else {
                sql.append(value);
            }
        }
        sql.append(')');
        if (sql.length() > STATEMENT_LENGTH) {
            flush();
        }
    }

    private void flush() throws SQLException {
        if (sql.length() == 0) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql.toString());
        }
        sql.setLength(0);
    }

    @Override
    public void close() throws SQLException {
        flush();
    }
}
