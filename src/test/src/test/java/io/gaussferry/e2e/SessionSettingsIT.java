package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies that session defaults of servers, accounts and URLs do not affect the replicated data. */
class SessionSettingsIT {

    private static final String SANDBOX_PARAMETERS = "sslMode=DISABLED&allowPublicKeyRetrieval=true";

    @Test
    void readsTextDespiteSourceSettings() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_sessions")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20))", "INSERT INTO item VALUES (1, '表')");
            migration.sourceUrlParameters(SANDBOX_PARAMETERS + "&characterSetResults=latin1");
            migration.start();
            assertThat(migration.targetRows("SELECT name FROM item")).containsExactly("表");
            migration.assertEqualContent();
        }
    }

    @ParameterizedTest
    @CsvSource({"sql_select_limit, 1000", "max_execution_time, 1", "max_join_size, 1500"})
    void readsAllRowsDespiteSourceTimeouts(String setting, String value) throws Exception {
        try (Migration migration = Migration.of("gf_e2e_sessions")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY)",
                    "CREATE TABLE keyless (id INT)",
                    "INSERT INTO item WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
                            + " SELECT i FROM n",
                    "INSERT INTO item SELECT id + 900 FROM item",
                    "INSERT INTO keyless SELECT id FROM item");
            String before = Servers.source().value("SELECT @@GLOBAL." + setting);
            Servers.source().execute("SET GLOBAL " + setting + " = " + value);
            try {
                migration.start();
            } finally {
                Servers.source().execute("SET GLOBAL " + setting + " = " + before);
            }
            migration.assertEqualContent();
        }
    }

    @Test
    void cascadesDespiteAccountSettings() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_sessions");
                AccountDefault unused = new AccountDefault("session_replication_role", "replica")) {
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE child (id INT PRIMARY KEY, parent_id INT,"
                            + " FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE CASCADE)",
                    "INSERT INTO parent VALUES (1), (2)",
                    "INSERT INTO child VALUES (1, 1), (2, 2)");
            migration.start();
            migration.source("DELETE FROM parent WHERE id = 1");
            migration.assertEqualContent();
        }
    }

    @Test
    void acceptsNullsDespiteAccountSettings() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_sessions");
                AccountDefault unused = new AccountDefault("array_nulls", "off")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20))");
            migration.replaysLiveAndFromBacklog(() -> migration.source(
                    "DELETE FROM item",
                    "INSERT INTO item VALUES (1, NULL), (2, 'NULL'), (3, 'c')",
                    "UPDATE item SET name = NULL WHERE id = 3"));
        }
    }

    @Test
    void keepsEmptyStringsDespiteAccountSettings() throws Exception {
        assumeTrue(Servers.isCompatibilityA(), "only openGauss in compatibility A treats '' as NULL");
        try (Migration migration = Migration.of("gf_e2e_sessions");
                AccountDefault unused = new AccountDefault("behavior_compat_options", "'display_leading_zero'")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(99) NOT NULL)",
                    "INSERT INTO item VALUES (1, '')");
            migration.start();
            migration.target(
                    "CREATE FUNCTION shown() RETURNS trigger AS $$ BEGIN NEW.name := NEW.name || '<' ||"
                            + " current_setting('behavior_compat_options') || '>'; RETURN NEW; END $$ LANGUAGE plpgsql",
                    "CREATE TRIGGER shown BEFORE INSERT ON item FOR EACH ROW EXECUTE PROCEDURE shown()");
            migration.source("INSERT INTO item VALUES (2, '')");
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT name FROM item ORDER BY id"))
                    .satisfiesExactly(
                            copied -> assertThat(copied).isEmpty(),
                            replayed -> assertThat(replayed)
                                    .startsWith("<")
                                    .contains("display_leading_zero", "accept_empty_str"));
        }
    }

    @Test
    void overridesTimeoutsOfTargetAccount() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_sessions");
                AccountDefault unused = new AccountDefault("statement_timeout", "500")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY)");
            migration.start();
            migration.target(
                    "CREATE FUNCTION slow() RETURNS trigger AS $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$"
                            + " LANGUAGE plpgsql",
                    "CREATE TRIGGER slow BEFORE INSERT ON item FOR EACH ROW EXECUTE PROCEDURE slow()");
            migration.source("INSERT INTO item VALUES (1)");
            migration.assertEqualContent();
        }
    }

    /** Logins took longer than the change itself. Plans of changed tables must not be reused. */
    @Test
    void reusesSessionsAfterDefinitionChanges() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_sessions")) {
            migration.source("CREATE TABLE item (id INT PRIMARY KEY, a INT)", "INSERT INTO item VALUES (1, 1)");
            migration.start();
            for (int row = 2; row < 12; row++) {
                migration.source("INSERT INTO item (id) VALUES (" + row + ")");
                migration.awaitCaughtUp();
            }
            List<String> before = ownerSessions();
            migration.source(
                    "ALTER TABLE item ADD COLUMN b VARCHAR(20) DEFAULT 'x'",
                    "UPDATE item SET b = 'y', a = 3 WHERE id > 5",
                    "ALTER TABLE item MODIFY a VARCHAR(30)",
                    "UPDATE item SET a = 'z' WHERE id > 7",
                    "ALTER TABLE item DROP COLUMN b",
                    "INSERT INTO item VALUES (12, 'end')",
                    "DELETE FROM item WHERE id < 3");
            migration.assertEqualContent();
            assertThat(ownerSessions()).containsAll(before);
        }
    }

    private static List<String> ownerSessions() throws Exception {
        return Servers.target()
                .rows("SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND CAST(classid AS bigint) = "
                        + 0x47415553);
    }

    /** A session default of the daemon's account on the target. */
    private static final class AccountDefault implements AutoCloseable {

        private final String setting;

        AccountDefault(String setting, String value) throws Exception {
            this.setting = setting;
            alter("SET " + setting + " = " + value);
        }

        @Override
        public void close() throws Exception {
            alter("RESET " + setting);
        }

        private static void alter(String change) throws Exception {
            String account = Servers.target().value("SELECT current_user");
            Servers.target().execute("ALTER ROLE \"" + account + "\" " + change);
        }
    }
}
