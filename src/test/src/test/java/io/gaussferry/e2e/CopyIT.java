package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.snapshot.source.CopyLock;
import io.gaussferry.snapshot.source.SourceView;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies the initial copy by ranges, while the source is written and the daemon is killed. */
class CopyIT {

    private static final int ITEMS = 1_500;

    /** Greater than any initial key: keys move to it and back. */
    private static final long FAR = 9_000_000_000_000_000_000L;

    @Test
    void resumesCopyKilledTwiceUnderLoad() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy")) {
            createTables(migration);
            try (Writers writers = Writers.start(migration, 3, CopyIT::write)) {
                migration.copySettings("workers: 3", "range-bytes: 10KB", "rows-per-second: 300");
                for (int kill = 1; kill <= 2; kill++) {
                    long rangesBefore = ranges(migration);
                    migration.launch();
                    await("ranges; " + migration.daemon().errors())
                            .atMost(Daemon.PATIENCE)
                            .until(() -> ranges(migration) >= rangesBefore + 4);
                    migration.daemon().kill();
                    writers.awaitCommitted(100);
                }
                long rangesBefore = ranges(migration);
                migration.copySettings("workers: 3", "range-bytes: 10KB");
                migration.start();
                writers.awaitCommitted(100);
                long committed = writers.stop();
                migration.assertEqualContent();
                assertRangesOfSeveralViews(migration, rangesBefore);
                assertThat(migration.targetRows("SELECT count(*), count(DISTINCT \"number\") FROM z_ledger"))
                        .containsExactly(committed + "|" + committed);
            }
            assertThat(migration.targetRows("SELECT indexname FROM pg_indexes WHERE schemaname = '"
                            + migration.database() + "' AND tablename = 'a_item' ORDER BY 1"))
                    .containsExactly("a_item_note", "a_item_pkey", "a_item_word");
            assertThat(migration.targetRows("SELECT k.conname FROM pg_constraint k JOIN pg_namespace n"
                            + " ON n.oid = k.connamespace WHERE k.contype = 'f' AND n.nspname = '"
                            + migration.database()
                            + "'"))
                    .hasSize(1);
            assertReplaysExactlyAgain(migration);
        }
    }

    /** The definitions are read, then the target makes the copy wait: a change meanwhile must not end the run. */
    @Test
    void startsAlthoughDefinitionChangesBeforeTheView() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_altered");
                Connection blocker = migration.openTarget()) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)");
            blocker.setAutoCommit(false);
            execute(blocker, "CREATE SCHEMA \"" + migration.database() + "\"");
            migration.launch();
            await("a session that waits; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .until(() -> !migration
                            .targetRows("SELECT 1 FROM pg_locks WHERE NOT granted")
                            .isEmpty());
            migration.source("ALTER TABLE t ADD COLUMN v INT NOT NULL DEFAULT 7");
            blocker.rollback();
            migration.daemon().awaitReplaying();
            migration.assertEqualContent();
            assertThat(migration.daemon().errors())
                    .contains("altered while the copy was prepared")
                    .doesNotContain("altered before the copy had read them");
        }
    }

    /** Guards: {@code RejectedValues}, {@code ViolatedKeys}, {@code ForeignKeyCreator}. */
    @Test
    void reportsEveryRejectedValueAtFirstStart() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_refused")) {
            migration.source(
                    "CREATE TABLE with_nul (id INT PRIMARY KEY, note VARCHAR(20))",
                    "INSERT INTO with_nul VALUES (1, 'fine'), (2, CONCAT('a', CHAR(0))), (3, CONCAT(CHAR(0), 'b'))",
                    "CREATE TABLE with_text (id INT PRIMARY KEY, body TEXT)",
                    "INSERT INTO with_text VALUES (1, CONCAT('c', CHAR(0)))",
                    "CREATE TABLE plain (id INT PRIMARY KEY)",
                    "INSERT INTO plain VALUES (1), (2)",
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE child (id INT PRIMARY KEY, parent INT, CONSTRAINT of_parent FOREIGN KEY (parent)"
                            + " REFERENCES parent (id))");
            try (Connection connection = migration.openSource()) {
                execute(connection, "SET SESSION foreign_key_checks = 0");
                execute(connection, "INSERT INTO child VALUES (1, 99)");
            }
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            assertThat(migration.daemon().errors())
                    .contains("Problems: 3")
                    .contains("with_nul, column note, in the row with id = ", "and 1 more of this column")
                    .contains("with_text, column body, in the row with id = ")
                    .contains("Rows of the source violate the foreign key of_parent");
            assertThat(migration.targetRows("SELECT id FROM plain ORDER BY 1")).containsExactly("1", "2");

            migration.source("UPDATE with_nul SET note = 'fine'", "UPDATE with_text SET body = 'fine'");
            migration.start();
            migration.assertEqualContent();
            assertThat(migration.daemon().errors()).contains("VALIDATE CONSTRAINT");
            assertThat(migration.targetRows("SELECT convalidated FROM pg_constraint WHERE conname = 'of_parent'"))
                    .containsExactly("f");
            // a new row is subject to the key, as at the source
            assertThatThrownBy(() -> migration.target("INSERT INTO child VALUES (2, 98)"))
                    .hasMessageContaining("of_parent");
        }
    }

    private static final String REQUESTS =
            "SELECT COUNT_STAR FROM performance_schema.events_statements_summary_global_by_event_name"
                    + " WHERE EVENT_NAME = 'statement/sql/flush'";

    /** A long statement and a table lock delay the copy's lock, which must not block writers meanwhile. */
    @Tag("long")
    @Test
    void copyLockDoesNotBlockWriters() throws Exception {
        // without GTIDs the copy always needs the lock, even if the source is idle for a moment
        try (NativeMySqlServer source = OwnServers.start("--gtid-mode=OFF", "--enforce-gtid-consistency=OFF");
                Migration migration = Migration.of("gf_e2e_copy_lock", source.address());
                Connection control = migration.openSource();
                Connection reader = migration.openSource();
                Connection other = migration.openSource()) {
            migration.source(
                    "CREATE TABLE locked (id INT PRIMARY KEY)",
                    "CREATE TABLE busy (id INT PRIMARY KEY AUTO_INCREMENT)");
            SourceView.prepare(control);
            SourceView.prepare(reader);
            ExecutorService copy = Executors.newSingleThreadExecutor();
            try (LongestWait writer = LongestWait.ofInserts(migration, "busy")) {
                execute(other, "LOCK TABLES locked WRITE");
                Server server = new Server(source.address());
                String before = server.value(REQUESTS);
                Future<SourceView> view = copy.submit(() -> SourceView.open(
                        control, List.of(reader), Optional.of("a test needs it"), CopyLock.WHEN_NEEDED));
                // the lock is requested at least once while a table is locked; a request with a long timeout would wait
                // until the lock is released
                await("a request for the lock")
                        .atMost(Daemon.PATIENCE)
                        .until(() -> view.isDone() || !server.value(REQUESTS).equals(before));
                assertThat(view).isNotDone();
                execute(other, "SELECT SLEEP(8)");
                assertThat(view).isNotDone();
                execute(other, "UNLOCK TABLES");
                assertThat(view.get().window().isExact()).isTrue();
                // the timeout was 5 s for each attempt
                assertThat(writer.longest()).isLessThan(Duration.ofSeconds(4));
            } finally {
                copy.shutdown();
            }
        }
    }

    private static Void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return null;
    }

    /** Checked when reads are opened, not only at the daemon's start. Guards: {@code SourcePosition.requireOrderedCommits}. */
    @Test
    void rejectsSourceWithUnorderedCommits() throws Exception {
        assumeTrue(Servers.sandbox().sourceIsNative(), "global settings of a given server are not changed");
        try (Migration migration = Migration.of("gf_e2e_copy_unordered")) {
            createTables(migration);
            migration.copySettings("workers: 2", "range-bytes: 10KB", "rows-per-second: 300");
            migration.launch();
            await("ranges; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .until(() -> ranges(migration) >= 2);
            migration.daemon().kill();
            migration.copySettings("workers: 2");
            try {
                launchAndDisableCommitOrderBeforeRead(migration);
                assertThat(migration.daemon().awaitEnd()).isEqualTo(2);
                assertThat(migration.daemon().errors())
                        .contains("binlog_order_commits = OFF. Its gtid_executed")
                        .contains("SET GLOBAL binlog_order_commits = ON");
                migration.source("SET GLOBAL binlog_order_commits = ON");
                migration.start();
                migration.assertEqualContent();
                migration.source("SET GLOBAL binlog_order_commits = OFF");
                CommandRun copy = CommandRun.of(
                        "copy",
                        "--config",
                        migration.configuration().toString(),
                        "--table",
                        migration.database() + ".d_bytes",
                        "--replace");
                assertThat(copy.exitCode()).as(copy::toString).isEqualTo(2);
                assertThat(copy.errors()).contains("SET GLOBAL binlog_order_commits = ON");
            } finally {
                migration.source("SET GLOBAL binlog_order_commits = ON");
            }
        }
    }

    /**
     * The connection is cut while rows are streamed, which the driver reports differently than between statements. Guards: {@code
     * SqlFailure.isOfTransport}.
     */
    @Tag("long")
    @Test
    void reconnectsWhenConnectionIsCutWithinRange() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_copy_cut")) {
            // more than all buffers on the path hold
            migration.source(
                    "CREATE TABLE wide (id INT PRIMARY KEY, note MEDIUMTEXT)",
                    "INSERT INTO wide WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 1000)"
                            + " SELECT id, REPEAT(id, 10000) FROM n");
            migration.copySettings("workers: 1", "range-bytes: 1GB", "rows-per-second: 200");
            migration.launch();
            List<String> reading = new ArrayList<>();
            await("the copy's reading; " + migration.daemon().errors())
                    .atMost(Daemon.PATIENCE)
                    .until(() -> {
                        reading.addAll(Servers.source()
                                .rows("SELECT id FROM information_schema.processlist"
                                        + " WHERE info LIKE 'SELECT `id`%FROM %`wide`%' AND time >= 1"));
                        return !reading.isEmpty();
                    });
            migration.source("KILL " + reading.get(0));
            migration.daemon().awaitReplaying();
            migration.assertEqualContent();
            assertThat(Servers.target()
                            .value("SELECT max(view_number) FROM gaussferry.copy_range WHERE pipeline = '"
                                    + migration.pipeline() + "'"))
                    .isEqualTo("2");
        }
    }

    /** Delays the daemon between the checks of its start and the opening of its reads. */
    private static void launchAndDisableCommitOrderBeforeRead(Migration migration) throws Exception {
        String waiting = "SELECT count(*) > 0 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation"
                + " WHERE c.relname = 'copy_range' AND NOT l.granted";
        try (Connection connection = migration.openTarget();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE gaussferry.copy_range IN ACCESS EXCLUSIVE MODE");
            Daemon daemon = migration.launch();
            await("the daemon at the lock; " + daemon.errors())
                    .atMost(Daemon.PATIENCE)
                    .until(() -> Servers.target().value(waiting).equals("t"));
            migration.source("SET GLOBAL binlog_order_commits = OFF");
            connection.rollback();
        }
    }

    private static void assertRangesOfSeveralViews(Migration migration, long rangesBefore) throws Exception {
        List<String> ranges = Servers.target()
                .rows("SELECT table_name, count(DISTINCT view_number), count(*) FROM gaussferry.copy_range"
                        + " WHERE pipeline = '" + migration.pipeline() + "' GROUP BY table_name ORDER BY table_name");
        String item = ranges.get(0);
        assertThat(item).matches("a_item\\|[23]\\|\\d+");
        assertThat(Long.parseLong(item.substring(item.lastIndexOf('|') + 1))).isGreaterThan(rangesBefore);
        // keys that start with strings, bytes and several columns, and no key at all
        assertThat(ranges).hasSize(6).noneMatch(range -> range.startsWith("z_ledger") && !range.endsWith("|1|1"));
        assertThat(Servers.target()
                        .rows("SELECT state FROM gaussferry.copy WHERE pipeline = '" + migration.pipeline() + "'"))
                .containsExactly("DONE");
    }

    /** Requires that replay, after catching up, stops at a change that does not match its row. */
    private static void assertReplaysExactlyAgain(Migration migration) throws Exception {
        migration.target("DELETE FROM a_item WHERE id = 1");
        migration.source("UPDATE a_item SET n = -1 WHERE id = 1");
        assertThat(migration.daemon().awaitEnd()).isEqualTo(1);
        assertThat(migration.daemon().errors()).contains("a_item").contains("1 rows expected on the target, 0 found");
    }

    private static long ranges(Migration migration) {
        try {
            return Long.parseLong(Servers.target()
                    .value(
                            "SELECT count(*) FROM gaussferry.copy_range WHERE view_number > 0 AND table_name = 'a_item' AND pipeline = '"
                                    + migration.pipeline() + "'"));
        } catch (SQLException e) {
            return 0; // the daemon has not created the table yet
        }
    }

    private static void createTables(Migration migration) throws SQLException {
        migration.source(
                "CREATE TABLE a_item (id BIGINT UNSIGNED PRIMARY KEY, n INT, word VARCHAR(40), note VARCHAR(60),"
                        + " UNIQUE KEY word (word), KEY note (note))",
                "CREATE TABLE b_pair (a INT, b VARCHAR(20), n INT, PRIMARY KEY (a, b))",
                "CREATE TABLE c_name (code VARCHAR(20) PRIMARY KEY, n INT)",
                "CREATE TABLE d_bytes (id BINARY(4) PRIMARY KEY, n INT)",
                "CREATE TABLE e_child (id INT PRIMARY KEY, pair_a INT, pair_b VARCHAR(20),"
                        + " FOREIGN KEY (pair_a, pair_b) REFERENCES b_pair (a, b))",
                "CREATE TABLE z_ledger (number BIGINT NOT NULL)");
        try (Connection connection = migration.openSource()) {
            connection.setAutoCommit(false);
            List<String> inserts = new ArrayList<>(List.of(
                    // half of the keys close together, the others far apart, up to the type's maximum
                    "INSERT INTO a_item VALUES (IF(? % 2, ?, 18446744073709551615 - ? * 1000000000000), ?, ?, 'note')",
                    "INSERT INTO b_pair VALUES (? % 7, CONCAT('x', ? % 300), ?) ON DUPLICATE KEY UPDATE n = n",
                    "INSERT IGNORE INTO c_name VALUES (CONCAT(CHAR(97 + ? % 20), ? % 200, ','), ?)",
                    "INSERT IGNORE INTO d_bytes VALUES (UNHEX(LPAD(HEX(? * 7919 % 65536), 8, '0')), ?)"));
            for (String insert : inserts) {
                try (PreparedStatement statement = connection.prepareStatement(insert)) {
                    long parameters = insert.chars().filter(c -> c == '?').count();
                    for (int i = 1; i <= ITEMS; i++) {
                        for (int parameter = 1; parameter <= parameters; parameter++) {
                            statement.setInt(parameter, i);
                        }
                        statement.addBatch();
                    }
                    statement.executeBatch();
                }
            }
            connection.commit();
        }
        migration.source("INSERT INTO e_child SELECT ROW_NUMBER() OVER (), a, b FROM b_pair LIMIT 100");
        // the statistics determine the sizes of ranges
        migration.source("ANALYZE TABLE a_item, b_pair, c_name, d_bytes, e_child");
    }

    private static void write(Statement statement, long number) throws SQLException {
        statement.execute("INSERT INTO z_ledger VALUES (" + number + ")");
        long item = number * 37 % ITEMS | 1;
        statement.execute("UPDATE a_item SET n = n + 1 WHERE id = " + item);
        switch ((int) (number % 6)) {
            // from the first ranges to the last and back
            case 0 -> statement.execute("UPDATE a_item SET id = id + " + FAR + " WHERE id = " + (item + 2));
            case 1 ->
                statement.execute("UPDATE IGNORE a_item SET id = id - " + FAR + " WHERE id > " + FAR + " AND id < "
                        + Long.toUnsignedString(FAR + ITEMS + 10) + " LIMIT 1");
            case 2 ->
                statement.execute("INSERT INTO a_item VALUES (" + (ITEMS + number) + ", 0, 'new" + number + "', '')");
            case 3 ->
                statement.execute(
                        "DELETE FROM a_item WHERE id BETWEEN " + (ITEMS + 1) + " AND " + (ITEMS + number - 20));
            case 4 ->
                statement.execute(
                        "UPDATE c_name SET n = n + 1, code = IF(n % 2, UPPER(code), LOWER(code)) WHERE n % 50 = "
                                + number % 50);
            default -> {
                statement.execute("UPDATE b_pair SET n = n + 1 WHERE a = " + number % 7);
                statement.execute("DELETE FROM d_bytes WHERE n = " + number % ITEMS);
            }
        }
    }
}
