package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Inserts and updates rows in turn in twenty small tables with numbers of AUTO_INCREMENT; each transaction has a receipt. */
final class SmallTablesBusiness implements SwitchingApplication.Business {

    private static final int TABLES = 20;
    private static final int ROWS = 500;

    private SmallTablesBusiness() {}

    /** Creates its tables at the source. */
    static SmallTablesBusiness create(Migration migration) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int row = 1; row <= ROWS; row++) {
            values.add("(" + row + ", 0, " + row + ", 'initial', 0)");
        }
        for (int table = 0; table < TABLES; table++) {
            migration.source(
                    "CREATE TABLE small" + table + " (id BIGINT AUTO_INCREMENT PRIMARY KEY, terminal INT NOT NULL,"
                            + " number BIGINT NOT NULL, note VARCHAR(40), changes INT NOT NULL, KEY (terminal, number))",
                    "INSERT INTO small" + table + " VALUES " + String.join(", ", values));
        }
        migration.source(
                "CREATE TABLE receipt (terminal INT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (terminal, number))");
        return new SmallTablesBusiness();
    }

    @Override
    public SwitchingApplication.Seat open(Connection connection, int writer) {
        return number -> {
            String inserted = "small" + (number + 7L * writer) % TABLES;
            String updated = "small" + (number + 7L * writer + 1) % TABLES;
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO " + inserted + " (terminal, number, note, changes) VALUES ("
                        + (writer + 1) + ", " + number + ", 'n" + number + "', 0)");
                statement.execute("UPDATE " + updated + " SET changes = changes + 1 WHERE id = "
                        + (number * 3 + writer) % ROWS + " + 1");
                statement.execute("INSERT INTO receipt VALUES (" + writer + ", " + number + ")");
            }
            return Optional.of(writer + "|" + number);
        };
    }

    @Override
    public String receipts() {
        return "SELECT terminal, number FROM receipt";
    }

    @Override
    public void requireConsistent(Connection connection) throws SQLException {
        long receipts = sum(connection, List.of("SELECT COUNT(*) FROM receipt"));
        List<String> rows = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        for (int table = 0; table < TABLES; table++) {
            rows.add("SELECT COUNT(*) FROM small" + table);
            changes.add("SELECT SUM(changes) FROM small" + table);
        }
        assertThat(sum(connection, rows)).as("rows").isEqualTo(receipts + (long) TABLES * ROWS);
        assertThat(sum(connection, changes)).as("changes").isEqualTo(receipts);
    }

    private static long sum(Connection connection, List<String> queries) throws SQLException {
        long sum = 0;
        for (String query : queries) {
            sum += Long.parseLong(Server.rows(connection, query).get(0));
        }
        return sum;
    }
}
