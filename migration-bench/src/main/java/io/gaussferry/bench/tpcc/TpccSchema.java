package io.gaussferry.bench.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** BenchmarkSQL's tables, indexes and foreign keys, in MySQL's types. */
final class TpccSchema {
    private static final String ADDRESS_PATTERN =
            "%1$s_street_1 varchar(20), %1$s_street_2 varchar(20), %1$s_city varchar(20), %1$s_state char(2),"
                    + " %1$s_zip char(9)";

    private final TpccScale scale;

    TpccSchema(TpccScale scale) {
        this.scale = scale;
    }

    /** Creates the database and its tables. Fails if the database exists. */
    void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE `" + scale.database() + "`");
            for (String[] table : tables()) {
                statement.execute("CREATE TABLE " + scale.table(table[0]) + " (" + table[1] + ")");
            }
        }
    }

    /** Adds the foreign keys after the load, as BenchmarkSQL does. */
    void addForeignKeys(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String[] key : foreignKeys()) {
                statement.execute("ALTER TABLE " + scale.table(key[0]) + " ADD CONSTRAINT " + key[1] + " FOREIGN KEY ("
                        + key[2] + ") REFERENCES " + scale.table(key[3]) + " (" + key[4] + ")");
            }
        }
    }

    private static String address(String prefix) {
        return String.format(ADDRESS_PATTERN, prefix);
    }

    private static List<String[]> tables() {
        return List.of(
                table("config", "cfg_name varchar(30) PRIMARY KEY, cfg_value varchar(50)"),
                table(
                        "warehouse",
                        "w_id integer NOT NULL, w_ytd decimal(12,2), w_tax decimal(4,4), w_name varchar(10), "
                                + address("w") + ", PRIMARY KEY (w_id)"),
                table(
                        "district",
                        "d_w_id integer NOT NULL, d_id integer NOT NULL, d_ytd decimal(12,2), d_tax decimal(4,4),"
                                + " d_next_o_id integer, d_name varchar(10), " + address("d")
                                + ", PRIMARY KEY (d_w_id, d_id)"),
                table(
                        "customer",
                        "c_w_id integer NOT NULL, c_d_id integer NOT NULL, c_id integer NOT NULL,"
                                + " c_discount decimal(4,4), c_credit char(2), c_last varchar(16),"
                                + " c_first varchar(16), c_credit_lim decimal(12,2), c_balance decimal(12,2),"
                                + " c_ytd_payment decimal(12,2), c_payment_cnt integer, c_delivery_cnt integer, "
                                + address("c")
                                + ", c_phone char(16), c_since datetime, c_middle char(2), c_data varchar(500),"
                                + " PRIMARY KEY (c_w_id, c_d_id, c_id),"
                                + " KEY bmsql_customer_idx1 (c_w_id, c_d_id, c_last, c_first)"),
                table(
                        "history",
                        "hist_id integer NOT NULL AUTO_INCREMENT, h_c_id integer, h_c_d_id integer, h_c_w_id integer,"
                                + " h_d_id integer, h_w_id integer, h_date datetime, h_amount decimal(6,2),"
                                + " h_data varchar(24), PRIMARY KEY (hist_id)"),
                table(
                        "new_order",
                        "no_w_id integer NOT NULL, no_d_id integer NOT NULL, no_o_id integer NOT NULL,"
                                + " PRIMARY KEY (no_w_id, no_d_id, no_o_id)"),
                table(
                        "oorder",
                        "o_w_id integer NOT NULL, o_d_id integer NOT NULL, o_id integer NOT NULL, o_c_id integer,"
                                + " o_carrier_id integer, o_ol_cnt integer, o_all_local integer, o_entry_d datetime,"
                                + " PRIMARY KEY (o_w_id, o_d_id, o_id),"
                                + " UNIQUE KEY bmsql_oorder_idx1 (o_w_id, o_d_id, o_carrier_id, o_id)"),
                table(
                        "order_line",
                        "ol_w_id integer NOT NULL, ol_d_id integer NOT NULL, ol_o_id integer NOT NULL,"
                                + " ol_number integer NOT NULL, ol_i_id integer NOT NULL, ol_delivery_d datetime,"
                                + " ol_amount decimal(6,2), ol_supply_w_id integer, ol_quantity integer,"
                                + " ol_dist_info char(24), PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)"),
                table(
                        "item",
                        "i_id integer NOT NULL, i_name varchar(24), i_price decimal(5,2), i_data varchar(50),"
                                + " i_im_id integer, PRIMARY KEY (i_id)"),
                table("stock", stockColumns()));
    }

    private static String stockColumns() {
        StringBuilder columns = new StringBuilder("s_w_id integer NOT NULL, s_i_id integer NOT NULL,"
                + " s_quantity integer, s_ytd integer, s_order_cnt integer, s_remote_cnt integer, s_data varchar(50)");
        for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
            columns.append(String.format(", s_dist_%02d char(24)", district));
        }
        return columns.append(", PRIMARY KEY (s_w_id, s_i_id)").toString();
    }

    private static String[] table(String name, String columns) {
        return new String[] {name, columns};
    }

    private static List<String[]> foreignKeys() {
        return List.of(
                key("district", "d_warehouse_fkey", "d_w_id", "warehouse", "w_id"),
                key("customer", "c_district_fkey", "c_w_id, c_d_id", "district", "d_w_id, d_id"),
                key("history", "h_customer_fkey", "h_c_w_id, h_c_d_id, h_c_id", "customer", "c_w_id, c_d_id, c_id"),
                key("history", "h_district_fkey", "h_w_id, h_d_id", "district", "d_w_id, d_id"),
                key("new_order", "no_order_fkey", "no_w_id, no_d_id, no_o_id", "oorder", "o_w_id, o_d_id, o_id"),
                key("oorder", "o_customer_fkey", "o_w_id, o_d_id, o_c_id", "customer", "c_w_id, c_d_id, c_id"),
                key("order_line", "ol_order_fkey", "ol_w_id, ol_d_id, ol_o_id", "oorder", "o_w_id, o_d_id, o_id"),
                key("order_line", "ol_stock_fkey", "ol_supply_w_id, ol_i_id", "stock", "s_w_id, s_i_id"),
                key("stock", "s_warehouse_fkey", "s_w_id", "warehouse", "w_id"),
                key("stock", "s_item_fkey", "s_i_id", "item", "i_id"));
    }

    private static String[] key(String table, String name, String columns, String parent, String parentColumns) {
        return new String[] {table, name, columns, parent, parentColumns};
    }
}
