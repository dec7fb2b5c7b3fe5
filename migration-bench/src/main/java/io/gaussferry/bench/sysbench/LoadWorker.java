package io.gaussferry.bench.sysbench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One connection of a load. Confined to the thread that runs it; a single statement is committed by itself, a
 * transaction of several statements in one commit.
 */
final class LoadWorker implements AutoCloseable {
    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DUPLICATE_KEY = 1062;

    private final Connection connection;
    private final SysbenchSchema schema;
    private final LoadSettings settings;
    private final SplittableRandom random;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    LoadWorker(Connection connection, SysbenchSchema schema, LoadSettings settings, SplittableRandom random) {
        this.connection = connection;
        this.schema = schema;
        this.settings = settings;
        this.random = random;
    }

    /**
     * Draws and commits one transaction.
     *
     * @return the rows that it changed, zero if it found none, or {@code -1} if another thread's lock or key made it
     *     roll back
     * @throws SQLException what is no matter of concurrency
     */
    int runOne() throws SQLException {
        String table = schema.quotedTable(1 + random.nextInt(schema.tables()));
        int id = drawNumber();
        StatementMix.Kind kind = settings.mix().draw(random);
        boolean severalStatements = kind == StatementMix.Kind.TRANSACTION;
        try {
            if (!severalStatements) {
                return runStatement(kind, table, id);
            }
            connection.setAutoCommit(false);
            int rows = runStatement(StatementMix.Kind.INDEX_UPDATE, table, id)
                    + runStatement(StatementMix.Kind.NON_INDEX_UPDATE, table, drawNumber());
            int replaced = drawNumber();
            rows += runStatement(StatementMix.Kind.DELETE, table, replaced) + insertAs(table, replaced);
            connection.commit();
            return rows;
        } catch (SQLException failure) {
            if (!isRace(failure)) {
                throw failure;
            }
            if (severalStatements) {
                connection.rollback();
            }
            return -1;
        } finally {
            if (severalStatements) {
                connection.setAutoCommit(true);
            }
        }
    }

    private int runStatement(StatementMix.Kind kind, String table, int id) throws SQLException {
        return switch (kind) {
            case INSERT -> insertNew(table);
            case INDEX_UPDATE -> {
                PreparedStatement update = prepared("UPDATE " + table + " SET k = k + 1 WHERE id = ?");
                update.setInt(1, id);
                yield update.executeUpdate();
            }
            case NON_INDEX_UPDATE -> {
                PreparedStatement update = prepared("UPDATE " + table + " SET c = ? WHERE id = ?");
                update.setString(1, SysbenchValues.c(random));
                update.setInt(2, id);
                yield update.executeUpdate();
            }
            case DELETE -> {
                PreparedStatement delete = prepared("DELETE FROM " + table + " WHERE id = ?");
                delete.setInt(1, id);
                yield delete.executeUpdate();
            }
            case TRANSACTION -> throw new IllegalArgumentException("a transaction is no single statement");
        };
    }

    private int insertNew(String table) throws SQLException {
        PreparedStatement insert = prepared("INSERT INTO " + table + " (k, c, pad) VALUES (?, ?, ?)");
        insert.setInt(1, drawNumber());
        insert.setString(2, SysbenchValues.c(random));
        insert.setString(3, SysbenchValues.pad(random));
        return insert.executeUpdate();
    }

    private int insertAs(String table, int id) throws SQLException {
        PreparedStatement insert = prepared("INSERT INTO " + table + " (id, k, c, pad) VALUES (?, ?, ?, ?)");
        insert.setInt(1, id);
        insert.setInt(2, drawNumber());
        insert.setString(3, SysbenchValues.c(random));
        insert.setString(4, SysbenchValues.pad(random));
        return insert.executeUpdate();
    }

    private int drawNumber() {
        return settings.distribution().draw(random, schema.rowsPerTable());
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement known = statements.get(sql);
        if (known != null) {
            return known;
        }
        PreparedStatement fresh = connection.prepareStatement(sql);
        statements.put(sql, fresh);
        return fresh;
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
