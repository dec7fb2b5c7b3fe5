package io.gaussferry.bench.tpcc;

import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** TPC-C's clause 2.7: delivers the oldest open order of every district, in one transaction. */
final class Delivery {
    private static final String DISTRICT_ORDER = " WHERE %1$s_w_id = ? AND %1$s_d_id = ? AND %1$s_%2$s = ?";

    private final TpccTerminal terminal;
    private final TpccScale scale;
    private final TpccRandom random;

    Delivery(TpccTerminal terminal, TpccScale scale, TpccRandom random) {
        this.terminal = terminal;
        this.scale = scale;
        this.random = random;
    }

    /** Returns the number of changed rows. */
    int execute(int warehouse) throws SQLException {
        int carrier = random.between(1, 10);
        LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        int rows = 0;
        for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
            rows += deliver(warehouse, district, carrier, now);
        }
        return rows;
    }

    private int deliver(int warehouse, int district, int carrier, LocalDateTime now) throws SQLException {
        int order = terminal.number(
                "SELECT no_o_id FROM " + scale.table("new_order")
                        + " WHERE no_w_id = ? AND no_d_id = ? ORDER BY no_o_id LIMIT 1 FOR UPDATE",
                warehouse,
                district);
        if (order < 0) {
            return 0;
        }
        int rows = terminal.update(
                "DELETE FROM " + scale.table("new_order") + String.format(DISTRICT_ORDER, "no", "o_id"),
                warehouse,
                district,
                order);
        String byOrder = String.format(DISTRICT_ORDER, "o", "id");
        int customer =
                terminal.number("SELECT o_c_id FROM " + scale.table("oorder") + byOrder, warehouse, district, order);
        rows += terminal.update(
                "UPDATE " + scale.table("oorder") + " SET o_carrier_id = ?" + byOrder,
                carrier,
                warehouse,
                district,
                order);
        String linesOfOrder = String.format(DISTRICT_ORDER, "ol", "o_id");
        rows += terminal.update(
                "UPDATE " + scale.table("order_line") + " SET ol_delivery_d = ?" + linesOfOrder,
                now,
                warehouse,
                district,
                order);
        rows += terminal.update(
                "UPDATE " + scale.table("customer") + " SET c_balance = c_balance + (SELECT sum(ol_amount) FROM "
                        + scale.table("order_line") + linesOfOrder
                        + "), c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                warehouse,
                district,
                order,
                warehouse,
                district,
                customer);
        return rows;
    }
}
