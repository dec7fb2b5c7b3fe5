package io.gaussferry.e2e;

import java.sql.SQLException;
import java.sql.Statement;
import org.awaitility.Awaitility;

/** Tables in which a lost, duplicated or misordered transaction leaves a difference. */
final class Ledger {

    private static final int ACCOUNTS = 5;

    private final Migration migration;
    /** The numbers of the next writers start above all used ones. */
    private long base;

    private Ledger(Migration migration) {
        this.migration = migration;
    }

    static Ledger create(Migration migration) throws SQLException {
        migration.source(
                // without a key: the target would not reject a duplicate number
                "CREATE TABLE ledger (number BIGINT NOT NULL)",
                "CREATE TABLE account (id INT PRIMARY KEY, last_number BIGINT NOT NULL, entries BIGINT NOT NULL)");
        for (int id = 0; id < ACCOUNTS; id++) {
            migration.source("INSERT INTO account VALUES (" + id + ", 0, 0)");
        }
        return new Ledger(migration);
    }

    /** Starts connections that write until they are closed or their server stops. */
    Writers startWriters() throws SQLException {
        base += 1_000_000;
        long first = base;
        return Writers.start(migration, 3, (statement, number) -> write(statement, first + number));
    }

    /** Writes some transactions. */
    void write(int transactions) throws Exception {
        try (Writers writers = startWriters()) {
            writers.awaitCommitted(transactions);
            writers.stop();
        }
    }

    private static void write(Statement statement, long number) throws SQLException {
        statement.execute("INSERT INTO ledger (number) VALUES (" + number + ")");
        statement.execute("UPDATE account SET last_number = " + number + ", entries = entries + 1 WHERE id = "
                + number % ACCOUNTS);
    }

    /** Waits until the target advances beyond its current state. */
    void awaitReplayed() throws Exception {
        long before = onTarget();
        Awaitility.await().atMost(Daemon.PATIENCE).until(() -> onTarget() > before);
    }

    private long onTarget() throws SQLException {
        return Long.parseLong(
                migration.targetRows("SELECT count(*) FROM ledger").get(0));
    }
}
