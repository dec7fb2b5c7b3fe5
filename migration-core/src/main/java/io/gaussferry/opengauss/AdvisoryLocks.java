package io.gaussferry.opengauss;

/**
 * Queries on advisory locks with two keys, through which the pipelines of one target database coordinate. Stateless.
 */
final class AdvisoryLocks {

    private AdvisoryLocks() {}

    /**
     * Returns the end of a query, from {@code FROM} on, over the sessions in this database that hold a lock with a
     * first key, as {@code held}. The caller appends the second key.
     */
    static String holders(int key) {
        return " FROM pg_catalog.pg_locks held WHERE held.locktype = 'advisory'"
                + " AND CAST(held.classid AS bigint) = " + key
                + " AND held.objsubid = 2 AND held.granted AND held.database ="
                + " (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())"
                + " AND CAST(held.objid AS bigint) = ";
    }
}
