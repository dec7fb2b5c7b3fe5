package io.gaussferry.model;

/**
 * Tells a transaction from another one that got the same GTID, as happens where a server's history was restarted.
 *
 * @param gtid its name
 * @param originMicros when the server where it was first executed committed it, microseconds since 1970 by that server's clock; in whole
 *     seconds where the binlog says no more (before MySQL 8.0.1). Every replica has the same
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
