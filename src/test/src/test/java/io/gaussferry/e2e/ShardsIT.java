package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies {@code gaussferry.ddl.shards}: the definitions of shards, each with its own pipeline into one target. */
class ShardsIT {

    /** Guards: {@code ShardAgreement}, at any pace, across restarts, and for a shard that joins later. */
    @Tag("long")
    @Test
    void acceptsSameChangeOfAllShards() throws Exception {
        try (Migration first = shard("gf_e2e_shard", "");
                Migration second = shard("gf_e2e_shard", first.database());
                Migration third = shard("gf_e2e_shard", first.database())) {
            List<String> deploy = List.of(
                    "ALTER TABLE item ADD COLUMN a INT NOT NULL DEFAULT 7",
                    "CREATE TABLE line (id INT PRIMARY KEY, item INT, FOREIGN KEY (item) REFERENCES item (id))",
                    "TRUNCATE TABLE line",
                    "ALTER TABLE item DROP COLUMN a",
                    "ALTER TABLE item ADD COLUMN a INT NOT NULL DEFAULT 7",
                    "ALTER TABLE line RENAME TO item_line",
                    "INSERT INTO item_line VALUES (1, 1)");
            first.start();
            second.start();
            for (int i = 0; i < deploy.size(); i++) {
                first.source(deploy.get(i));
                second.source(deploy.subList(Math.max(0, i - 1), i).toArray(String[]::new));
            }
            second.source(deploy.get(deploy.size() - 1));
            second.assertEqualContent();
            third.source(deploy.subList(0, 4).toArray(String[]::new));
            third.start();
            third.source(deploy.subList(4, deploy.size()).toArray(String[]::new));
            for (Migration each : List.of(first, second, third)) {
                each.assertEqualContent();
            }
            CommandRun shown = command(third, "definitions", "show");
            assertThat(shown.output())
                    .contains(second.database() + " of pipeline " + second.pipeline()
                            + " has 3 of 3 changes of table item\n")
                    .contains(third.database() + " of pipeline " + third.pipeline()
                            + " has 3 of 3 changes of table item\n")
                    .contains(third.pipeline() + " has 2 of 2 changes of table line\n")
                    .contains(third.pipeline() + " has 1 of 1 changes of table item_line\n");
            for (Migration each : List.of(first, second, third)) {
                each.stop();
            }
        }
    }

    /**
     * Guards: {@code ShardAgreement.objection}; a shard that differs is held, and its statement is accepted when it has reached the same definition.
     */
    @Tag("long")
    @Test
    void holdsShardWithDifferentDefinition() throws Exception {
        try (Migration first = shard("gf_e2e_shard", "");
                Migration second = shard("gf_e2e_shard", first.database())) {
            first.start();
            second.start();
            first.source("ALTER TABLE item ADD COLUMN a INT");
            first.assertEqualContent();
            second.source("ALTER TABLE item ADD COLUMN a BIGINT", "INSERT INTO item VALUES (2, 2, 2)");
            assertThat(second.daemon().awaitEnd()).isEqualTo(1);
            assertThat(second.daemon().errors())
                    .contains("Database " + second.database() + " is a shard of " + first.database())
                    .contains(
                            "has changed table item differently", first.pipeline(), "ALTER TABLE item ADD COLUMN a INT")
                    .contains("the target would execute: ALTER TABLE");
            first.source("UPDATE item SET a = 1", "ALTER TABLE item ADD COLUMN b INT");
            first.assertEqualContent();

            String held = Servers.target()
                    .value("SELECT gtid FROM gaussferry.definition_change WHERE result = 'HELD' AND pipeline = '"
                            + second.pipeline() + "'");
            CommandRun applied =
                    command(second, "definitions", "apply", "--transaction", held, "--reason", "differs for now");
            assertThat(applied.exitCode()).as(applied.errors()).isZero();
            second.source("ALTER TABLE item MODIFY a INT", "ALTER TABLE item ADD COLUMN b INT");
            second.start();
            second.assertEqualContent();
            assertThat(command(first, "definitions", "show").output())
                    .contains(second.pipeline() + " has 2 of 2 changes of table item\n");
            first.stop();
            second.stop();
        }
    }

    /** Guards: the lock of {@code ShardAgreement.agree}; of two that differ at the same time only one is first. */
    @Tag("long")
    @Test
    void acceptsOneOfTwoSimultaneousDefinitions() throws Exception {
        try (Migration first = shard("gf_e2e_shard", "");
                Migration second = shard("gf_e2e_shard", first.database())) {
            first.start();
            second.start();
            try (Connection blocker = first.openTarget();
                    Statement statement = blocker.createStatement()) {
                blocker.setAutoCommit(false);
                statement.execute("LOCK TABLE gaussferry.shard_change IN SHARE ROW EXCLUSIVE MODE");
                first.source("ALTER TABLE item ADD COLUMN a INT");
                second.source("ALTER TABLE item ADD COLUMN a BIGINT");
                await("both wait for the lock")
                        .atMost(Daemon.PATIENCE)
                        .until(() -> Servers.target()
                                .value("SELECT count(*) FROM pg_catalog.pg_locks WHERE NOT granted AND relation ="
                                        + " 'gaussferry.shard_change'::regclass")
                                .equals("2"));
                blocker.rollback();
            }
            await("one of them").atMost(Daemon.PATIENCE).until(() -> !isAlive(first) || !isAlive(second));
            Migration held = isAlive(first) ? second : first;
            Migration other = isAlive(first) ? first : second;
            other.assertEqualContent();
            assertThat(held.daemon().awaitEnd()).isEqualTo(1);
            assertThat(held.daemon().errors()).contains("has changed table item differently", other.pipeline());
            other.stop();
        }
    }

    private static boolean isAlive(Migration migration) {
        return migration.daemon().process().isAlive();
    }

    /** @param of the database that its database is a shard of; empty for its own name */
    private static Migration shard(String name, String of) throws Exception {
        Migration migration = Migration.of(name);
        migration.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "INSERT INTO item VALUES (1, 1)");
        migration.definitionSettings(
                "shards:",
                "  - {database: nothing_else, of: nothing}",
                "  - {database: \"*" + migration.database().substring(2) + "\", of: "
                        + (of.isEmpty() ? migration.database() : of) + "}");
        return migration;
    }

    private static CommandRun command(Migration migration, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--config", migration.configuration().toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }
}
