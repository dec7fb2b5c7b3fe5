package io.gaussferry.bench.tpcc;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** TPC-C's clause 2.4: one order of five to fifteen lines. */
final class NewOrder {
    private final TpccTerminal terminal;
    private final TpccScale scale;
    private final TpccRandom random;

    NewOrder(TpccTerminal terminal, TpccScale scale, TpccRandom random) {
        this.terminal = terminal;
        this.scale = scale;
        this.random = random;
    }

    private record Line(int supplyWarehouse, int item, int quantity) {}

    /** Returns the number of changed rows; -1 for the one order in a hundred whose last item does not exist. */
    int execute(int warehouse) throws SQLException {
        int district = random.between(1, TpccScale.DISTRICTS);
        int customer = random.customer();
        List<Line> lines = drawLines(warehouse);
        boolean allLocal = lines.stream().allMatch(line -> line.supplyWarehouse() == warehouse);
        terminal.number(
                "SELECT c_discount FROM " + scale.table("customer") + " JOIN " + scale.table("warehouse")
                        + " ON w_id = c_w_id WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                warehouse,
                district,
                customer);
        int order = terminal.number(
                "SELECT d_next_o_id FROM " + scale.table("district") + " WHERE d_w_id = ? AND d_id = ? FOR UPDATE",
                warehouse,
                district);
        int rows = terminal.update(
                "UPDATE " + scale.table("district")
                        + " SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?",
                warehouse,
                district);
        rows += terminal.update(
                "INSERT INTO " + scale.table("oorder")
                        + " (o_w_id, o_d_id, o_id, o_c_id, o_ol_cnt, o_all_local, o_entry_d)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                warehouse,
                district,
                order,
                customer,
                lines.size(),
                allLocal ? 1 : 0,
                LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS));
        rows += terminal.update(
                "INSERT INTO " + scale.table("new_order") + " VALUES (?, ?, ?)", warehouse, district, order);
        if (random.between(1, 100) == 1) {
            return -1;
        }
        return rows + writeLines(warehouse, district, order, lines);
    }

    /** Sorted by the stock's key, so that terminals do not deadlock. */
    private List<Line> drawLines(int warehouse) {
        List<Line> lines = new ArrayList<>();
        int count = random.between(5, 15);
        for (int number = 0; number < count; number++) {
            boolean remote = scale.warehouses() > 1 && random.percent(1);
            int supply = remote ? other(warehouse) : warehouse;
            lines.add(new Line(supply, random.item(), random.between(1, 10)));
        }
        lines.sort(Comparator.comparingInt(Line::supplyWarehouse).thenComparingInt(Line::item));
        return lines;
    }

    private int other(int warehouse) {
        return (warehouse - 1 + random.between(1, scale.warehouses() - 1)) % scale.warehouses() + 1;
    }

    private int writeLines(int warehouse, int district, int order, List<Line> lines) throws SQLException {
        int rows = 0;
        String insert = "INSERT INTO " + scale.table("order_line")
                + " (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_amount, ol_supply_w_id, ol_quantity,"
                + " ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        for (int number = 1; number <= lines.size(); number++) {
            Line line = lines.get(number - 1);
            String information;
            BigDecimal price;
            PreparedStatement query = terminal.prepared(
                    "SELECT i_price, " + String.format("s_dist_%02d", district) + " FROM " + scale.table("item")
                            + " JOIN " + scale.table("stock")
                            + " ON s_i_id = i_id WHERE i_id = ? AND s_w_id = ?",
                    line.item(),
                    line.supplyWarehouse());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                price = row.getBigDecimal(1);
                information = row.getString(2);
            }
            rows += terminal.update(
                    "UPDATE " + scale.table("stock")
                            + " SET s_quantity = CASE WHEN s_quantity >= ? + 10 THEN s_quantity - ? ELSE s_quantity + 91 - ? END,"
                            + " s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + ?"
                            + " WHERE s_w_id = ? AND s_i_id = ?",
                    line.quantity(),
                    line.quantity(),
                    line.quantity(),
                    line.quantity(),
                    line.supplyWarehouse() == warehouse ? 0 : 1,
                    line.supplyWarehouse(),
                    line.item());
            terminal.prepared(
                            insert,
                            warehouse,
                            district,
                            order,
                            number,
                            line.item(),
                            price.multiply(BigDecimal.valueOf(line.quantity())),
                            line.supplyWarehouse(),
                            line.quantity(),
                            information)
                    .addBatch();
        }
        return rows + terminal.prepared(insert).executeBatch().length;
    }
}
