package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.e2e.types.TypeValues;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.mysql.binlog.BinlogChangeSource;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.reverse.ReverseReplay;
import io.gaussferry.pipeline.reverse.ReverseReplicationState;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.state.MySqlState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Verifies MySQL as the target of reverse replication alone: one server's binlog is applied to another server, whose tables must then have the same
 * checksums, which MySQL computes from the bytes of its rows.
 */
class ReverseApplyIT {

    private static final String PIPELINE = "back";

    /** No daemon owns the pipeline. */
    private static final Ownership OWNER = new Ownership(PIPELINE, 1);

    private static final String DATABASE = "gf_e2e_reverse";
    private static final int ROWS_OF_A_SET = 80;
    private static final int SERVER_ID = 77_001;

    /** How rows are written: as events by an account with the privilege, as statements by an account without it. */
    private enum Form {
        EVENTS,
        STATEMENTS;

        /** Connections that only check whether they may execute events: four appliers, and one before them. */
        private static final int ASKING = 5;

        ServerAddress account(NativeMySqlServer server) throws SQLException {
            String name = "gf_" + name().toLowerCase(Locale.ROOT);
            Server root = new Server(server.address());
            root.execute(
                    "CREATE USER " + name + " IDENTIFIED BY 'Not_secret_1234'",
                    "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON *.* TO " + name);
            if (this == EVENTS) {
                root.execute("GRANT REPLICATION_APPLIER ON *.* TO " + name);
            }
            return new ServerAddress(server.address().url(), name, "Not_secret_1234");
        }

        void requireUsed(NativeMySqlServer server) throws SQLException {
            String executed = new Server(server.address()).value("SHOW GLOBAL STATUS LIKE 'Com_binlog'");
            int count = Integer.parseInt(executed.substring(executed.indexOf('|') + 1));
            assertThat(count > ASKING).isEqualTo(this == EVENTS);
        }
    }

    /** Transforms the changes of a binlog before they are applied. */
    private interface Rewriting {
        Rewriting WHOLE = changes -> changes;
        Rewriting KEY_ONLY = KeyOnlyChanges::new;

        ChangeSource of(ChangeSource changes);
    }

    @Test
    void restoresEveryValueToItsOriginalBytes() throws Exception {
        restoresEveryValue(Form.EVENTS, Rewriting.WHOLE);
    }

    @Tag("long")
    @Test
    void restoresEveryValueToItsOriginalBytesByStatements() throws Exception {
        restoresEveryValue(Form.STATEMENTS, Rewriting.WHOLE);
    }

    /** An update then writes all columns, including unchanged ones. */
    @Test
    void appliesChangesByKeyAlone() throws Exception {
        restoresEveryValue(Form.STATEMENTS, Rewriting.KEY_ONLY);
    }

    @Tag("long")
    @Test
    void appliesChangesByKeyAloneAsEvents() throws Exception {
        restoresEveryValue(Form.EVENTS, Rewriting.KEY_ONLY);
    }

