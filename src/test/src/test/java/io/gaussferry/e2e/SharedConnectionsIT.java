package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Verifies {@code gaussferry.target.shared-connections}: the connections that the pipelines into one database share. */
class SharedConnectionsIT {

    private static final int TOTAL = 3;

    /** Guards: {@code SharedConnections} and {@code ConnectionShare}; each applier has one of the numbers, and none has two. */
    @Test
    void sharesConnectionsAndQueuesExcessPipeline() throws Exception {
        try (Migration a = table("gf_e2e_share");
                Migration b = table("gf_e2e_share");
                Migration c = table("gf_e2e_share");
                Migration d = table("gf_e2e_share");
                PipelineThread first = pipeline(a);
                PipelineThread second = pipeline(b);
                PipelineThread third = pipeline(c);
                PipelineThread fourth = pipeline(d)) {
            first.start();
            first.awaitReplaying();
            assertThat(inUse()).as("a single pipeline has all connections").isEqualTo(TOTAL);

            second.start();
            second.awaitReplaying();
            assertThat(second.queued())
                    .as("the first pipeline released connections")
                    .hasSize(1);
            await("each pipeline has a share").atMost(Daemon.PATIENCE).until(() -> inUse() == 2);

            third.start();
            third.awaitReplaying();
            assertThat(third.queued()).isEmpty();
            fourth.start();
            await("the fourth pipeline waits")
                    .atMost(Daemon.PATIENCE)
                    .until(() -> fourth.queued().size() == 1);
            assertThat(fourth.queued().get(0))
                    .hasMessageContaining("waits for one of the " + TOTAL + " connections")
                    .hasMessageContaining("gaussferry.target.shared-connections");
            for (Migration replayed : List.of(a, b, c)) {
                replayed.source("INSERT INTO t VALUES (2)");
                awaitRows(replayed, 2);
            }
            assertThat(rows(d)).as("the fourth pipeline writes nothing").isZero();
            assertThat(inUse()).isEqualTo(TOTAL);

            first.stop();
            awaitRows(d, 1);
            d.source("INSERT INTO t VALUES (2)");
            awaitRows(d, 2);
            assertThat(inUse()).isEqualTo(TOTAL);
        }
        await("all connections are released").atMost(Daemon.PATIENCE).until(() -> inUse() == 0);
    }

    private static Migration table(String name) throws Exception {
        Migration migration = Migration.of(name);
        migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
        return migration;
    }

    private static PipelineThread pipeline(Migration migration) {
        return PipelineThread.of(
                migration,
                Servers.target().address(),
                Map.of(
                        "gaussferry.target.shared-connections",
                        Integer.toString(TOTAL),
                        "gaussferry.replay.appliers",
                        "4"));
    }

    /** Returns how many of the numbers are in use. */
    private static int inUse() throws SQLException {
        return Integer.parseInt(Servers.target()
                .value("SELECT count(*) FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND granted"
                        + " AND classid = 1195464020 AND objid > 1"));
    }

    private static void awaitRows(Migration migration, int wanted) {
        await(migration.database() + " has " + wanted + " rows")
                .atMost(Daemon.PATIENCE)
                .until(() -> rows(migration) == wanted);
    }

    private static int rows(Migration migration) throws SQLException {
        return Servers.target()
                        .rows("SELECT 1 FROM pg_catalog.pg_tables WHERE tablename = 't' AND schemaname = '"
                                + migration.database() + "'")
                        .isEmpty()
                ? 0
                : Integer.parseInt(
                        migration.targetRows("SELECT count(*) FROM t").get(0));
    }
}
