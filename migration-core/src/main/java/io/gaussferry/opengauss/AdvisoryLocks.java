package io.gaussferry.opengauss;

/** What is asked about advisory locks of two numbers, by which pipelines of one target database know of each other. Stateless. */
final class AdvisoryLocks {

    private AdvisoryLocks() {}

    /**
     * Returns the end of a query, from {@code FROM} on, over those in this database who hold a lock of a key, as {@code held}; the other
     * number is to be appended.
     */
    static String holders(int key) {
        return " FROM pg_catalog.pg_locks held WHERE held.locktype = 'advisory'"
                + " AND CAST(held.classid AS bigint) = " + key
                + " AND held.objsubid = 2 AND held.granted AND held.database ="
                + " (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())"
                + " AND CAST(held.objid AS bigint) = ";
    }
}
