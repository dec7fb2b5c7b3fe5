package io.gaussferry.bench.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.bench.load.Load;
import io.gaussferry.bench.load.LoadResult;
import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The load on a real MySQL, whose GTIDs count the transactions in its binlog. */
@SuppressWarnings("NullAway.Init")
class SysbenchLoadIT {
    private static final SysbenchSchema SCHEMA = new SysbenchSchema("sysbench_load_it", 2, 50, true);

    private static Sandbox sandbox;
    private static Connection source;

    @BeforeAll
    static void connect() throws SQLException {
        sandbox = Sandbox.start(ConsoleSandboxListener.onStandardOutput());
        source = sandbox.source().open();
    }

    @AfterAll
    static void disconnect() throws SQLException {
        try (Sandbox servers = sandbox) {
            source.close();
        }
    }

    @AfterEach
    void drop() throws SQLException {
        SCHEMA.drop(source);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fillsEveryTable(boolean primaryKey) throws SQLException {
        SysbenchSchema schema = new SysbenchSchema(SCHEMA.database(), 2, 501, primaryKey);
        schema.create(source);
        schema.fill(source, new SplittableRandom(1), Distribution.SPECIAL);
        for (int table = 1; table <= 2; table++) {
            assertThat(number("SELECT COUNT(*) FROM " + schema.quotedTable(table)))
                    .isEqualTo(501);
            assertThat(number("SELECT MAX(id) FROM " + schema.quotedTable(table)))
                    .isEqualTo(501);
        }
    }

    /**
     * Few rows and many threads make deadlocks and duplicate keys likely: transactions that are rolled back must not count.
     */
    @Test
    void countsExactlyTransactionsInBinlog() throws Exception {
        SCHEMA.create(source);
        SCHEMA.fill(source, new SplittableRandom(1), Distribution.SPECIAL);
        long before = transactionsInBinlog();
        LoadResult result = run(new LoadSettings(
                8,
                1,
                StatementMix.MIXED,
                Distribution.SPECIAL,
                LoadSettings.UNLIMITED_TIME,
                3_000,
                LoadSettings.UNLIMITED));
        assertThat(result.transactions()).isEqualTo(3_000);
        assertThat(transactionsInBinlog() - before).isEqualTo(3_000);
        assertThat(result.rows()).isGreaterThan(3_000);
    }

    @Test
    void observesRateAndDuration() throws Exception {
        SCHEMA.create(source);
        LoadResult result = run(new LoadSettings(
                4, 1, StatementMix.INSERTS, Distribution.UNIFORM, Duration.ofSeconds(2), LoadSettings.UNLIMITED, 100));
        // a busy machine may be slower than the requested rate, but must not be faster
        assertThat(result.transactions()).isBetween(1L, 204L);
    }

    @Test
    void reportsFailureOtherThanConflict() {
        // The tables do not exist.
        assertThatThrownBy(() -> run(new LoadSettings(
                        4,
                        1,
                        StatementMix.MIXED,
                        Distribution.UNIFORM,
                        LoadSettings.UNLIMITED_TIME,
                        LoadSettings.UNLIMITED,
                        LoadSettings.UNLIMITED)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("the load on the source stopped");
    }

    private static LoadResult run(LoadSettings settings) throws Exception {
        try (Load load = SysbenchLoad.start(sandbox.source(), SCHEMA, settings)) {
            return load.await();
        }
    }

    /** Counts the GTIDs of this server, whose set is one interval from 1. */
    private static long transactionsInBinlog() throws SQLException {
        return number("SELECT SUBSTRING_INDEX(@@GLOBAL.gtid_executed, '-', -1)");
    }

    private static long number(String query) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
