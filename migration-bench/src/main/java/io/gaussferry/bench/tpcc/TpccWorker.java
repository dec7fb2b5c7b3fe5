package io.gaussferry.bench.tpcc;

import io.gaussferry.bench.load.LoadWorker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * A terminal: one connection that executes TPC-C's five transactions, in its mix of 45 new orders, 43 payments, 4 order
 * statuses, 4 deliveries and 4 stock levels, without keying and thinking times. Confined to the thread that runs it.
 */
final class TpccWorker implements LoadWorker {
    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final Connection connection;
    private final TpccScale scale;
    private final TpccRandom random;
    private final int warehouse;
    private final NewOrder newOrder;
    private final Payment payment;
    private final Delivery delivery;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    /** The connection becomes this object's. {@code warehouse} is the terminal's home. */
    TpccWorker(Connection connection, TpccScale scale, TpccRandom random, int warehouse) throws SQLException {
        this.connection = connection;
        this.scale = scale;
        this.random = random;
        this.warehouse = warehouse;
        this.newOrder = new NewOrder(this, scale, random);
        this.payment = new Payment(this, scale, random);
        this.delivery = new Delivery(this, scale, random);
        connection.setAutoCommit(false);
    }

    @Override
    public Done run(int most) throws SQLException {
        int ticket = random.between(1, 100);
        try {
            int rows = execute(ticket);
            if (rows < 0) {
                connection.rollback();
                return Done.ROLLED_BACK;
            }
            connection.commit();
            return Done.rows(rows);
        } catch (SQLException failure) {
            connection.rollback();
            if (failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == LOCK_WAIT_TIMEOUT) {
                return Done.ROLLED_BACK;
            }
            throw failure;
        }
    }

    /** Rows that were changed; -1 where TPC-C wants a rollback. */
    private int execute(int ticket) throws SQLException {
        if (ticket <= 45) {
            return newOrder.execute(warehouse);
        }
        if (ticket <= 88) {
            return payment.execute(warehouse);
        }
        if (ticket <= 92) {
            return delivery.execute(warehouse);
        }
        if (ticket <= 96) {
            orderStatus();
        } else {
            stockLevel();
        }
        return 0;
    }

    private void orderStatus() throws SQLException {
        int district = random.between(1, TpccScale.DISTRICTS);
        int order = number(
                "SELECT coalesce(max(o_id), 0) FROM " + scale.table("oorder")
                        + " WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ?",
                warehouse,
                district,
                random.customer());
        number(
                "SELECT count(*) FROM " + scale.table("order_line")
                        + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
                warehouse,
                district,
                order);
    }

    private void stockLevel() throws SQLException {
        int district = random.between(1, TpccScale.DISTRICTS);
        int next = number(
                "SELECT d_next_o_id FROM " + scale.table("district") + " WHERE d_w_id = ? AND d_id = ?",
                warehouse,
                district);
        number(
                "SELECT count(DISTINCT s_i_id) FROM " + scale.table("order_line") + " JOIN " + scale.table("stock")
                        + " ON s_w_id = ol_w_id AND s_i_id = ol_i_id WHERE ol_w_id = ? AND ol_d_id = ?"
                        + " AND ol_o_id >= ? AND ol_o_id < ? AND s_quantity < ?",
                warehouse,
                district,
                next - 20,
                next,
                random.between(10, 20));
    }

    /** The statement, made once per connection. */
    PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int index = 0; index < parameters.length; index++) {
            statement.setObject(index + 1, parameters[index]);
        }
        return statement;
    }

    int update(String sql, Object... parameters) throws SQLException {
        return prepared(sql, parameters).executeUpdate();
    }

    /** The first column of the first row, or -1. */
    int number(String sql, Object... parameters) throws SQLException {
        return number(-1, sql, parameters);
    }

    /** The first column of the first row, or {@code otherwise}. */
    int number(int otherwise, String sql, Object... parameters) throws SQLException {
        try (ResultSet row = prepared(sql, parameters).executeQuery()) {
            return row.next() ? row.getInt(1) : otherwise;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
