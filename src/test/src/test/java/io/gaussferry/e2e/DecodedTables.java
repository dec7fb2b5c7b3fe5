package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Two copied tables whose changes on the target are decoded: {@code account} with a primary key, {@code note} without. */
final class DecodedTables {

    private static final String[] STATEMENTS = {
        "CREATE TABLE account (id INT PRIMARY KEY, owner VARCHAR(20) NOT NULL, balance DECIMAL(10,2), changed TIMESTAMP(6) NULL)",
        "CREATE TABLE note (id BIGINT UNSIGNED, body TEXT)",
        "INSERT INTO account VALUES (1, 'Ada', 10.50, '2024-02-29 12:00:00.5'), (2, 'Grüße', NULL, NULL)",
        "INSERT INTO note VALUES (18446744073709551615, 'one'), (2, NULL)"
    };

    interface Work {
        void on(Migration migration, DecodedTarget back) throws Exception;
    }

    private DecodedTables() {}

    /** Copies the tables, and others that these statements create; the daemon has ended. */
    static Migration copied(String name, String... others) throws Exception {
        Migration migration = Migration.of(name);
        try {
            migration.source(STATEMENTS);
            migration.source(others);
            migration.start();
            migration.awaitCaughtUp();
            migration.stop();
            return migration;
        } catch (Exception | AssertionError e) {
            migration.close();
            throw e;
        }
    }

    /** Copies the tables, arms reverse replication, and runs the work. */
    static void armed(String name, Work work) throws Exception {
        try (Migration migration = copied(name);
                DecodedTarget back = new DecodedTarget(migration)) {
            assertThat(back.findings()).isEmpty();
            back.arm();
            work.on(migration, back);
        }
    }

    static String quoted(Migration migration, String table) {
        return '"' + migration.database() + "\"." + table;
    }

    /**
     * Writes transactions to {@code note} until it is enough; some are rolled back.
     *
     * @return the rows of each committed transaction
     */
    static List<List<String>> write(Migration migration, String name, Random random, AtomicBoolean enough) {
        List<List<String>> committed = new ArrayList<>();
        try (Connection connection = migration.openTarget();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int number = 0; !enough.get(); number++) {
                List<String> rows = new ArrayList<>();
                for (int row = 0; row < 1 + random.nextInt(3); row++) {
                    rows.add(name + "." + number + "." + row);
                    statement.execute("INSERT INTO " + quoted(migration, "note") + " VALUES (" + number + ", '"
                            + rows.get(row) + "')");
                    Thread.sleep(random.nextInt(20) == 0 ? random.nextInt(3_000) : random.nextInt(10));
                }
                if (random.nextInt(10) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                    committed.add(rows);
                }
            }
            return committed;
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
