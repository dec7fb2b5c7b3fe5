package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Tellers whose transactions each move an amount between two accounts, insert a note of it, and delete an earlier note. */
final class BankBusiness implements SwitchingApplication.Business {

    private static final int ACCOUNTS = 40;
    private static final int BALANCE = 1_000;
    private static final int NOTES = 20;

    private final long seed;

    private BankBusiness(long seed) {
        this.seed = seed;
    }

    /** Creates its tables at the source. */
    static BankBusiness create(Migration migration, long seed) throws SQLException {
        migration.source(
                "CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL, changes INT NOT NULL)",
                "CREATE TABLE transfer (id BIGINT AUTO_INCREMENT PRIMARY KEY, teller INT NOT NULL, number BIGINT NOT NULL,"
                        + " debited INT NOT NULL, credited INT NOT NULL, amount INT NOT NULL, UNIQUE KEY (teller, number))",
                "CREATE TABLE note (teller INT NOT NULL, number BIGINT NOT NULL, memo VARCHAR(40), PRIMARY KEY (teller, number))");
        for (int id = 0; id < ACCOUNTS; id++) {
            migration.source("INSERT INTO account VALUES (" + id + ", " + BALANCE + ", 0)");
        }
        return new BankBusiness(seed);
    }

    @Override
    public SwitchingApplication.Seat open(Connection connection, int teller) {
        return number -> {
            SplittableRandom random = new SplittableRandom(seed + teller * 1_000_003L + number);
            int debited = random.nextInt(ACCOUNTS);
            int credited = (debited + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
            Transfer transfer = new Transfer(teller, number, debited, credited, 1 + random.nextInt(9));
            try (Statement statement = connection.createStatement()) {
                transfer.write(statement);
            }
            return Optional.of(transfer.receipt());
        };
    }

    private record Transfer(int teller, long number, int debited, int credited, int amount) {

        String receipt() {
            return teller + "|" + number + "|" + debited + "|" + credited + "|" + amount;
        }

        void write(Statement statement) throws SQLException {
            String credit = "UPDATE account SET balance = balance + " + amount + ", changes = changes + 1 WHERE id = "
                    + credited;
            String debit = "UPDATE account SET balance = balance - " + amount + ", changes = changes + 1 WHERE id = "
                    + debited;
            // always the smaller number first: prevents deadlocks
            statement.execute(debited < credited ? debit : credit);
            statement.execute(debited < credited ? credit : debit);
            statement.execute("INSERT INTO transfer (teller, number, debited, credited, amount) VALUES (" + teller
                    + ", " + number + ", " + debited + ", " + credited + ", " + amount + ")");
            statement.execute("INSERT INTO note VALUES (" + teller + ", " + number + ", 'it''s noted')");
            statement.execute("DELETE FROM note WHERE teller = " + teller + " AND number < " + (number - NOTES));
        }
    }

    @Override
    public String receipts() {
        return "SELECT teller, number, debited, credited, amount FROM transfer";
    }

    /** Requires that every balance is the result of the transfers. */
    @Override
    public void requireConsistent(Connection connection) throws SQLException {
        int[] balances = new int[ACCOUNTS];
        int[] changes = new int[ACCOUNTS];
        for (String row : Server.rows(connection, "SELECT debited, credited, amount FROM transfer")) {
            String[] values = row.split("\\|", -1);
            int debited = Integer.parseInt(values[0]);
            int credited = Integer.parseInt(values[1]);
            int amount = Integer.parseInt(values[2]);
            balances[debited] -= amount;
            balances[credited] += amount;
            changes[debited]++;
            changes[credited]++;
        }
        List<String> expected = new ArrayList<>();
        for (int id = 0; id < ACCOUNTS; id++) {
            expected.add(id + "|" + (BALANCE + balances[id]) + "|" + changes[id]);
        }
        assertThat(Server.rows(connection, "SELECT id, balance, changes FROM account ORDER BY id"))
                .as("balances computed from the transfers")
                .isEqualTo(expected);
    }
}
