package io.gaussferry.opengauss;

import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.PartitionPolicy;
import io.gaussferry.target.UntestedPolicy;
import java.time.Duration;

/**
 * Connection settings of the target.
 *
 * @param url JDBC URL of the openGauss driver, without a password; may name several servers of a cluster
 * @param user account with the privilege to create schemas and tables
 * @param password its password
 * @param foreignKeys handling of the source's foreign keys
 * @param partitions whether created tables are partitioned like the source's
 * @param readTimeout time without an answer after which an applier's connection counts as lost; 1 s or more
 * @param sharedConnections number of appliers or copy workers shared by all pipelines of the target database; 0 for no
 *     limit
 * @param rowsPerSecond maximum number of rows per second written by all pipelines of the target database together; 0
 *     for no limit
 * @param untested the handling of a product that was never tested
 * @param cluster the servers that the URL names; shared by all users of one target in a process
 */
public record TargetSettings(
        String url,
        String user,
        String password,
        ForeignKeyPolicy foreignKeys,
        PartitionPolicy partitions,
        Duration readTimeout,
        int sharedConnections,
        long rowsPerSecond,
        UntestedPolicy untested,
        TargetCluster cluster) {

    /** Creates settings whose cluster is not known yet. */
    public TargetSettings(
            String url,
            String user,
            String password,
            ForeignKeyPolicy foreignKeys,
            PartitionPolicy partitions,
            Duration readTimeout,
            int sharedConnections,
            long rowsPerSecond,
            UntestedPolicy untested) {
        this(
                url,
                user,
                password,
                foreignKeys,
                partitions,
                readTimeout,
                sharedConnections,
                rowsPerSecond,
                untested,
                new TargetCluster(url, user, password));
    }

    /** Creates the settings of a target without limits shared between pipelines. */
    public TargetSettings(
            String url, String user, String password, ForeignKeyPolicy foreignKeys, Duration readTimeout) {
        this(url, user, password, foreignKeys, PartitionPolicy.KEEP, readTimeout, 0, 0, UntestedPolicy.REFUSE);
    }

    @Override
    public String toString() {
        return "the target at " + url.replaceAll("\\?.*", "") + " as " + user;
    }
}
