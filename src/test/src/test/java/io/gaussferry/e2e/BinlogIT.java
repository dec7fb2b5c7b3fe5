package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies the formats in which a MySQL server writes its binlog. */
class BinlogIT {

    private static final int ROTATIONS = 15;
    private static final int ERROR_UNKNOWN_VARIABLE = 1193;

    @Test
    void keepsOrderOfConflictsAcrossRotations() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_binlog")) {
            migration.source(
                    "CREATE TABLE hot (id INT PRIMARY KEY, last_number BIGINT NOT NULL, changes INT NOT NULL)",
                    "INSERT INTO hot VALUES (0, 0, 0), (1, 0, 0), (2, 0, 0)",
                    "CREATE TABLE ledger (number BIGINT NOT NULL)");
            migration.start();
            int filesBefore = Servers.source().rows("SHOW BINARY LOGS").size();
            try (Writers writers = Writers.start(migration, 4, (statement, number) -> {
                statement.execute("INSERT INTO ledger VALUES (" + number + ")");
                statement.execute(
                        "UPDATE hot SET last_number = " + number + ", changes = changes + 1 WHERE id = " + number % 3);
            })) {
                for (int rotation = 0; rotation < ROTATIONS; rotation++) {
                    writers.awaitCommitted(50);
                    migration.source("FLUSH BINARY LOGS");
                }
                writers.stop();
            }
            assertThat(Servers.source().rows("SHOW BINARY LOGS"))
                    .as("binlog files")
                    .hasSizeGreaterThanOrEqualTo(filesBefore + ROTATIONS);
            migration.assertEqualContent();
            // ...and once more from the first file on, when the target already has all rows
            migration.stop();
            migration.source(
                    "FLUSH BINARY LOGS", "UPDATE hot SET changes = -1", "FLUSH BINARY LOGS", "DELETE FROM hot");
            migration.start();
            migration.assertEqualContent();
        }
    }

    @Test
    void replicatesCompressedTransactions() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_binlog")) {
            migration.source(
                    "CREATE TABLE page (id INT PRIMARY KEY, body TEXT NOT NULL)",
                    "INSERT INTO page VALUES (1, 'copied')");
            migration.start();
            migration.source("FLUSH BINARY LOGS");
            try (Connection connection = migration.openSource();
                    Statement statement = connection.createStatement()) {
                compress(statement);
                statement.execute("INSERT INTO page VALUES (2, REPEAT('gauss', 2000)), (3, 'three')");
                connection.setAutoCommit(false);
                statement.execute("UPDATE page SET body = REPEAT('ferry', 3000) WHERE id = 1");
                statement.execute("DELETE FROM page WHERE id = 3");
                connection.commit();
            }
            migration.source("INSERT INTO page VALUES (4, 'not compressed')");
            assertThat(newestEvents())
                    .filteredOn(event -> event.contains("Transaction_payload"))
                    .hasSize(2);
            migration.assertEqualContent();
        }
    }

    private static void compress(Statement statement) throws SQLException {
        try {
            statement.execute("SET SESSION binlog_transaction_compression = ON");
        } catch (SQLException e) {
            assumeTrue(e.getErrorCode() != ERROR_UNKNOWN_VARIABLE, "the source is older than 8.0.20");
            throw e;
        }
    }

    /** Returns the events of the newest binlog file. */
    private static List<String> newestEvents() throws SQLException {
        List<String> files = Servers.source().rows("SHOW BINARY LOGS");
        String newest = files.get(files.size() - 1).split("\\|", -1)[0];
        return Servers.source().rows("SHOW BINLOG EVENTS IN '" + newest + "'");
    }
}
