package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.e2e.types.TargetForm;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Replicates random tables and histories. {@code -Dgaussferry.seed=…} repeats a run; {@code -Dgaussferry.tables=…} sets the number of tables, which
 * the Maven profile {@code long} increases.
 */
class RandomTablesIT {

    private static final int DUPLICATE_KEY = 1062;
    private static final int ROW_TOO_LARGE = 1118;
    private static final int KEY_TOO_LONG = 1071;

    private static final int CHANGES_PER_TABLE = 12;
    private static final int LARGEST_TRANSACTION = 12;

    private final long seed = Long.getLong("gaussferry.seed", System.nanoTime());
    private final int count = Integer.getInteger("gaussferry.tables", 50);
    private final Random random = new Random(seed);
    private int executed;

    @Test
    void copiesAndReplaysRandomTables() throws Exception {
        System.out.println("RandomTablesIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.tables=" + count);
        try (Migration migration = Migration.of("gf_e2e_random");
                Connection source = migration.openSource();
                Statement statement = source.createStatement();
                Connection target = migration.openTarget()) {
            statement.setEscapeProcessing(false);
            statement.execute("SET SESSION time_zone = '+00:00'");
            List<RandomTable> tables = create(statement, TargetForm.of(target));
            source.setAutoCommit(false);
            migration.start();
            assertEqual(migration, tables, source, target);

            change(statement, tables);
            assertEqual(migration, tables, source, target);
            migration.stop();

            change(statement, tables);
            migration.start();
            assertEqual(migration, tables, source, target);
            VerifyRun verified = VerifyRun.of(migration, "--values", "--rows-per-range", "100");
            assertThat(verified.exitCode()).as("seed " + seed + ": " + verified).isZero();
            assertThat(executed).isGreaterThan(count * CHANGES_PER_TABLE);
        }
    }

    private List<RandomTable> create(Statement source, TargetForm form) throws SQLException {
        List<RandomTable> tables = new ArrayList<>();
        while (tables.size() < count) {
            RandomTable table = new RandomTable(random, tables.size(), form);
            if (attempt(source, table.definition())) {
                tables.add(table);
                if (random.nextInt(4) > 0) {
                    attempt(source, table.insert(random, 1 + random.nextInt(20)));
                }
            }
        }
        return tables;
    }

    /** Executes statements on random tables in random transactions. */
    private void change(Statement source, List<RandomTable> tables) throws SQLException {
        for (int done = 0; done < count * CHANGES_PER_TABLE; ) {
            int size = 1 + random.nextInt(LARGEST_TRANSACTION);
            for (int i = 0; i < size; i++) {
                attempt(source, tables.get(random.nextInt(tables.size())).change(random));
            }
            if (random.nextInt(10) == 0) {
                source.getConnection().rollback();
            } else {
                source.getConnection().commit();
            }
            done += size;
        }
    }

    /** Executes a statement; returns false if MySQL rejects it for a reason of its own. */
    private boolean attempt(Statement source, String sql) throws SQLException {
        try {
            source.execute(sql);
            executed++;
            return true;
        } catch (SQLException e) {
            int code = e.getErrorCode();
            if (code == DUPLICATE_KEY || code == ROW_TOO_LARGE || code == KEY_TOO_LONG) {
                return false;
            }
            throw new AssertionError(e.getMessage() + " (" + code + ", seed " + seed + "): " + sql, e);
        }
    }

    private void assertEqual(Migration migration, List<RandomTable> tables, Connection source, Connection target)
            throws Exception {
        migration.awaitCaughtUp();
        try (Statement statement = target.createStatement()) {
            statement.execute("SET TIME ZONE 'UTC'");
            statement.execute("SET bytea_output = 'hex'");
            statement.execute("SET extra_float_digits = 3");
        }
        for (RandomTable table : tables) {
            assertThat(table.rows(target, false)).as("seed %d, %s", seed, table).isEqualTo(table.rows(source, true));
        }
        if (!source.getAutoCommit()) {
            source.commit();
        }
    }
}
