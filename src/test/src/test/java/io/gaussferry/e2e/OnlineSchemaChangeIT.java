package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gaussferry.sandbox.server.ServerAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies tools that change a table's definition through a shadow table, which finally takes the table's name, while the table is written. The
 * statements that they execute on the source are in {@code online-schema-changes}.
 *
 * <p>{@code -Dgaussferry.pt-online-schema-change=PROGRAM} also runs the real tool.
 */
class OnlineSchemaChangeIT {

    private static final String PROGRAM = System.getProperty("gaussferry.pt-online-schema-change", "");

    /** The name of a type that dolphin creates for a column contains a number of the server's, and keeps former names. */
    private static final Pattern ANONYMOUS = Pattern.compile("\"?[^\"., ]*_anonymous_(?:enum|set)_\\d+\"?");

    private static final int ERROR_NO_SUCH_TABLE = 1146;

    private static final String CREATE = "CREATE TABLE item (id INT PRIMARY KEY, n INT NOT NULL,"
            + " state ENUM('new','done') NOT NULL DEFAULT 'new', flags SET('a','b'))";

    /** The result of copying a table, by its statement on the source: most tests end with one of a few. */
    private static final Map<String, List<String>> COPIED = new HashMap<>();

    @Test
    void followsShadowFromCreationToRename() throws Exception {
        followsShadow("gh-ost");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"pt-online-schema-change", "spirit"})
    void followsShadowOfOtherTool(String tool) throws Exception {
        followsShadow(tool);
    }

    /** Runs twice, because the second shadow has the names of the first, whose table has another name by then. */
    private static void followsShadow(String tool) throws Exception {
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
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            migration.stop();
        }
    }

    /** The first copy finds a partially filled shadow. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = "pt-online-schema-change")
    void copiesExistingShadow(String tool) throws Exception {
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

    /** The shadow's content is then unknown: the table is copied again when the shadow takes its name. */
    @Tag("long")
    @Test
    void copiesTableAgainIfShadowIsExcluded() throws Exception {
        copiesTableAgainIfShadowIsExcluded("gh-ost");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"pt-online-schema-change", "spirit"})
    void copiesTableAgainIfShadowOfOtherToolIsExcluded(String tool) throws Exception {
        copiesTableAgainIfShadowIsExcluded(tool);
    }

    private static void copiesTableAgainIfShadowIsExcluded(String tool) throws Exception {
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

    /** The tool aborts or is killed, and the operator removes its leftovers; the next attempt succeeds. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = "gh-ost")
    void abandonedAttemptLeavesNothing(String tool) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_online_change")) {
            prepare(migration);
            migration.start();
            try (Writers writers = Writers.start(migration, 2, OnlineSchemaChangeIT::write)) {
                writers.awaitCommitted(20);
                List<String> statements = statements(migration, tool, 1);
                run(migration, statements.subList(0, statements.size() - 6));
                writers.awaitCommitted(20);
                giveUp(migration);
                writers.awaitCommitted(20);
                run(migration, statements(migration, tool, 2));
                writers.awaitCommitted(20);
                writers.stop();
            }
            assertFollowed(migration, "price2");
            assertThat(columns(migration)).doesNotContain("price1");
            migration.stop();
        }
    }

    /** gh-ost's alternative cut-over: for a moment no table has the name. */
    @Tag("long")
    @Test
    void followsTwoStepCutOver() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_online_change")) {
            prepare(migration);
            migration.start();
            try (Writers writers = Writers.start(migration, 2, OnlineSchemaChangeIT::writeIfThere)) {
                writers.awaitCommitted(20);
                for (String statement : statements(migration, "gh-ost", 1)) {
                    if (statement.contains("RENAME")) {
                        run(migration, List.of("RENAME TABLE item TO _item_del", "RENAME TABLE _item_gho TO item"));
                    } else {
                        run(migration, List.of(statement));
                    }
                }
                writers.awaitCommitted(20);
                writers.stop();
            }
            assertFollowed(migration, "price1");
            migration.stop();
        }
    }

    /** Only the table is replicated, by its name: no pattern includes the shadow. */
    @Tag("long")
    @Test
    void copiesTableAgainIfOnlyTableIsIncluded() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_online_change")) {
            prepare(migration);
            migration.sourceSetting("tables:");
            migration.sourceSetting("  include: [\"*.item\"]");
            migration.start();
            try (Writers writers = Writers.start(migration, 2, OnlineSchemaChangeIT::write)) {
                writers.awaitCommitted(20);
                run(migration, statements(migration, "gh-ost", 1));
                writers.awaitCommitted(20);
                awaitCopied(migration);
                writers.awaitCommitted(20);
                writers.stop();
            }
            migration.assertEqualContent();
            assertThat(columns(migration)).contains("price1");
            assertEqualsCopy(migration);
            migration.stop();
        }
    }

    /** The swap through a third name, as written by hand; and back. */
    @Tag("long")
    @Test
    void followsSwapThroughThirdName() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_online_change")) {
            prepare(migration);
            migration.start();
            String swap = "RENAME TABLE item TO item_tmp, item_new TO item, item_tmp TO item_new";
            migration.source(
                    "CREATE TABLE item_new LIKE item",
                    "ALTER TABLE item_new ADD COLUMN price1 DECIMAL(10,2) NOT NULL DEFAULT 1.50",
                    "INSERT INTO item_new (id, n, state, flags) SELECT * FROM item",
                    swap,
                    "UPDATE item SET price1 = 2 WHERE id < 100",
                    swap,
                    "UPDATE item SET n = n + 1 WHERE id < 50",
                    swap,
                    "DROP TABLE item_new");
            assertFollowed(migration, "price1");
            migration.stop();
        }
    }

    @Test
    void followsRealToolUnderLoad() throws Exception {
        assumeTrue(!PROGRAM.isEmpty(), "-Dgaussferry.pt-online-schema-change is not set");
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
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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

    private static void writeIfThere(Statement statement, long number) throws SQLException {
        try {
            write(statement, number);
        } catch (SQLException e) {
            if (e.getErrorCode() != ERROR_NO_SUCH_TABLE) {
                throw e;
            }
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

    /** Removes the leftovers of an attempt that ended half-way, as an operator does. */
    private static void giveUp(Migration migration) throws SQLException {
        List<String> triggers = Servers.source()
                .rows("SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = '"
                        + migration.database() + "'");
        List<String> tables = Servers.source()
                .rows("SELECT table_name FROM information_schema.tables WHERE table_name <> 'item' AND table_schema = '"
                        + migration.database() + "'");
        assertThat(triggers).isNotEmpty();
        assertThat(tables).isNotEmpty();
        for (String trigger : triggers) {
            migration.source("DROP TRIGGER `" + trigger + "`");
        }
        for (String table : tables) {
            migration.source("DROP TABLE `" + table + "`");
        }
    }

    private static void run(Migration migration, List<String> statements) throws SQLException {
        migration.source(statements.toArray(String[]::new));
    }

    private static List<String> columns(Migration migration) throws SQLException {
        return migration.targetRows("SELECT attname FROM pg_catalog.pg_attribute WHERE attnum > 0 AND NOT attisdropped"
                + " AND attrelid = CAST('" + migration.database() + ".item' AS regclass)");
    }

    /** Requires that no table was copied again, and that the table is the former shadow. */
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
        assertEqualsCopy(migration);
    }

    /** Requires that the definition on the target is the one that a copy of the source's table would create. */
    private static void assertEqualsCopy(Migration migration) throws Exception {
        String create = Servers.source()
                .rows("SHOW CREATE TABLE " + migration.database() + ".item")
                .get(0);
        String statement = create.substring(create.indexOf("CREATE TABLE"));
        List<String> copied = COPIED.get(statement);
        if (copied == null) {
            copied = copiedDefinition(statement);
            COPIED.put(statement, copied);
        }
        assertThat(definition(migration)).isEqualTo(copied);
    }

    private static List<String> copiedDefinition(String create) throws Exception {
        try (Migration copy = Migration.of("gf_e2e_online_change_copy")) {
            copy.source(create);
            copy.start();
            List<String> definition = definition(copy);
            copy.stop();
            return definition;
        }
    }

    /** Returns columns and indexes without the positions of columns: an added column is the target's last. */
    private static List<String> definition(Migration migration) throws SQLException {
        List<String> lines = new ArrayList<>(
                migration.targetRows("SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,"
                        + " pg_catalog.pg_get_expr(d.adbin, d.adrelid) FROM pg_catalog.pg_attribute a"
                        + " LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
                        + " WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid = CAST('" + migration.database()
                        + ".item' AS regclass)"));
        lines.addAll(migration.targetRows("SELECT pg_catalog.pg_get_indexdef(indexrelid) FROM pg_catalog.pg_index"
                + " WHERE indrelid = CAST('" + migration.database() + ".item' AS regclass)"));
        return lines.stream()
                .map(line ->
                        ANONYMOUS.matcher(line).replaceAll("a type of its own").replace(migration.database(), "schema"))
                .sorted()
                .toList();
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
