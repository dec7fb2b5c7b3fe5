package io.gaussferry.bench.assess;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A schema in the form of a well-known public one, filled with generated rows.
 *
 * @param name the name of its script
 */
record SampleSchema(String name) {

    /** The schemas: sample databases and applications. */
    static final List<SampleSchema> ALL = List.of(
                    "rental",
                    "employees",
                    "world",
                    "retail",
                    "blog",
                    "wiki",
                    "forum",
                    "tracker",
                    "warehouse",
                    "telemetry")
            .stream()
            .map(SampleSchema::new)
            .toList();

    private static final Pattern SHARE = Pattern.compile("\\$\\{([0-9.]+)}");

    /** Creates its tables in a database and fills them with about this number of rows in total. */
    void fill(ServerAddress source, String database, long rows) throws SQLException, IOException {
        try (Connection connection = source.open()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE `" + database + "` CHARACTER SET utf8mb4");
            }
            // a statement that was created before would return to the former database
            connection.setCatalog(database);
            fill(connection, rows);
        }
    }

    private void fill(Connection connection, long rows) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION cte_max_recursion_depth = " + rows);
            statement.execute("CREATE TEMPORARY TABLE numbers (i INT PRIMARY KEY) WITH RECURSIVE n AS (SELECT 1 AS i"
                    + " UNION ALL SELECT i + 1 FROM n WHERE i < " + rows + ") SELECT i FROM n");
            for (String sql : statements(rows)) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the statements of the script; each is one line that ends in a semicolon. */
    List<String> statements(long rows) throws IOException {
        try (InputStream script = SampleSchema.class.getResourceAsStream(name + ".sql")) {
            String text = new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
            Matcher shares = SHARE.matcher(text);
            String filled = shares.replaceAll(share ->
                    String.valueOf(Math.max(1, Math.round(rows * Double.parseDouble(share.group(1))))));
            return filled.lines()
                    .map(line -> line.replaceFirst(";$", ""))
                    .filter(line -> !line.isBlank())
                    .toList();
        }
    }
}
