package io.gaussferry.bench.sysbench;

import io.gaussferry.bench.load.LoadWorker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/**
 * One connection of a load. Confined to the thread that runs it. Autocommits single statements, and commits a transaction of
 * several statements once. All values are digits and dashes, so statements need no parameters.
 */
final class SysbenchWorker implements LoadWorker {
    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DUPLICATE_KEY = 1062;

    private final Connection connection;
    private final Statement statement;
    private final SysbenchSchema schema;
    private final StatementMix mix;
    private final Distribution distribution;
    private final SplittableRandom random;

    SysbenchWorker(
            Connection connection,
            SysbenchSchema schema,
            StatementMix mix,
            Distribution distribution,
            SplittableRandom random)
            throws SQLException {
        this.connection = connection;
        this.statement = connection.createStatement();
        this.schema = schema;
        this.mix = mix;
        this.distribution = distribution;
        this.random = random;
    }

    @Override
    public Done run(int most) throws SQLException {
        if (most == 1) {
            return runOne();
        }
        StringBuilder sql = new StringBuilder();
        for (int number = 0; number < most; number++) {
            StatementMix.Kind kind = mix.draw(random);
            if (kind == StatementMix.Kind.TRANSACTION) {
                throw new IllegalArgumentException("transactions of several statements cannot be sent together");
            }
            sql.append(number == 0 ? "" : ";").append(sql(kind, drawTable(), drawNumber()));
        }
        int transactions = 0;
        int rows = 0;
        try {
            statement.execute(sql.toString());
            for (int changed = statement.getUpdateCount(); changed >= 0; changed = nextCount()) {
                transactions += changed > 0 ? 1 : 0;
                rows += changed;
            }
            return new Done(transactions, rows, 0);
        } catch (SQLException failure) {
            if (!isRace(failure)) {
                throw failure;
            }
            // the statements before the failed one are committed, the ones after it were not executed
            return new Done(transactions, rows, 1);
        }
    }

    private int nextCount() throws SQLException {
        statement.getMoreResults();
        return statement.getUpdateCount();
    }

    private Done runOne() throws SQLException {
        String table = drawTable();
        int id = drawNumber();
        StatementMix.Kind kind = mix.draw(random);
        boolean severalStatements = kind == StatementMix.Kind.TRANSACTION;
        try {
            if (!severalStatements) {
                return Done.rows(statement.executeUpdate(sql(kind, table, id)));
            }
            connection.setAutoCommit(false);
            int rows = statement.executeUpdate(sql(StatementMix.Kind.INDEX_UPDATE, table, id))
                    + statement.executeUpdate(sql(StatementMix.Kind.NON_INDEX_UPDATE, table, drawNumber()));
            int replaced = drawNumber();
            rows += statement.executeUpdate(sql(StatementMix.Kind.DELETE, table, replaced))
                    + statement.executeUpdate(insert(table, Integer.toString(replaced)));
            connection.commit();
            return Done.rows(rows);
        } catch (SQLException failure) {
            if (!isRace(failure)) {
                throw failure;
            }
            if (severalStatements) {
                connection.rollback();
            }
            return Done.ROLLED_BACK;
        } finally {
            if (severalStatements) {
                connection.setAutoCommit(true);
            }
        }
    }

    private String sql(StatementMix.Kind kind, String table, int id) {
        return switch (kind) {
            case INSERT -> insert(table, "DEFAULT");
            case INDEX_UPDATE -> "UPDATE " + table + " SET k = k + 1 WHERE id = " + id;
            case NON_INDEX_UPDATE -> "UPDATE " + table + " SET c = '" + SysbenchValues.c(random) + "' WHERE id = " + id;
            case DELETE -> "DELETE FROM " + table + " WHERE id = " + id;
            case TRANSACTION -> throw new IllegalArgumentException("a transaction is not a single statement");
        };
    }

    private String insert(String table, String id) {
        return "INSERT INTO " + table + " (id, k, c, pad) VALUES (" + id + ", " + drawNumber() + ", '"
                + SysbenchValues.c(random) + "', '" + SysbenchValues.pad(random) + "')";
    }

    private String drawTable() {
        return schema.quotedTable(1 + random.nextInt(schema.tables()));
    }

    private int drawNumber() {
        return distribution.draw(random, schema.rowsPerTable());
    }

    private static boolean isRace(SQLException failure) {
        int code = failure.getErrorCode();
        return code == DEADLOCK || code == LOCK_WAIT_TIMEOUT || code == DUPLICATE_KEY;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
