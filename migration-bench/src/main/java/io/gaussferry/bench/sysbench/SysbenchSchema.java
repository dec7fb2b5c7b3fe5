package io.gaussferry.bench.sysbench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/**
 * Sysbench's oltp tables {@code sbtest1} to {@code sbtestN} in one MySQL database.
 *
 * @param database name of the database, without quotes
 * @param tables number of tables, at least one
 * @param rowsPerTable rows that {@link #fill} writes into each table; also the range of ids and {@code k}
 * @param primaryKey false omits the primary key ({@code id} keeps a plain index, since AUTO_INCREMENT requires one)
 */
public record SysbenchSchema(String database, int tables, int rowsPerTable, boolean primaryKey) {
    /** Rows per INSERT statement of {@link #fill}: about 100 kB, far below the smallest max_allowed_packet. */
    private static final int ROWS_PER_STATEMENT = 500;

    /** Checks the preconditions of the statements below. */
    public SysbenchSchema {
        if (database.isEmpty() || database.indexOf('`') >= 0) {
            throw new IllegalArgumentException("unsupported database name: '" + database + "'");
        }
        if (tables < 1 || rowsPerTable < 1) {
            throw new IllegalArgumentException(
                    "at least one table and one row per table are needed, not " + tables + " and " + rowsPerTable);
        }
    }

    /** Returns the table's quoted name for SQL on MySQL, with its database. {@code number} counts from 1. */
    public String quotedTable(int number) {
        return "`" + database + "`.`" + tableName(number) + "`";
    }

    /** Returns the table's unquoted name. {@code number} counts from 1. */
    public static String tableName(int number) {
        return "sbtest" + number;
    }

    /** Creates the database and its empty tables. Fails if the database exists. */
    public void create(Connection source) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("CREATE DATABASE `" + database + "`");
            for (int number = 1; number <= tables; number++) {
                statement.execute(createTable(number));
            }
        }
    }

    private String createTable(int number) {
        String idKey = primaryKey ? "PRIMARY KEY (id)" : "KEY id_" + number + " (id)";
        return "CREATE TABLE " + quotedTable(number)
                + " (id INTEGER NOT NULL AUTO_INCREMENT, k INTEGER NOT NULL DEFAULT 0,"
                + " c CHAR(120) NOT NULL DEFAULT '', pad CHAR(60) NOT NULL DEFAULT '',"
                + " " + idKey + ", KEY k_" + number + " (k))";
    }

    /** Fills every table with {@link #rowsPerTable} rows, ids from 1, by multi-row inserts, one transaction per table. */
    public void fill(Connection source, SplittableRandom random, Distribution distribution) throws SQLException {
        boolean autoCommit = source.getAutoCommit();
        source.setAutoCommit(false);
        try {
            for (int number = 1; number <= tables; number++) {
                for (int from = 1; from <= rowsPerTable; from += ROWS_PER_STATEMENT) {
                    int until = Math.min(from + ROWS_PER_STATEMENT, rowsPerTable + 1);
                    insertRows(source, number, from, until, random, distribution);
                }
                source.commit();
            }
        } finally {
            source.setAutoCommit(autoCommit);
        }
    }

    private void insertRows(
            Connection source, int number, int from, int until, SplittableRandom random, Distribution distribution)
            throws SQLException {
        String sql = "INSERT INTO " + quotedTable(number) + " (id, k, c, pad) VALUES (?, ?, ?, ?)"
                + ", (?, ?, ?, ?)".repeat(until - from - 1);
        try (PreparedStatement insert = source.prepareStatement(sql)) {
            int parameter = 1;
            for (int id = from; id < until; id++) {
                insert.setInt(parameter++, id);
                insert.setInt(parameter++, distribution.draw(random, rowsPerTable));
                insert.setString(parameter++, SysbenchValues.c(random));
                insert.setString(parameter++, SysbenchValues.pad(random));
            }
            insert.executeUpdate();
        }
    }

    /** Drops the database with all its tables, if it exists. */
    public void drop(Connection source) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS `" + database + "`");
        }
    }
}
