package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tools that change a table's definition by way of another table, which takes its name in the end, while it is written. What they have the
 * source execute is in {@code online-schema-changes}.
 *
 * <p>{@code -Dgaussferry.pt-online-schema-change=PROGRAM} runs the real one too.
 */
class OnlineSchemaChangeIT {

    private static final String PROGRAM = System.getProperty("gaussferry.pt-online-schema-change", "");

    private static final String CREATE = "CREATE TABLE item (id INT PRIMARY KEY, n INT NOT NULL,"
            + " state ENUM('new','done') NOT NULL DEFAULT 'new', flags SET('a','b'))";

    /** Twice, because the second shadow gets the names of the first, whose table has another by then. */
    @ParameterizedTest
    @ValueSource(strings = {"gh-ost", "pt-online-schema-change", "spirit"})
    void theShadowIsFollowedFromItsCreationAndTakesTheTablesPlace(String tool) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_online_change")) {
            prepare(migration);
            migration.start();
            try (Writers writers = Writers.start(migration, 2, OnlineSchemaChangeIT::write)) {
                writers.awaitCommitted(20);
                run(migration, statements(migration, tool, 1));
                writers.awaitCommitted(20);
                run(migration, statements(migration, tool, 2));
                writers.awaitCommitted(20);
                writers.stop();
            }
            assertFollowed(migration, "price1", "price2");
            migration.stop();
        }
    }

    /** The first copy finds a shadow that is half full. */
    @ParameterizedTest
    @ValueSource(strings = {"gh-ost", "pt-online-schema-change", "spirit"})
    void aShadowThatIsThereAlreadyIsCopied(String tool) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_online_change")) {
            prepare(migration);
            List<String> statements = statements(migration, tool, 1);
            int middle = statements.size() - 6;
            try (Writers writers = Writers.start(migration, 2, OnlineSchemaChangeIT::write)) {
                run(migration, statements.subList(0, middle));
                writers.awaitCommitted(20);
                migration.start();
                run(migration, statements.subList(middle, statements.size()));
                writers.awaitCommitted(20);
                writers.stop();
            }
            assertFollowed(migration, "price1");
            migration.stop();
        }
    }

    /** Nobody knows then what is in it: the table is copied again when it has the name. */
    @ParameterizedTest
    @ValueSource(strings = {"gh-ost", "pt-online-schema-change", "spirit"})
    void aShadowThatIsLeftOutMeansACopyBesideTheReplay(String tool) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_online_change")) {
            prepare(migration);
            migration.sourceSetting("tables:");
            migration.sourceSetting("  exclude: [\"*._*\"]");
            migration.start();
            try (Writers writers = Writers.start(migration, 2, OnlineSchemaChangeIT::write)) {
                writers.awaitCommitted(20);
                run(migration, statements(migration, tool, 1));
                awaitCopied(migration);
                run(migration, statements(migration, tool, 2));
                writers.awaitCommitted(20);
                awaitCopied(migration);
                writers.stop();
            }
            migration.awaitCaughtUp();
            await("the copy")
                    .atMost(Daemon.PATIENCE)
                    .ignoreExceptions() // the table is dropped before it is copied
                    .untilAsserted(() -> assertThat(columns(migration)).contains("price1", "price2"));
            awaitCopied(migration);
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
        }
    }

    @Test
    void theRealToolUnderLoad() throws Exception {
        assumeTrue(!PROGRAM.isEmpty(), "-Dgaussferry.pt-online-schema-change names none");
        try (Migration migration = Migration.of("gf_e2e_online_change")) {
            prepare(migration);
            migration.start();
            try (Writers writers = Writers.start(migration, 2, OnlineSchemaChangeIT::write)) {
                writers.awaitCommitted(20);
                for (int run = 1; run <= 2; run++) {
                    change(migration, run);
                    writers.awaitCommitted(20);
                }
                writers.stop();
            }
            assertFollowed(migration, "price1", "price2");
            migration.stop();
        }
    }

    private static void change(Migration migration, int run) throws IOException, InterruptedException {
        ServerAddress source = Servers.sandbox().source();
        String address = source.url().replaceAll("^jdbc:mysql://([^/?]+).*$", "$1");
        Process tool = new ProcessBuilder(
                        PROGRAM,
                        "--execute",
                        "--chunk-size=200",
                        "--sleep=0.1",
                        "--recursion-method=none",
                        "--alter",
                        "ADD COLUMN price" + run
                                + " DECIMAL(10,2) NOT NULL DEFAULT 1.50, MODIFY n BIGINT NOT NULL, ADD INDEX by_n" + run
                                + " (n), MODIFY state ENUM('new','open','done') NOT NULL DEFAULT 'open'",
                        "h=" + address.replaceAll(":.*$", "") + ",P=" + address.replaceAll("^.*:", "") + ",u="
                                + source.user() + ",p=" + source.password() + ",D=" + migration.database() + ",t=item")
                .redirectErrorStream(true)
                .start();
        String said = new String(tool.getInputStream().readAllBytes());
        assertThat(tool.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(tool.exitValue()).as(said).isZero();
    }

    private static void prepare(Migration migration) throws SQLException {
        migration.source(
                CREATE,
                "SET cte_max_recursion_depth = 2000",
                "INSERT INTO item WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM n WHERE id < 2000)"
                        + " SELECT id, id % 7, IF(id % 2 = 0, 'new', 'done'), IF(id % 3 = 0, 'a,b', NULL) FROM n");
    }

    private static void write(Statement statement, long number) throws SQLException {
        long id = number * 7919 % 2000 + 1;
        switch ((int) (number % 4)) {
            case 0 -> statement.execute("DELETE FROM item WHERE id = " + id);
            case 1 -> statement.execute("INSERT IGNORE INTO item (id, n, state) VALUES (" + id + ", 1, 'done')");
            case 2 -> statement.execute("INSERT INTO item (id, n, flags) VALUES (" + (10_000 + number) + ", 2, 'b')");
            default ->
                statement.execute("UPDATE item SET n = n + 1, flags = 'a' WHERE id BETWEEN " + id + " AND " + (id + 9));
        }
    }

    private static List<String> statements(Migration migration, String tool, int run) throws Exception {
        String text = Files.readString(Path.of("src", "test", "resources", "online-schema-changes", tool + ".sql"));
        String definition = "";
        if (text.contains("{definition}")) {
            String create = "";
            try (Connection source = migration.openSource();
                    Statement statement = source.createStatement();
                    ResultSet row = statement.executeQuery("SHOW CREATE TABLE item")) {
                row.next();
                create = row.getString(2);
            }
            definition = create.substring(create.indexOf('('));
        }
        List<String> statements = new ArrayList<>();
        Arrays.stream(text.replaceAll("(?m)^-- .*$", "")
                        .replace("{run}", String.valueOf(run))
                        .replace("{definition}", definition)
                        .split(";\n"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .forEach(statements::add);
        return statements;
    }

    private static void run(Migration migration, List<String> statements) throws SQLException {
        migration.source(statements.toArray(String[]::new));
    }

    private static List<String> columns(Migration migration) throws SQLException {
        return migration.targetRows("SELECT attname FROM pg_catalog.pg_attribute WHERE attnum > 0 AND NOT attisdropped"
                + " AND attrelid = CAST('" + migration.database() + ".item' AS regclass)");
    }

    /** Nothing was copied again, and the table is what the shadow was. */
    private static void assertFollowed(Migration migration, String... columns) throws Exception {
        migration.assertEqualContent();
        assertThat(columns(migration)).contains(columns);
        assertThat(migration.targetRows(
                        "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = '" + migration.database() + "'"))
                .containsExactly("item");
        assertThat(Servers.target()
                        .rows("SELECT table_name FROM gaussferry.table_copy WHERE state <> 'DONE' AND pipeline = '"
                                + migration.pipeline() + "'"))
                .isEmpty();
        assertThat(Servers.target()
                        .rows(
                                "SELECT statement FROM gaussferry.definition_change WHERE result <> 'FOLLOWED' AND pipeline = '"
                                        + migration.pipeline() + "'"))
                .isEmpty();
        VerifyRun verified = VerifyRun.of(migration);
        assertThat(verified.exitCode()).as(verified::toString).isZero();
    }

    private static void awaitCopied(Migration migration) {
        await("the copy; " + migration.daemon().errors())
                .atMost(Daemon.PATIENCE)
                .untilAsserted(() -> assertThat(Servers.target()
                                .rows(
                                        "SELECT state FROM gaussferry.table_copy WHERE table_name = 'item' AND pipeline = '"
                                                + migration.pipeline() + "'"))
                        .containsExactly("DONE"));
    }
}
