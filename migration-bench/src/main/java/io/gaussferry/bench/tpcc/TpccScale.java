package io.gaussferry.bench.tpcc;

/**
 * The size of the database. TPC-C's own proportions are 3,000 customers per district and 100,000 items; fewer shorten the
 * load and leave contention on districts and warehouses unchanged.
 *
 * @param database name of the database, lower-case letters, digits and underscores: it needs no quotes on any server
 * @param warehouses at least one
 * @param customersPerDistrict at least ten; also the initial number of orders
 * @param items at least one hundred
 */
public record TpccScale(String database, int warehouses, int customersPerDistrict, int items) {
    /** Districts per warehouse, fixed by TPC-C. */
    static final int DISTRICTS = 10;

    /** Checks the preconditions of the loader. */
    public TpccScale {
        if (warehouses < 1 || customersPerDistrict < 10 || items < 100) {
            throw new IllegalArgumentException("TPC-C needs a warehouse, ten customers per district and 100 items");
        }
        if (!database.matches("[a-z_][a-z0-9_]*")) {
            throw new IllegalArgumentException(database + " needs quotes, which differ between servers");
        }
    }

    /** Returns the first undelivered one of the initial orders: the last three in ten are not delivered. */
    int firstUndelivered() {
        return customersPerDistrict - customersPerDistrict * 3 / 10 + 1;
    }

    /** Returns the number of last names in use: customers have them in turn, so that every drawn name exists. */
    int lastNames() {
        return Math.min(1_000, customersPerDistrict);
    }

    /** Returns a table's name for SQL, with its database. */
    String table(String name) {
        return database + ".bmsql_" + name;
    }
}
