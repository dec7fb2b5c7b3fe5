package io.gaussferry.bench.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** Creates and fills BenchmarkSQL's tables as TPC-C's clause 4.3.3 specifies, with the counts of the scale. */
public final class TpccLoader {
    private static final String START_OF_TIME = "2026-01-01 00:00:00";

    private final Connection connection;
    private final TpccScale scale;
    private final long seed;
    private final TpccRandom random;

    /** The caller retains ownership of the connection. */
    public TpccLoader(Connection connection, TpccScale scale, long seed) {
        this.connection = connection;
        this.scale = scale;
        this.seed = seed;
        this.random = new TpccRandom(new SplittableRandom(seed), scale);
    }

    /** Creates the database, its tables, rows and foreign keys. Fails if the database exists. */
    public void load() throws SQLException {
        TpccSchema schema = new TpccSchema(scale);
        schema.create(connection);
        connection.setAutoCommit(false);
        try {
            loadItems();
            for (int warehouse = 1; warehouse <= scale.warehouses(); warehouse++) {
                loadWarehouse(warehouse);
                connection.commit();
            }
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO " + scale.table("config") + " VALUES ('warehouses', '"
                        + scale.warehouses() + "')");
            }
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
        schema.addForeignKeys(connection);
    }

    private void loadItems() throws SQLException {
        try (BulkInsert items = insert("item")) {
            for (int item = 1; item <= scale.items(); item++) {
                items.add(
                        item,
                        random.text(14, 24),
                        random.amount(100, 10_000, 2),
                        random.data(26, 50),
                        random.between(1, 10_000));
            }
        }
    }

    private void loadWarehouse(int warehouse) throws SQLException {
        try (BulkInsert warehouses = insert("warehouse")) {
            warehouses.add(
                    warehouse,
                    "300000.00",
                    random.amount(0, 2_000, 4),
                    random.text(6, 10),
                    random.text(10, 20),
                    random.text(10, 20),
                    random.text(10, 20),
                    "XY",
                    random.digits(4) + "11111");
        }
        try (BulkInsert stock = insert("stock")) {
            for (int item = 1; item <= scale.items(); item++) {
                List<Object> row = new ArrayList<>(
                        List.of(warehouse, item, random.between(10, 100), 0, 0, 0, random.data(26, 50)));
                for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
                    row.add(random.text(24, 24));
                }
                stock.add(row.toArray());
            }
        }
        for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
            try (BulkInsert districts = insert("district")) {
                districts.add(
                        warehouse,
                        district,
                        "30000.00",
                        random.amount(0, 2_000, 4),
                        scale.customersPerDistrict() + 1,
                        random.text(6, 10),
                        random.text(10, 20),
                        random.text(10, 20),
                        random.text(10, 20),
                        "XY",
                        random.digits(4) + "11111");
            }
            loadCustomers(warehouse, district);
            loadOrders(warehouse, district);
        }
    }

    private void loadCustomers(int warehouse, int district) throws SQLException {
        try (BulkInsert customers = insert("customer");
                BulkInsert history = insert("history")) {
            for (int customer = 1; customer <= scale.customersPerDistrict(); customer++) {
                customers.add(
                        warehouse,
                        district,
                        customer,
                        random.amount(0, 5_000, 4),
                        random.percent(10) ? "BC" : "GC",
                        customer <= scale.lastNames() ? TpccRandom.lastName(customer - 1) : random.lastName(),
                        random.text(8, 16),
                        "50000.00",
                        "-10.00",
                        "10.00",
                        1,
                        0,
                        random.text(10, 20),
                        random.text(10, 20),
                        random.text(10, 20),
                        "XY",
                        random.digits(4) + "11111",
                        random.digits(16),
                        START_OF_TIME,
                        "OE",
                        random.text(300, 500));
                history.add(
                        0,
                        customer,
                        district,
                        warehouse,
                        district,
                        warehouse,
                        START_OF_TIME,
                        "10.00",
                        random.text(12, 24));
            }
        }
    }

    private void loadOrders(int warehouse, int district) throws SQLException {
        List<Integer> customers = new ArrayList<>();
        for (int customer = 1; customer <= scale.customersPerDistrict(); customer++) {
            customers.add(customer);
        }
        Collections.shuffle(customers, new Random(seed + warehouse * 100L + district));
        try (BulkInsert orders = insert("oorder");
                BulkInsert newOrders = insert("new_order");
                BulkInsert lines = insert("order_line")) {
            for (int order = 1; order <= scale.customersPerDistrict(); order++) {
                boolean delivered = order < scale.firstUndelivered();
                int lineCount = random.between(5, 15);
                orders.add(
                        warehouse,
                        district,
                        order,
                        customers.get(order - 1),
                        delivered ? Integer.toString(random.between(1, 10)) : BulkInsert.NULL,
                        lineCount,
                        1,
                        START_OF_TIME);
                if (!delivered) {
                    newOrders.add(warehouse, district, order);
                }
                for (int line = 1; line <= lineCount; line++) {
                    lines.add(
                            warehouse,
                            district,
                            order,
                            line,
                            random.between(1, scale.items()),
                            delivered ? START_OF_TIME : BulkInsert.NULL,
                            delivered ? "0.00" : random.amount(1, 999_999, 2).toString(),
                            warehouse,
                            5,
                            random.text(24, 24));
                }
            }
        }
    }

    private BulkInsert insert(String table) {
        return new BulkInsert(connection, scale.table(table));
    }
}
