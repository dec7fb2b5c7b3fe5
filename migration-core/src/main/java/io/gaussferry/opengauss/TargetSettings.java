package io.gaussferry.opengauss;

import io.gaussferry.schema.ForeignKeyPolicy;
import java.time.Duration;

/**
 * How to reach the target.
 *
 * @param url JDBC URL of the openGauss driver, without a password in it
 * @param user account that may create schemas and tables
 * @param password its password
 * @param foreignKeys what becomes of the source's foreign keys
 * @param readTimeout how long an applier waits for an answer before the target counts as silent; 1 s or more
 * @param sharedConnections how many appliers or copy workers all pipelines of the target database have together; 0 for any number
 * @param rowsPerSecond how many rows a second all pipelines of the target database write together at most; 0 for any number
 */
public record TargetSettings(
        String url,
        String user,
        String password,
        ForeignKeyPolicy foreignKeys,
        Duration readTimeout,
        int sharedConnections,
        long rowsPerSecond) {

    /** A target that is shared with nobody. */
    public TargetSettings(
            String url, String user, String password, ForeignKeyPolicy foreignKeys, Duration readTimeout) {
        this(url, user, password, foreignKeys, readTimeout, 0, 0);
    }

    @Override
    public String toString() {
        return "the target at " + url.replaceAll("\\?.*", "") + " as " + user;
    }
}