    private static void restoresEveryValue(Form form, Rewriting rewriting) throws Exception {
        List<RoundTripTable> tables = new ArrayList<>();
        groups().forEach((name, types) -> tables.add(new RoundTripTable(name, types, TargetForm.DOLPHIN)));
        ServerAddress from = Servers.sandbox().source();
        try (NativeMySqlServer other = OwnServers.start();
                Connection written = lenient(from);
                Connection restored = lenient(other.address())) {
            try {
                for (RoundTripTable table : tables) {
                    table.create(written.createStatement());
                    table.create(restored.createStatement());
                }
                LowWaterMark start = place(from);
                for (RoundTripTable table : tables) {
                    table.change(written.createStatement());
                    table.changeAsSets(written.createStatement(), ROWS_OF_A_SET);
                }
                replay(from, form.account(other), start, rewriting);
                assertThat(checksums(other.address())).isEqualTo(checksums(from));
                form.requireUsed(other);
            } finally {
                new Server(from).execute("DROP DATABASE " + DATABASE);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void doesNotRepeatChangesMadeByMySql(Form form) throws Exception {
        try (Pair pair = new Pair(form)) {
            pair.both(
                    "CREATE TABLE odd (id INT AUTO_INCREMENT PRIMARY KEY, a INT, doubled INT GENERATED ALWAYS AS (a * 2) STORED,"
                            + " next INT GENERATED ALWAYS AS (a + 1) VIRTUAL, changed TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP(6)"
                            + " ON UPDATE CURRENT_TIMESTAMP(6), note VARCHAR(20), document JSON, KEY (next), UNIQUE (doubled))",
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE child (id INT PRIMARY KEY, parent INT, FOREIGN KEY (parent) REFERENCES parent (id) ON DELETE CASCADE)",
                    "CREATE TABLE log (line INT AUTO_INCREMENT PRIMARY KEY, what TEXT)");
            if (form == Form.EVENTS) {
                // the binlog contains the rows that the source's trigger has written
                pair.both(
                        "CREATE TRIGGER noted AFTER UPDATE ON odd FOR EACH ROW INSERT INTO log (what) VALUES (NEW.note)");
            }
            LowWaterMark start = place(pair.from);
            pair.source(
                    "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
                    "INSERT INTO odd (id, a, document) VALUES (1, 1, JSON_ARRAY(1.10, CAST('2024-02-29' AS DATE), x'00ff'))",
                    "UPDATE odd SET document = JSON_ARRAY_APPEND(document, '$', CAST('10:11:12.5' AS TIME(1))) WHERE id = 1",
                    "INSERT INTO odd (id, a, note) VALUES (0, 0, 'zero'), (7, 7, 'seven'), (8, 8, 'eight'), (9, NULL, NULL)",
                    "UPDATE odd SET note = 'changed', changed = changed WHERE id = 7",
                    "UPDATE odd SET a = 80 WHERE id = 8",
                    "UPDATE odd SET id = 70 WHERE id = 7",
                    "DELETE FROM odd WHERE id = 9",
                    "SET SESSION foreign_key_checks = 0",
                    "INSERT INTO child VALUES (1, 1), (2, 2)",
                    "INSERT INTO parent VALUES (2), (3)",
                    "SET SESSION foreign_key_checks = 1",
                    "DELETE FROM parent WHERE id = 3");
            replay(pair.from, pair.account, start);
            String odd = "SELECT id, a, doubled, next, changed, note FROM odd ORDER BY id";
            assertThat(pair.restored(odd)).isEqualTo(pair.written(odd)).hasSize(4);
            if (form == Form.EVENTS) {
                // statements write a document as text, which does not contain the types of its values
                String types =
                        "SELECT JSON_TYPE(document->'$[0]'), JSON_TYPE(document->'$[1]'), JSON_TYPE(document->'$[2]'),"
                                + " JSON_TYPE(document->'$[3]'), document FROM odd WHERE id = 1";
                assertThat(pair.restored(types)).isEqualTo(pair.written(types));
            }
            assertThat(pair.restored("SELECT id FROM odd FORCE INDEX (next) WHERE next = 81"))
                    .containsExactly("8");
            assertThat(pair.restored("SELECT * FROM child")).hasSize(2);
            String log = "SELECT * FROM log";
            assertThat(pair.restored(log)).isEqualTo(pair.written(log));
            new Server(pair.other.address()).execute("INSERT INTO " + DATABASE + ".odd (a) VALUES (1000)");
            assertThat(pair.restored("SELECT MAX(id) FROM odd")).containsExactly("71");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EVENTS, DELETE FROM item WHERE id = 3",
        "EVENTS, UPDATE item SET a = 31 WHERE id = 3",
        "EVENTS, 'INSERT INTO item VALUES (4, 4)'",
        "STATEMENTS, DELETE FROM item WHERE id = 3",
        "STATEMENTS, UPDATE item SET a = 31 WHERE id = 3",
        "STATEMENTS, 'INSERT INTO item VALUES (4, 4)'"
    })
    void stopsOnUnexpectedRow(Form form, String statement) throws Exception {
        try (Pair pair = new Pair(form)) {
            pair.both("CREATE TABLE item (id INT PRIMARY KEY, a INT)");
            pair.source("INSERT INTO item VALUES (1, 1), (2, 2), (3, 3)");
            new Server(pair.other.address()).execute("INSERT INTO " + DATABASE + ".item VALUES (1, 1), (2, 2), (4, 4)");
            LowWaterMark start = place(pair.from);
            pair.source("UPDATE item SET a = 10 WHERE id = 1", statement);
            assertThatThrownBy(() -> replay(pair.from, pair.account, start))
                    .hasMessageContaining(DATABASE + ".item")
                    .hasMessageContaining(statement.contains("3") ? "3" : "4")
                    .hasMessageContaining("remedy:");
            assertThat(pair.restored("SELECT id FROM item ORDER BY id")).containsExactly("1", "2", "4");
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitsForLockedRow(Form form) throws Exception {
        try (Pair pair = new Pair(form)) {
            pair.both("CREATE TABLE item (id INT PRIMARY KEY, a INT)", "INSERT INTO item VALUES (1, 1), (2, 2)");
            LowWaterMark start = place(pair.from);
            pair.source("UPDATE item SET a = 10 WHERE id = 1", "DELETE FROM item WHERE id = 2");
            CompletableFuture<Void> replayed;
            try (Connection holder = pair.other.address().open()) {
                holder.setAutoCommit(false);
                holder.createStatement().execute("SELECT * FROM " + DATABASE + ".item FOR UPDATE");
                replayed = CompletableFuture.runAsync(() -> {
                    try {
                        replay(pair.from, pair.account, start);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                String waits = "SELECT COUNT(*) FROM performance_schema.data_lock_waits";
                Server root = new Server(pair.other.address());
                // more than one lock wait has to time out: each lasts two seconds
                await().atMost(Daemon.PATIENCE).until(() -> !root.value(waits).equals("0"));
                long timeouts = lockTimeouts(root);
                await().atMost(Daemon.PATIENCE).until(() -> lockTimeouts(root) > timeouts);
                holder.rollback();
            }
            replayed.get();
            assertThat(pair.restored("SELECT * FROM item")).containsExactly("1|10");
        }
    }

    private static long lockTimeouts(Server mysql) throws SQLException {
        return Long.parseLong(
                mysql.value("SELECT COUNT FROM information_schema.innodb_metrics WHERE name = 'lock_timeouts'"));
    }

    /** Two servers with a database of the same name. */
    private static final class Pair implements AutoCloseable {

        final ServerAddress from = Servers.sandbox().source();
        final NativeMySqlServer other = OwnServers.start();
        final ServerAddress account;

        Pair(Form form) throws SQLException {
            account = form.account(other);
            for (ServerAddress server : List.of(from, other.address())) {
                new Server(server).execute("CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4");
            }
        }

        void both(String... statements) throws SQLException {
            source(statements);
            new Server(other.address()).execute(in(statements));
        }

        void source(String... statements) throws SQLException {
            new Server(from).execute(in(statements));
        }

        private static String[] in(String... statements) {
            return Stream.concat(Stream.of("USE " + DATABASE), Stream.of(statements))
                    .toArray(String[]::new);
        }

        List<String> written(String query) throws SQLException {
            return rows(from, query);
        }

        List<String> restored(String query) throws SQLException {
            return rows(other.address(), query);
        }

        private static List<String> rows(ServerAddress server, String query) throws SQLException {
            try (Connection connection = server.open()) {
                connection.setCatalog(DATABASE);
                return Server.rows(connection, query);
            }
        }

        @Override
        public void close() throws SQLException {
            new Server(from).execute("DROP DATABASE " + DATABASE);
            other.close();
        }
    }

    /**
     * All types except documents: a statement that looks for a row without a key compares documents as text, which does not contain the types of
     * their values.
     */
    private static Map<String, List<TypeValues>> groups() {
        Map<String, List<TypeValues>> groups = new LinkedHashMap<>(TypeRoundTripIT.groups());
        groups.remove("json");
        return groups;
    }

    /** Applies all changes after a position in one server's binlog to another server. */
    private static void replay(ServerAddress from, ServerAddress to, LowWaterMark start) throws Exception {
        replay(from, to, start, Rewriting.WHOLE);
    }

    private static void replay(ServerAddress from, ServerAddress to, LowWaterMark start, Rewriting rewriting)
            throws Exception {
        SourceSettings source = settings(from);
        TableCatalog catalog;
        try (Connection connection = from.open()) {
            catalog = new MySqlSchemaReader(connection, source).read();
        }
        MySqlProgress progress = new MySqlProgress(PIPELINE);
        try (Connection connection = SourceConnections.openForWriting(settings(to), Duration.ofSeconds(1))) {
            MySqlState.prepare(connection);
            progress.begin(connection, OWNER, start, new Server(from).value("SELECT @@server_uuid"));
            connection.commit();
        }
        String uuid = new Server(to).value("SELECT @@server_uuid");
        ReverseReplay replay = new ReverseReplay(
                new ReverseSettings(
                        PIPELINE,
                        settings(to),
                        settings(to),
                        () -> uuid,
                        new TargetSettings(
                                "jdbc:opengauss://not-used/",
                                "unused",
                                "",
                                ForeignKeyPolicy.DEFER,
                                Duration.ofSeconds(1)),
                        RuleBook.of(ConversionRules.defaults()),
                        4,
                        new BatchLimits(1_000, 4 << 20, 16 << 20),
                        16 << 20),
                connection -> {
                    Optional<OwnedProgress> taken = progress.takeOwnership(connection, OWNER, 4);
                    connection.commit();
                    return taken;
                },
                catalog.definitions(),
                new Progress("", start),
                owned -> rewriting.of(new BinlogChangeSource(source, catalog, owned.source(), StatementFilter.NONE)),
                new ReverseReplicationState(new ReplayStatistics()),
                CommitListener.NONE);
        CompletableFuture<Void> end = CompletableFuture.runAsync(() -> {
            try {
                replay.run();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            LowWaterMark goal = place(from);
            await().atMost(Daemon.PATIENCE).until(() -> end.isDone() || reached(to, progress, goal));
        } finally {
            replay.stop();
        }
        end.get();
    }

    private static boolean reached(ServerAddress to, MySqlProgress progress, LowWaterMark goal) throws SQLException {
        try (Connection connection = to.open()) {
            BinlogPosition found = progress.find(connection).orElseThrow().position();
            return found.file().equals(goal.position().file())
                    && found.offset() >= goal.position().offset();
        }
    }

    private static SourceSettings settings(ServerAddress server) {
        return new SourceSettings(
                server.url(),
                server.user(),
                server.password(),
                List.of(DATABASE),
                SERVER_ID,
                1 << 20,
                1 << 28,
                SourceTimeouts.DEFAULT);
    }

    private static LowWaterMark place(ServerAddress server) throws SQLException {
        try (Connection connection = server.open()) {
            return new LowWaterMark(
                    0,
                    SourcePosition.read(connection, 0, Naming.ORDINAL)
                            .lowWater()
                            .position());
        }
    }

    private static Connection lenient(ServerAddress server) throws SQLException {
        new Server(server).execute("CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4");
        Connection connection = server.open();
        connection.setCatalog(DATABASE);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES'");
            statement.execute("SET SESSION time_zone = '-03:30'");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    private static List<String> checksums(ServerAddress server) throws SQLException {
        List<String> names = new Server(server)
                .rows(
                        "SELECT CONCAT(table_schema, '.', table_name) FROM information_schema.tables WHERE table_schema = '"
                                + DATABASE + "' ORDER BY table_name");
        return new Server(server).rows("CHECKSUM TABLE " + String.join(", ", names) + " EXTENDED");
    }
}
