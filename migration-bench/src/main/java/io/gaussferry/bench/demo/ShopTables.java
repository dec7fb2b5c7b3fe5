package io.gaussferry.bench.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The tables of a shop: AUTO_INCREMENT keys, JSON documents, foreign keys. The rows are generated in MySQL by a few statements.
 *
 * @param database the name of the database, which needs no quotes on any server
 * @param rows of all tables together
 */
record ShopTables(String database, int rows) {

    /** The number of tables. */
    static final int TABLES = 4;

    /** The smallest number of rows with which every table has some. */
    static final int MIN_ROWS = 100;

    /** Rows per statement: the binlog's cache holds a transaction of this size. */
    private static final int CHUNK = 50_000;

    int products() {
        return rows / 1_000 + 1;
    }

    int customers() {
        return rows / 5;
    }

    private int orders() {
        return rows * 3 / 10;
    }

    private int lines() {
        return rows - products() - customers() - orders();
    }

    /** Creates the database, unless it exists, and its tables. */
    void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE IF NOT EXISTS " + database);
            statement.execute("CREATE TABLE " + database + ".product (id INT PRIMARY KEY AUTO_INCREMENT,"
                    + " name VARCHAR(60) NOT NULL, price DECIMAL(10,2) NOT NULL, attributes JSON NOT NULL)");
            statement.execute("CREATE TABLE " + database + ".customer (id BIGINT PRIMARY KEY AUTO_INCREMENT,"
                    + " name VARCHAR(60) NOT NULL, order_count INT NOT NULL, profile JSON NOT NULL, KEY (name))");
            statement.execute("CREATE TABLE " + database + ".orders (id BIGINT PRIMARY KEY AUTO_INCREMENT,"
                    + " customer BIGINT NOT NULL, placed DATETIME NOT NULL, reference VARCHAR(40) NOT NULL,"
                    + " FOREIGN KEY (customer) REFERENCES customer (id))");
            statement.execute("CREATE TABLE " + database + ".order_line (id BIGINT PRIMARY KEY AUTO_INCREMENT,"
                    + " order_id BIGINT NOT NULL, product INT NOT NULL, quantity INT NOT NULL, price DECIMAL(10,2) NOT NULL,"
                    + " FOREIGN KEY (order_id) REFERENCES orders (id), FOREIGN KEY (product) REFERENCES product (id))");
        }
    }

    /** Generates the rows. */
    void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION cte_max_recursion_depth = " + CHUNK);
            generate(
                    statement,
                    "product (id, name, price, attributes)",
                    "concat('product ', i), 1 + i % 500 + 0.99, json_object('colour', elt(1 + i % 3, 'red', 'green', 'blue'), 'grams', i % 900)",
                    products());
            generate(
                    statement,
                    "customer (id, name, order_count, profile)",
                    "concat('customer ', i), 1, json_object('language', elt(1 + i % 3, 'en', 'de', 'zh'), 'points', i % 1000)",
                    customers());
            generate(
                    statement,
                    "orders (id, customer, placed, reference)",
                    "1 + i % " + customers()
                            + ", timestamp '2026-01-01 00:00:00' + interval i second, concat('before ', i)",
                    orders());
            generate(
                    statement,
                    "order_line (id, order_id, product, quantity, price)",
                    "1 + i % " + orders() + ", 1 + i % " + products() + ", 1 + i % 9, 1 + i % 500 + 0.99",
                    lines());
        }
    }

    /** Inserts rows whose values are expressions of their number i, from 0. The keys have no gaps, as generated ones would have. */
    private void generate(Statement statement, String columns, String values, int count) throws SQLException {
        for (int from = 0; from < count; from += CHUNK) {
            int last = Math.min(CHUNK, count - from) - 1;
            statement.executeUpdate("INSERT INTO " + database + "." + columns + " WITH RECURSIVE number (i) AS (SELECT "
                    + from + " UNION ALL SELECT i + 1 FROM number WHERE i < " + (from + last) + ") SELECT 1 + i, "
                    + values
                    + " FROM number");
        }
    }

    /** Returns the statements of an order after the customer's; {@link #addLines} completes it. */
    String updateCustomer(long customer, long points) {
        return "UPDATE " + database
                + ".customer SET order_count = order_count + 1, profile = '{\"language\": \"en\", \"points\": " + points
                + "}' WHERE id = " + customer;
    }

    /** Returns the insertion of an order, which generates its key. */
    String addOrder(long customer, String reference) {
        return "INSERT INTO " + database + ".orders (customer, placed, reference) VALUES (" + customer
                + ", '2026-11-01 12:00:00', '" + reference + "')";
    }

    /** The lines of each order of {@link #addLines}. */
    static final int LINES = 2;

    /** Returns the insertion of an order's lines. */
    String addLines(long order, int product) {
        return "INSERT INTO " + database + ".order_line (order_id, product, quantity, price) VALUES (" + order + ", "
                + product + ", 1, 9.99), (" + order + ", 1, 3, 0.5)";
    }
}
