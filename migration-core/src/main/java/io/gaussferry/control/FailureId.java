package io.gaussferry.control;

/**
 * The id of a failed change in the API: {@code transaction@change}, or only the transaction that replication waits at.
 *
 * @param transaction the GTID, or the capture's sequence number where the source has no GTIDs
 * @param changeNumber the position among the transaction's changes, from 1; 0 for the whole transaction
 */
public record FailureId(String transaction, int changeNumber) {

    /** @throws IllegalArgumentException if the string is malformed */
    public static FailureId parse(String id) {
        int at = id.indexOf('@');
        if (at < 0) {
            return new FailureId(id, 0);
        }
        try {
            return new FailureId(id.substring(0, at), Integer.parseInt(id.substring(at + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + id + "\" is not the id of a failure.", e);
        }
    }

    @Override
    public String toString() {
        return transaction + "@" + changeNumber;
    }
}
