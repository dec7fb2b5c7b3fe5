package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.daemon.ReplayProgress;
import org.junit.jupiter.api.Test;

/** Verifies which databases are replicated, and which ones the daemon ignores. */
class DatabasesIT {

    @Test
    void ignoresChangesOfOtherDatabases() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_databases")) {
            String other = migration.addDatabase("_other");
            migration.source("CREATE TABLE kept (id INT PRIMARY KEY, n INT)", "INSERT INTO kept VALUES (1, 1)");
            Servers.source().execute("CREATE TABLE " + other + ".before_start (id INT PRIMARY KEY)");
            migration.replaysLiveAndFromBacklog(() -> {
                Servers.source()
                        .execute(
                                "USE " + other,
                                "CREATE TABLE t (id INT PRIMARY KEY)",
                                "INSERT INTO t VALUES (1), (2)",
                                "ALTER TABLE t ADD COLUMN n INT, RENAME TO u",
                                "UPDATE u SET n = 1",
                                "INSERT INTO before_start VALUES (1)",
                                "TRUNCATE TABLE before_start",
                                "CREATE VIEW v AS SELECT * FROM u",
                                "DROP VIEW v",
                                "DROP TABLE u");
                migration.sourceTransaction(
                        "INSERT INTO " + other + ".before_start VALUES (7)", "UPDATE kept SET n = n + 1");
            });
            assertThat(migration.targetRows("SELECT n FROM kept")).containsExactly("3");
            assertThat(Servers.target().rows("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = '" + other + "'"))
                    .isEmpty();
        }
    }

    @Test
    void advancesProgressPastUnreplicatedTransactions() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_databases")) {
            String other = migration.addDatabase("_other");
            migration.source("CREATE TABLE kept (id INT PRIMARY KEY)");
            Servers.source().execute("CREATE TABLE " + other + ".t (id INT PRIMARY KEY)");
            migration.start();
            migration.awaitCaughtUp();
            try (ReplayProgress progress = new ReplayProgress(
                    Servers.sandbox().source(), Servers.sandbox().target(), migration.pipeline())) {
                Servers.source().execute("INSERT INTO " + other + ".t VALUES (1)");
                String executed = progress.executedOnSource();
                migration.awaitCaughtUp();
                assertThat(progress.hasReached(executed)).isTrue();
            }
            migration.stop();
        }
    }

    @Test
    void replicatesDatabasesByPatterns() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_databases")) {
            String north = migration.addDatabase("_shop_north");
            String south = migration.addDatabase("_shop_south");
            String exact = migration.addDatabase("_exact");
            String longer = migration.addDatabase("_exact_not");
            for (String database : new String[] {north, south, exact, longer}) {
                Servers.source()
                        .execute(
                                "CREATE TABLE " + database + ".t (id INT PRIMARY KEY, site VARCHAR(50))",
                                "INSERT INTO " + database + ".t VALUES (1, '" + database + "')");
            }
            migration.replicate(migration.database() + "_shop_*", exact);
            migration.start();
            migration.sourceTransaction(
                    "UPDATE " + north + ".t SET site = 'moved north'",
                    "UPDATE " + south + ".t SET site = 'moved south'",
                    "UPDATE " + exact + ".t SET site = 'exactly'",
                    "UPDATE " + longer + ".t SET site = 'not at all'");
            migration.assertEqualContent(north);
            migration.assertEqualContent(south);
            migration.assertEqualContent(exact);
            assertThat(Servers.target().rows("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = '" + longer + "'"))
                    .isEmpty();
        }
    }
}
