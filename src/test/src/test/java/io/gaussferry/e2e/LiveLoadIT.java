package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.sysbench.Distribution;
import io.gaussferry.bench.sysbench.LoadSettings;
import io.gaussferry.bench.sysbench.StatementMix;
import io.gaussferry.bench.sysbench.SysbenchLoad;
import io.gaussferry.bench.sysbench.SysbenchSchema;
import java.sql.Connection;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Runs a sysbench load while the daemon copies and replays. */
class LiveLoadIT {

    private static final int SEED = 20_260_101;
    private static final int REPLAYED_TRANSACTIONS = 500;

    @Test
    void replicatesLoadStartedBeforeInitialCopy() throws Exception {
        assertLoadArrives(new SysbenchSchema("gf_e2e_live", 3, 1_000, true), LoadSettings.UNLIMITED);
    }

    @Test
    void replicatesLoadOnTablesWithoutKeys() throws Exception {
        assertLoadArrives(new SysbenchSchema("gf_e2e_live", 2, 300, false), 200);
    }

    private static void assertLoadArrives(SysbenchSchema shape, long transactionsPerSecond) throws Exception {
        try (Migration migration = Migration.of(shape.database())) {
            SysbenchSchema schema =
                    new SysbenchSchema(migration.database(), shape.tables(), shape.rowsPerTable(), shape.primaryKey());
            try (Connection connection = Servers.sandbox().source().open()) {
                schema.drop(connection); // it is empty, and the next line recreates it
                schema.create(connection);
                schema.fill(connection, new SplittableRandom(SEED), Distribution.SPECIAL);
            }
            LoadSettings settings = new LoadSettings(
                    4,
                    SEED,
                    StatementMix.MIXED,
                    Distribution.SPECIAL,
                    LoadSettings.UNLIMITED_TIME,
                    LoadSettings.UNLIMITED,
                    transactionsPerSecond);
            try (Load load = SysbenchLoad.start(Servers.sandbox().source(), schema, settings)) {
                migration.start();
                long wanted = load.committed() + REPLAYED_TRANSACTIONS;
                await().atMost(Daemon.PATIENCE).until(() -> load.committed() >= wanted);
                load.stop();
                load.await();
            }
            migration.assertEqualContent();
            migration.stop();
            assertThat(migration.daemon().summary().orElseThrow().transactions())
                    .isGreaterThanOrEqualTo(REPLAYED_TRANSACTIONS);
        }
    }
}
