package io.gaussferry.target;

import java.util.Locale;

/** Positions in a server's log (log sequence numbers) in its notation. */
public final class Lsn {

    private Lsn() {}

    /** Returns a position in the servers' notation. */
    public static String format(long lsn) {
        return String.format(Locale.ROOT, "%X/%X", lsn >>> 32, lsn & 0xFFFF_FFFFL);
    }

    /** Parses a position in the servers' notation. */
    public static long parse(String lsn) {
        int slash = lsn.indexOf('/');
        return Long.parseLong(lsn, 0, slash, 16) << 32 | Long.parseLong(lsn, slash + 1, lsn.length(), 16);
    }
}
