package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that a change that cannot be replayed stops replay with a precise message, and that the target has all changes before it. */
class DivergenceIT {

    private static final Pattern GTID = Pattern.compile("GTID ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:\\d+)");
    private static final Pattern POSITION = Pattern.compile("([\\w.-]+\\.\\d{6,}):(\\d+)");

    @ParameterizedTest
    @ValueSource(strings = {"UPDATE item SET n = 99 WHERE id = 2", "DELETE FROM item WHERE id = 2"})
    void stopsUntilMissingTargetRowIsRestored(String change) throws Exception {
        try (Migration migration = withItems()) {
            Daemon daemon = migration.start();
            migration.target("DELETE FROM item WHERE id = 2");
            String before = executed();
            migration.source("UPDATE item SET n = 11 WHERE id = 1");
            migration.source(change, "UPDATE item SET n = 33 WHERE id = 3");

            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors())
                    .contains("table " + migration.database() + ".item")
                    .contains("id = ‹2›")
                    .contains("1 rows expected")
                    .contains("0 found")
                    .contains("remedy:");
            assertNamesTransaction(daemon.errors(), before);
            assertThat(migration.targetRows("SELECT id, n FROM item ORDER BY id"))
                    .containsExactly("1|11", "3|3");

            // it does not skip the change after a restart
            assertThat(migration.launch().awaitEnd()).isEqualTo(1);
            migration.target("INSERT INTO item VALUES (2, 2)");
            migration.start();
            migration.assertEqualContent();
        }
    }

    @Test
    void stopsOnRowThatTargetAlreadyHas() throws Exception {
        try (Migration migration = withItems()) {
            Daemon daemon = migration.start();
            migration.target("INSERT INTO item VALUES (7, 0)");
            String before = executed();
            migration.source("INSERT INTO item VALUES (6, 6)", "INSERT INTO item VALUES (7, 7)");

            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors())
                    .contains("the insert in table " + migration.database() + ".item")
                    .contains("id = ‹7›");
            assertNamesTransaction(daemon.errors(), before);
            assertThat(migration.targetRows("SELECT id, n FROM item WHERE id > 5 ORDER BY id"))
                    .containsExactly("6|6", "7|0");
        }
    }

    @Test
    void stopsOnMissingTargetRowWithoutKey() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_divergence")) {
            migration.source("CREATE TABLE plain (n INT)", "INSERT INTO plain VALUES (1), (2)");
            Daemon daemon = migration.start();
            migration.target("DELETE FROM plain WHERE n = 2");
            String before = executed();
            migration.source("INSERT INTO plain VALUES (3)", "DELETE FROM plain WHERE n = 2");

            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors())
                    .contains("the delete in table " + migration.database() + ".plain")
                    .contains("1 rows expected on the target, 0 found");
            assertNamesTransaction(daemon.errors(), before);
            assertThat(migration.targetRows("SELECT n FROM plain ORDER BY n")).containsExactly("1", "3");
        }
    }

    @Test
    void rollsBackTransactionWithFailedChange() throws Exception {
        try (Migration migration = withItems()) {
            migration.start();
            migration.stop();
            migration.target("DELETE FROM item WHERE id = 2");
            // a backlog, so that the failing transaction shares a batch with sound ones
            migration.source("UPDATE item SET n = n + 10 WHERE id = 1", "UPDATE item SET n = n + 10 WHERE id = 1");
            migration.sourceTransaction("UPDATE item SET n = 77 WHERE id = 1", "UPDATE item SET n = 77 WHERE id = 2");

            Daemon daemon = migration.launch();
            assertThat(daemon.awaitEnd()).isEqualTo(1);
            assertThat(daemon.errors()).contains("id = ‹2›");
            assertThat(migration.targetRows("SELECT id, n FROM item ORDER BY id"))
                    .containsExactly("1|21", "3|3");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE item ADD COLUMN note VARCHAR(20)",
                "CREATE TABLE item_two (id INT PRIMARY KEY)",
                "TRUNCATE TABLE item",
                "DROP TABLE item"
            })
    void stopsAtDefinitionChangeAndNamesStatement(String statement) throws Exception {
        try (Migration migration = withItems()) {
            migration.definitionSettings("mode: hold");
            Daemon daemon = migration.start();
            String before = executed();
            migration.source("UPDATE item SET n = 11 WHERE id = 1", statement);

            assertThat(daemon.awaitEnd()).isEqualTo(1);
            // the server quotes the names in a DROP
            assertThat(daemon.errors().replace("`", "")).contains(statement).contains("remedy:");
            assertNamesTransaction(daemon.errors(), before);
            assertThat(migration.targetRows("SELECT id, n FROM item ORDER BY id"))
                    .containsExactly("1|11", "2|2", "3|3");
        }
    }

    private static Migration withItems() throws Exception {
        Migration migration = Migration.of("gf_e2e_divergence");
        migration.source(
                "CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1), (2, 2), (3, 3)");
        return migration;
    }

    private static String executed() throws SQLException {
        return Servers.source().value("SELECT REPLACE(@@GLOBAL.gtid_executed, '\n', '')");
    }

    /** Requires that the message names a transaction of this test, and its start position in the binlog. */
    private static void assertNamesTransaction(String message, String executedBefore) throws SQLException {
        Matcher gtid = GTID.matcher(message);
        assertThat(gtid.find()).as(message).isTrue();
        assertThat(Servers.source()
                        .value("SELECT GTID_SUBSET('" + gtid.group(1) + "', GTID_SUBTRACT(@@GLOBAL.gtid_executed, '"
                                + executedBefore + "'))"))
                .as(gtid.group(1) + " after " + executedBefore)
                .isEqualTo("1");
        Matcher position = POSITION.matcher(message);
        assertThat(position.find()).as(message).isTrue();
        List<String> event = Servers.source()
                .rows("SHOW BINLOG EVENTS IN '" + position.group(1) + "' FROM " + position.group(2) + " LIMIT 1");
        assertThat(event).singleElement().asString().contains(gtid.group(1));
    }
}
