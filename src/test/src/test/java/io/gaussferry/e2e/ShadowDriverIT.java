package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.sandbox.server.ServerAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An application that uses the recording driver while it is migrated: no failure of the recording, of the daemon or of the comparison reaches it. */
class ShadowDriverIT {

    private static final int QUERIES = 200;

    @Test
    void recordsALiveApplicationAndNeverDisturbsIt() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_shadow_driver")) {
            migration.source(
                    "CREATE TABLE account (id INT PRIMARY KEY, owner VARCHAR(20) NOT NULL, balance DECIMAL(10,2) NOT NULL)",
                    "INSERT INTO account VALUES (1, 'Ann', 10.50), (2, 'Bob', 0), (3, 'it''s', -3.25)");
            migration.start();
            migration.awaitCaughtUp();
            Path recorded = migration.directory().resolve("queries.sql");
            Path unwritable = Files.createDirectory(migration.directory().resolve("directory.sql"));
            try (Application application = new Application(migration, recorded, "")) {
                application.awaitMore();
                migration.stop();
                application.awaitMore();
                migration.start();
                application.awaitMore();
                migration.awaitCaughtUp();
                await().until(() -> Files.readString(recorded).contains("it''s"));
                allAreEqual(migration, recorded);
                application.awaitMore();
            }
            try (Application full = new Application(migration, recorded.resolveSibling("full.sql"), "&shadowQueue=1");
                    Application failing = new Application(migration, unwritable, "&shadowQueue=2")) {
                full.awaitMore();
                failing.awaitMore();
            }
            migration.stop();
        }
    }

    private static void allAreEqual(Migration migration, Path recorded) throws Exception {
        CommandRun run = CommandRun.of(
                "shadow", "--config", migration.configuration().toString(), "--json", "--from", recorded.toString());
        assertThat(run.errors()).isEmpty();
        JsonNode document = JsonMapper.builder().build().readTree(run.output());
        assertThat(document.path("queries")).isNotEmpty();
        document.path("queries")
                .forEach(query -> assertThat(query.path("outcome").asString())
                        .as(query.toString())
                        .isEqualTo("equal"));
    }

    /** A thread that reads and writes by the driver until it is closed, and fails with its first error. */
    private static final class Application implements AutoCloseable {

        private final AtomicBoolean ends = new AtomicBoolean();
        private final AtomicInteger executed = new AtomicInteger();
        private final CompletableFuture<Void> thread;

        private Application(Migration migration, Path file, String parameters) {
            ServerAddress source = Servers.sandbox().source();
            String server =
                    source.url().replaceFirst("[/?]*(\\?.*)?$", "/").replaceFirst("^jdbc:", "jdbc:gaussferry-shadow:");
            String url = server + migration.database() + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&shadowFile="
                    + file + parameters;
            this.thread = CompletableFuture.runAsync(() -> work(url, source));
        }

        private void work(String url, ServerAddress source) {
            try (Connection connection = DriverManager.getConnection(url, source.user(), source.password());
                    PreparedStatement read = connection.prepareStatement(
                            "SELECT id, balance FROM account WHERE owner = ? AND id > ? ORDER BY id");
                    PreparedStatement write =
                            connection.prepareStatement("UPDATE account SET balance = balance + 1 WHERE id = ?")) {
                String[] owners = {"Ann", "Bob", "it's", "none"};
                while (!ends.get()) {
                    int number = executed.get();
                    read.setString(1, owners[number % owners.length]);
                    read.setInt(2, 0);
                    try (ResultSet rows = read.executeQuery()) {
                        boolean isFound = rows.next();
                        assertThat(isFound).isEqualTo(number % owners.length != owners.length - 1);
                    }
                    if (number % 20 == 0) {
                        write.setInt(1, 1 + number % 3);
                        assertThat(write.executeUpdate()).isEqualTo(1);
                    }
                    executed.incrementAndGet();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private void awaitMore() {
            int before = executed.get();
            await().until(() -> thread.isDone() || executed.get() > before + QUERIES);
            assertThat(thread).isNotDone();
        }

        @Override
        public void close() {
            ends.set(true);
            thread.join();
        }
    }
}
