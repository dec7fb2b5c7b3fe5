package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * An account without TRIGGER and EVENT sees no triggers and events: MySQL leaves them out without a message. A plan would leave them out too, and the
 * cutover after it. An account without EXECUTE sees routines, but may not execute them, which proves nothing about them.
 */
class HiddenObjectsIT {

    private static final String USER = "gf_e2e_hidden";
    private static final String PASSWORD = "Not_secret_1234";

    @Test
    void refusesAccountThatDoesNotSeeAllObjects() throws Exception {
        Servers.assumeMySql("the privilege SHOW_ROUTINE before 11.3");
        Server server = Servers.source();
        try (Migration migration = Migration.of("gf_e2e_hidden_objects")) {
            migration.source(
                    "CREATE TABLE item (id INT PRIMARY KEY, changes INT NOT NULL DEFAULT 0)",
                    "INSERT INTO item (id) VALUES (1)",
                    "CREATE TRIGGER count_change BEFORE UPDATE ON item FOR EACH ROW SET NEW.changes = OLD.changes + 1",
                    "CREATE FUNCTION next_of(n INT) RETURNS INT DETERMINISTIC RETURN n + 1");
            // as in the quick start
            server.execute(
                    "CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'",
                    "GRANT SELECT, RELOAD, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + USER);
            try {
                String config = configuration(migration).toString();
                CheckRun check = CheckRun.of(Path.of(config), "--json");
                assertThat(check.findings())
                        .as(check::toString)
                        .filteredOn(found -> found.code().equals("SOURCE_OBJECTS_HIDDEN"))
                        .singleElement()
                        .satisfies(found -> assertThat(found.remedy()).contains("GRANT SHOW VIEW, TRIGGER, EVENT ON"));

                CommandRun refused = CommandRun.of("objects", "plan", "--config", config);
                assertThat(refused.exitCode()).as(refused::toString).isEqualTo(2);
                assertThat(refused.errors())
                        .contains("OBJECTS_HIDDEN")
                        .contains(migration.database())
                        .contains("GRANT EVENT, SHOW VIEW, TRIGGER ON");

                server.execute("GRANT SHOW VIEW, TRIGGER, EVENT ON *.* TO " + USER);
                CommandRun plan = CommandRun.of("objects", "plan", "--config", config);
                assertThat(plan.output())
                        .as(plan::toString)
                        .contains("count_change")
                        .contains("next_of");

                migration.start();
                migration.awaitCaughtUp();
                CommandRun verified =
                        CommandRun.of("objects", "verify", "--config", config, "--execute-on-source", "rollback");
                assertThat(verified.output())
                        .as(verified::toString)
                        .doesNotContain("fails on the source only")
                        .containsPattern("compiles +function +\\S+next_of: the source's account may not execute it")
                        .containsPattern(
                                "compiles +trigger +\\S+count_change: the source's account may not execute it");
            } finally {
                server.execute("DROP USER " + USER);
            }
        }
    }

    private static Path configuration(Migration migration) throws Exception {
        Path file = migration.directory().resolve("hidden.yml");
        Files.writeString(
                file,
                Files.readString(migration.configuration())
                        .replaceFirst("(?s)(  source:.*?    user: )[^\n]*", "$1" + USER)
                        .replaceFirst("(?s)(  source:.*?    password: )[^\n]*", "$1" + PASSWORD));
        return file;
    }
}
