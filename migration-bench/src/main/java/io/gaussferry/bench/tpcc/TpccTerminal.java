package io.gaussferry.bench.tpcc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A terminal: one connection that executes TPC-C's five transactions, in its mix of 45 new orders, 43 payments, 4 order
 * statuses, 4 deliveries and 4 stock levels, without keying and thinking times. MySQL, openGauss and PostgreSQL accept its
 * statements. The caller commits. Confined to the thread that runs it.
 */
public final class TpccTerminal {
    private final Connection connection;
    private final TpccScale scale;
    private final TpccRandom random;
    private final int warehouse;
    private final NewOrder newOrder;
    private final Payment payment;
    private final Delivery delivery;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    /** TPC-C's transactions. */
    public enum Kind {
        NEW_ORDER,
        PAYMENT,
        DELIVERY,
        ORDER_STATUS,
        STOCK_LEVEL
    }

    /**
     * The result of one transaction.
     *
     * @param rows number of changed rows
     */
    public record Executed(Kind kind, int rows) {}

    /**
     * Creates a terminal of a warehouse.
     *
     * @param connection without autocommit; the caller retains ownership
     * @param warehouse the terminal's home, from 1
     */
    public TpccTerminal(Connection connection, TpccScale scale, SplittableRandom random, int warehouse) {
        this.connection = connection;
        this.scale = scale;
        this.random = new TpccRandom(random, scale);
        this.warehouse = warehouse;
        this.newOrder = new NewOrder(this, scale, this.random);
        this.payment = new Payment(this, scale, this.random);
        this.delivery = new Delivery(this, scale, this.random);
    }

    /**
     * Executes the statements of one transaction without committing it.
     *
     * @return empty if TPC-C requires a rollback
     */
    public Optional<Executed> execute() throws SQLException {
        Kind kind = draw();
        int rows = execute(kind);
        return rows < 0 ? Optional.empty() : Optional.of(new Executed(kind, rows));
    }

    private Kind draw() {
        int ticket = random.between(1, 100);
        if (ticket <= 45) {
            return Kind.NEW_ORDER;
        }
        if (ticket <= 88) {
            return Kind.PAYMENT;
        }
        if (ticket <= 92) {
            return Kind.DELIVERY;
        }
        return ticket <= 96 ? Kind.ORDER_STATUS : Kind.STOCK_LEVEL;
    }

    /** Returns the number of changed rows; -1 if TPC-C requires a rollback. */
    private int execute(Kind kind) throws SQLException {
        return switch (kind) {
            case NEW_ORDER -> newOrder.execute(warehouse);
            case PAYMENT -> payment.execute(warehouse);
            case DELIVERY -> delivery.execute(warehouse);
            case ORDER_STATUS -> orderStatus();
            case STOCK_LEVEL -> stockLevel();
        };
    }

    private int orderStatus() throws SQLException {
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
        return 0;
    }

    private int stockLevel() throws SQLException {
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
        return 0;
    }

    /** Returns the statement, prepared once per connection. */
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

    /** Returns the first column of the first row, or -1. */
    int number(String sql, Object... parameters) throws SQLException {
        return number(-1, sql, parameters);
    }

    /** Returns the first column of the first row, or {@code otherwise}. */
    int number(int otherwise, String sql, Object... parameters) throws SQLException {
        try (ResultSet row = prepared(sql, parameters).executeQuery()) {
            return row.next() ? row.getInt(1) : otherwise;
        }
    }
}
