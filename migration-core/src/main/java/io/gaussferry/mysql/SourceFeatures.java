package io.gaussferry.mysql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The statements and catalog columns of a server that differ between versions.
 *
 * @param binlogStatus the statement that shows the end of the binlog
 * @param replicaStatus the statement that shows the replication channels of a replica
 * @param replicaPrefix the prefix of its columns about threads, {@code Replica} or {@code Slave}
 * @param channelColumn the column with the name of a channel
 * @param hasIndexExpressions whether {@code information_schema.statistics} has the column {@code expression}
 * @param checks the query for the checks of a database's tables: table, name, whether it is enforced, clause; empty if the server has none
 * @param collations the query for the server's collations: number, character set, name
 * @param hasRecursiveMembers whether a recursive query returns the exact members of an ENUM
 * @param printsDefaultsAsSql whether {@code column_default} contains an SQL expression for every default
 */
public record SourceFeatures(
        String binlogStatus,
        String replicaStatus,
        String replicaPrefix,
        String channelColumn,
        boolean hasIndexExpressions,
        String checks,
        String collations,
        boolean hasRecursiveMembers,
        boolean printsDefaultsAsSql) {

    /** Returns the features of a server. */
    public static SourceFeatures of(Connection source) throws SQLException {
        return SourceDialect.of(source).features(ServerVersion.of(source));
    }
}
