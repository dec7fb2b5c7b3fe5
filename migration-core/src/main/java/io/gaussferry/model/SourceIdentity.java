package io.gaussferry.model;

/**
 * The history that a target replicates, and how its transactions are named.
 *
 * @param serverUuid the source's {@code server_uuid}; with GTIDs that of the server that was read last
 * @param naming unchanged from the start of the migration on
 */
public record SourceIdentity(String serverUuid, Naming naming) {

    /** How a transaction is identified. */
    public enum Naming {
        /** By its GTID, which is the same on every server. */
        GTID,
        /** By its number since the initial copy, which is valid for one server only. */
        ORDINAL
    }
}
