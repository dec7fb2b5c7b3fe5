package io.gaussferry.model;

/**
 * Distinguishes a transaction from another one with the same GTID, which exists if a server's history was reset.
 *
 * @param gtid the transaction's name
 * @param originMicros the commit time on the server where the transaction was first executed, in microseconds since
 *     1970 by that server's clock; in whole seconds if the binlog is not more precise (before MySQL 8.0.1). The same on
 *     every replica
 */
public record TransactionFingerprint(Gtid gtid, long originMicros) {

    private static final char SEPARATOR = '@';

    static TransactionFingerprint parse(String text) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            throw new IllegalArgumentException("not a transaction's fingerprint: '" + text + "'");
        }
        return new TransactionFingerprint(
                Gtid.parse(text.substring(0, separator)), Long.parseLong(text.substring(separator + 1)));
    }

    @Override
    public String toString() {
        return gtid.toString() + SEPARATOR + originMicros;
    }
}
