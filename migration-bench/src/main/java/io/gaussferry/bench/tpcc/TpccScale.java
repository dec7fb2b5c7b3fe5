package io.gaussferry.bench.tpcc;

/**
 * How large the database is. TPC-C's own proportions are 3,000 customers per district and 100,000 items; fewer make the load
 * shorter, and districts and warehouses no less hot.
 *
 * @param database name of the database, lower-case letters, digits and underscores: it means the same everywhere without quotes
 * @param warehouses one or more
 * @param customersPerDistrict ten or more; as many orders are there in the beginning
 * @param items one hundred or more
 */
public record TpccScale(String database, int warehouses, int customersPerDistrict, int items) {
    /** Districts of a warehouse, which TPC-C fixes. */
    static final int DISTRICTS = 10;

    /** Checks what the loader relies on. */
    public TpccScale {
        if (warehouses < 1 || customersPerDistrict < 10 || items < 100) {
            throw new IllegalArgumentException("TPC-C needs a warehouse, ten customers per district and 100 items");
        }
        if (!database.matches("[a-z_][a-z0-9_]*")) {
            throw new IllegalArgumentException(database + " would need quotes, which differ from server to server");
        }
    }

    /** Of the orders that are there in the beginning, the last three in ten are not delivered. */
    int firstUndelivered() {
        return customersPerDistrict - customersPerDistrict * 3 / 10 + 1;
    }

    /** Last names in use: customers have them in turn, so that each name that is drawn exists. */
    int lastNames() {
        return Math.min(1_000, customersPerDistrict);
    }

    /** A table's name for SQL, with its database. */
    String table(String name) {
        return database + ".bmsql_" + name;
    }
}
