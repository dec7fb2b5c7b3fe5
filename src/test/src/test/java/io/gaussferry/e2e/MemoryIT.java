package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that data exceeding the heap waits at the source or is applied in parts. All runs have a heap of 512 MiB. */
class MemoryIT {

    private static final int ROWS_PER_STATEMENT = 200;

    @Test
    void replaysBacklogLargerThanQueue() throws Exception {
        try (Migration migration = withWideTable()) {
            migration.start();
            migration.stop();
            insertWideRows(migration, 0, 60_000, true);
            migration.start();
            migration.assertEqualContent();
            assertThat(migration.targetRows("SELECT count(*) FROM wide")).containsExactly("60000");
            migration.stop();
        }
    }

    @Test
    void replaysTransactionOfManyRows() throws Exception {
        try (Migration migration = withWideTable()) {
            migration.start();
            insertWideRows(migration, 0, 20_000, false);
            migration.source("UPDATE wide SET body = REVERSE(body) WHERE id < 5000");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    private static String md5(String text) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(digest);
    }

    /** Larger than the rows that MySQL's default max_allowed_packet allows; so large an event is replayed only if the configuration allows it. */
    @Tag("long")
    @Test
    void copiesRowsOfSixtyFourMebibytes() throws Exception {
        try (NativeMySqlServer server = OwnServers.start("--max-allowed-packet=256M");
                Migration migration = Migration.of("gf_e2e_memory", server.address())) {
            migration.source(
                    "CREATE TABLE large (id INT PRIMARY KEY, bytes LONGBLOB, note LONGTEXT)",
                    "INSERT INTO large VALUES (1, REPEAT('x', 67108864), NULL), (2, NULL, REPEAT('y', 67108864))");
            migration.start();
            assertThat(migration.targetRows("SELECT id, length(bytes), length(note) FROM large ORDER BY id"))
                    .containsExactly("1|67108864|null", "2|null|67108864");
            migration.stop();
        }
    }

    /** About the largest row that MySQL's default max_allowed_packet allows. */
    @Test
    void copiesAndReplaysRowsOfSixtyMegabytes() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_memory")) {
            migration.source(
                    "CREATE TABLE vast (id INT PRIMARY KEY, body LONGTEXT, bytes LONGBLOB)",
                    "INSERT INTO vast VALUES (1, REPEAT('0123456789abcdef', 3750000), NULL)",
                    "INSERT INTO vast VALUES (2, NULL, REPEAT('0123456789abcdef', 3750000))");
            migration.start();
            // computed here, because MySQL no longer has MD5
            String content = md5("0123456789abcdef".repeat(3_750_000));
            assertThat(migration.targetRows(
                            "SELECT id, length(body), md5(body), length(bytes), md5(bytes) FROM vast ORDER BY id"))
                    .containsExactly("1|60000000|" + content + "|null|null", "2|null|null|60000000|" + content);
            migration.source(
                    "INSERT INTO vast VALUES (3, REPEAT('0123456789abcdef', 3750000), NULL)",
                    "INSERT INTO vast VALUES (4, NULL, REPEAT('0123456789abcdef', 3750000))",
                    "DELETE FROM vast WHERE id < 3");
            migration.awaitCaughtUp();
            assertThat(migration.targetRows(
                            "SELECT id, length(body), md5(body), length(bytes), md5(bytes) FROM vast ORDER BY id"))
                    .containsExactly("3|60000000|" + content + "|null|null", "4|null|null|60000000|" + content);
            migration.stop();
        }
    }

    @Test
    void fitsSeveralLargeValuesIntoHeap() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_memory")) {
            migration.source(
                    "CREATE TABLE keyed (id INT PRIMARY KEY, body LONGTEXT, bytes LONGBLOB)",
                    "CREATE TABLE keyless (id INT, body LONGTEXT)");
            migration.start();
            String large = "REPEAT('0123456789abcdef', 1048577)";
            migration.source(
                    "INSERT INTO keyed VALUES (1, " + large + ", NULL)",
                    "INSERT INTO keyed VALUES (2, 'small', " + large + ")",
                    "INSERT INTO keyed VALUES (3, NULL, " + large + ")",
                    "INSERT INTO keyless VALUES (1, " + large + ")",
                    "UPDATE keyed SET body = CONCAT('x', body) WHERE id = 1",
                    "UPDATE keyed SET body = 'other' WHERE id = 2",
                    "UPDATE keyless SET body = 'small'",
                    "DELETE FROM keyed WHERE id = 3");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    private static Migration withWideTable() throws Exception {
        Migration migration = Migration.of("gf_e2e_memory");
        migration.source("CREATE TABLE wide (id INT PRIMARY KEY, body VARCHAR(1100) NOT NULL)");
        return migration;
    }

    /** Inserts rows of about 1 KB, in one transaction or with a commit for every statement. */
    private static void insertWideRows(Migration migration, int firstId, int rows, boolean commitEach)
            throws SQLException {
        try (Connection connection = migration.openSource();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(commitEach);
            for (int from = firstId; from < firstId + rows; from += ROWS_PER_STATEMENT) {
                StringBuilder sql = new StringBuilder("INSERT INTO wide VALUES ");
                for (int id = from; id < from + ROWS_PER_STATEMENT; id++) {
                    sql.append(id == from ? "(" : ", (")
                            .append(id)
                            .append(", REPEAT(SHA2(")
                            .append(id)
                            .append(", 256), 16))");
                }
                statement.execute(sql.toString());
            }
            if (!commitEach) {
                connection.commit();
            }
        }
    }
}
