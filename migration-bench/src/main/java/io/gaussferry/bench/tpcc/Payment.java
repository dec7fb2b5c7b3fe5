package io.gaussferry.bench.tpcc;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** TPC-C's clause 2.5: a customer pays; every payment changes the row of the warehouse. */
final class Payment {
    private static final int MAXIMUM_DATA_LENGTH = 500;

    private final TpccTerminal terminal;
    private final TpccScale scale;
    private final TpccRandom random;

    Payment(TpccTerminal terminal, TpccScale scale, TpccRandom random) {
        this.terminal = terminal;
        this.scale = scale;
        this.random = random;
    }

    /** Returns the number of changed rows. */
    int execute(int warehouse) throws SQLException {
        int district = random.between(1, TpccScale.DISTRICTS);
        boolean remote = scale.warehouses() > 1 && random.percent(15);
        int customerWarehouse = remote ? warehouse % scale.warehouses() + 1 : warehouse;
        int customerDistrict = remote ? random.between(1, TpccScale.DISTRICTS) : district;
        BigDecimal amount = random.amount(100, 500_000, 2);
        int rows = terminal.update(
                "UPDATE " + scale.table("warehouse") + " SET w_ytd = w_ytd + ? WHERE w_id = ?", amount, warehouse);
        rows += terminal.update(
                "UPDATE " + scale.table("district") + " SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?",
                amount,
                warehouse,
                district);
        int customer = random.percent(60) ? customerByName(customerWarehouse, customerDistrict) : random.customer();
        rows += pay(customerWarehouse, customerDistrict, customer, amount, warehouse + " " + district);
        rows += terminal.update(
                "INSERT INTO " + scale.table("history")
                        + " (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                customer,
                customerDistrict,
                customerWarehouse,
                district,
                warehouse,
                LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS),
                amount,
                "W" + warehouse + "    D" + district);
        return rows;
    }

    /** Returns the customer in the middle of those with the last name, by first name. */
    private int customerByName(int warehouse, int district) throws SQLException {
        String name = random.lastName();
        int count = terminal.number(
                "SELECT count(*) FROM " + scale.table("customer") + " WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?",
                warehouse,
                district,
                name);
        return terminal.number(
                "SELECT c_id FROM " + scale.table("customer")
                        + " WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first LIMIT 1 OFFSET ?",
                warehouse,
                district,
                name,
                (count + 1) / 2 - 1);
    }

    private int pay(int warehouse, int district, int customer, BigDecimal amount, String site) throws SQLException {
        String credit;
        String data;
        PreparedStatement query = terminal.prepared(
                "SELECT c_credit, c_data FROM " + scale.table("customer")
                        + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE",
                warehouse,
                district,
                customer);
        try (ResultSet row = query.executeQuery()) {
            row.next();
            credit = row.getString(1);
            data = row.getString(2);
        }
        String balance = "UPDATE " + scale.table("customer")
                + " SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?,"
                + " c_payment_cnt = c_payment_cnt + 1";
        String where = " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
        if (!credit.equals("BC")) {
            return terminal.update(balance + where, amount, amount, warehouse, district, customer);
        }
        String longer = customer + " " + site + " " + amount + " " + data;
        String cut = longer.substring(0, Math.min(MAXIMUM_DATA_LENGTH, longer.length()));
        return terminal.update(balance + ", c_data = ?" + where, amount, amount, cut, warehouse, district, customer);
    }
}
