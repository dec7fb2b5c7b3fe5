package io.gaussferry.model;

/**
 * Whose history a target has, and how the transactions in it are named.
 *
 * @param serverUuid the source's {@code server_uuid}; with GTIDs that of the server that was read last
 * @param naming stays what it was when the migration began
 */
public record SourceIdentity(String serverUuid, Naming naming) {

    /** What a transaction is known by. */
    public enum Naming {
        /** Its GTID, which it has on every server. */
        GTID,
        /** Its number since the initial copy, which means something on one server only. */
        ORDINAL
    }
}
