package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.tpcc.TpccLoader;
import io.gaussferry.bench.tpcc.TpccScale;
import io.gaussferry.bench.tpcc.TpccTerminal;
import io.gaussferry.bench.tpcc.TpccTerminal.Executed;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** TPC-C's wholesale supplier, whose terminals write a receipt with each transaction. */
final class TpccBusiness implements SwitchingApplication.Business {

    private static final int WAREHOUSES = 2;
    private static final int CUSTOMERS = 20;
    private static final int ITEMS = 100;

    private final TpccScale scale;
    private final AtomicLong seats = new AtomicLong();
    private final long seed;

    private TpccBusiness(TpccScale scale, long seed) {
        this.scale = scale;
        this.seed = seed;
    }

    /** Creates its tables at the source. */
    static TpccBusiness create(Migration migration, ServerAddress source, long seed) throws SQLException {
        return create(migration, source, seed, new TpccScale(migration.database(), WAREHOUSES, CUSTOMERS, ITEMS));
    }

    /** Creates its tables at the source, in this size. */
    static TpccBusiness create(Migration migration, ServerAddress source, long seed, TpccScale scale)
            throws SQLException {
        // the loader creates it
        new Server(source).execute("DROP DATABASE " + migration.database());
        try (Connection connection = source.open()) {
            new TpccLoader(connection, scale, seed).load();
        }
        migration.source(
                "CREATE TABLE receipt (terminal INT NOT NULL, number BIGINT NOT NULL, kind VARCHAR(20) NOT NULL, changed INT NOT NULL,"
                        + " PRIMARY KEY (terminal, number))");
        return new TpccBusiness(scale, seed);
    }

    @Override
    public SwitchingApplication.Seat open(Connection connection, int writer) throws SQLException {
        // a delivery must read the order that it has found
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        SplittableRandom random = new SplittableRandom(seed + seats.incrementAndGet());
        TpccTerminal terminal = new TpccTerminal(connection, scale, random, writer % scale.warehouses() + 1);
        return number -> {
            Optional<Executed> executed = terminal.execute();
            if (executed.isEmpty()) {
                return Optional.empty();
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO receipt VALUES (?, ?, ?, ?)")) {
                insert.setInt(1, writer);
                insert.setLong(2, number);
                insert.setString(3, executed.get().kind().name());
                insert.setInt(4, executed.get().rows());
                insert.executeUpdate();
            }
            return Optional.of(writer + "|" + number + "|" + executed.get().kind() + "|"
                    + executed.get().rows());
        };
    }

    @Override
    public String receipts() {
        return "SELECT terminal, number, kind, changed FROM receipt";
    }

    /** TPC-C's consistency conditions (clause 3.3.2), and those of the receipts: each query finds violations. */
    private Map<String, String> broken() {
        int initial = 10 * scale.customersPerDistrict();
        int all = scale.warehouses() * initial;
        return new TreeMap<>(Map.ofEntries(
                Map.entry(
                        "1: a warehouse has what its districts have",
                        "SELECT w_id FROM bmsql_warehouse WHERE w_ytd <> (SELECT SUM(d_ytd) FROM bmsql_district WHERE d_w_id = w_id)"),
                Map.entry(
                        "2: a district's next order comes after its last one",
                        "SELECT d_w_id, d_id FROM bmsql_district WHERE d_next_o_id - 1"
                                + " <> (SELECT MAX(o_id) FROM bmsql_oorder WHERE o_w_id = d_w_id AND o_d_id = d_id)"),
                Map.entry(
                        "3: new orders have no gaps",
                        "SELECT no_w_id, no_d_id FROM bmsql_new_order GROUP BY no_w_id, no_d_id"
                                + " HAVING MAX(no_o_id) - MIN(no_o_id) + 1 <> COUNT(*)"),
                Map.entry(
                        "4, 6: an order has its lines",
                        "SELECT o_w_id, o_d_id, o_id FROM bmsql_oorder WHERE o_ol_cnt <> (SELECT COUNT(*) FROM bmsql_order_line"
                                + " WHERE ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)"),
                Map.entry(
                        "5: an order is new or has a carrier",
                        "SELECT o_w_id, o_d_id, o_id FROM bmsql_oorder LEFT JOIN bmsql_new_order ON no_w_id = o_w_id AND no_d_id = o_d_id"
                                + " AND no_o_id = o_id WHERE (no_o_id IS NULL AND o_carrier_id IS NULL)"
                                + " OR (no_o_id IS NOT NULL AND o_carrier_id IS NOT NULL)"),
                Map.entry(
                        "7: the lines of a delivered order are delivered",
                        "SELECT ol_w_id, ol_d_id, ol_o_id FROM bmsql_order_line JOIN bmsql_oorder ON o_w_id = ol_w_id AND o_d_id = ol_d_id"
                                + " AND o_id = ol_o_id WHERE (o_carrier_id IS NULL AND ol_delivery_d IS NOT NULL)"
                                + " OR (o_carrier_id IS NOT NULL AND ol_delivery_d IS NULL)"),
                Map.entry(
                        "8, 9: a district has what was paid there",
                        "SELECT d_w_id, d_id FROM bmsql_district WHERE d_ytd - 30000 + " + initial
                                + " <> (SELECT SUM(h_amount) FROM bmsql_history WHERE h_w_id = d_w_id AND h_d_id = d_id)"),
                Map.entry(
                        "10, 12: a customer's balance is what was delivered without what was paid",
                        "SELECT c_w_id, c_d_id, c_id FROM bmsql_customer WHERE c_balance + c_ytd_payment"
                                + " <> (SELECT COALESCE(SUM(ol_amount), 0) FROM bmsql_oorder JOIN bmsql_order_line ON ol_w_id = o_w_id"
                                + " AND ol_d_id = o_d_id AND ol_o_id = o_id WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id"
                                + " AND ol_delivery_d IS NOT NULL)"),
                Map.entry(
                        "11: a customer has paid what its history says",
                        "SELECT c_w_id, c_d_id, c_id FROM bmsql_customer WHERE c_ytd_payment <> (SELECT SUM(h_amount) FROM bmsql_history"
                                + " WHERE h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id)"),
                Map.entry(
                        "13: each order has a receipt",
                        "SELECT 1 FROM (SELECT COUNT(*) AS n FROM bmsql_oorder) AS orders WHERE n - "
                                + all
                                + " <> (SELECT COUNT(*) FROM receipt WHERE kind = 'NEW_ORDER')"),
                Map.entry(
                        "14: each payment has a receipt",
                        "SELECT 1 FROM (SELECT COUNT(*) AS n FROM bmsql_history) AS payments WHERE n - "
                                + all
                                + " <> (SELECT COUNT(*) FROM receipt WHERE kind = 'PAYMENT')")));
    }

    @Override
    public void requireConsistent(Connection connection) throws SQLException {
        for (Map.Entry<String, String> condition : broken().entrySet()) {
            List<String> broken = Server.rows(connection, condition.getValue());
            assertThat(broken).as(condition.getKey()).isEmpty();
        }
    }
}
