package io.gaussferry.mysql.binlog;

import java.util.UUID;

/** Reuses the UUID object of the previous transaction: millions of consecutive transactions have the same UUID. */
final class SourceIdCache {

    private UUID last = new UUID(0, 0);

    UUID of(long mostSignificantBits, long leastSignificantBits) {
        if (last.getMostSignificantBits() != mostSignificantBits
                || last.getLeastSignificantBits() != leastSignificantBits) {
            last = new UUID(mostSignificantBits, leastSignificantBits);
        }
        return last;
    }
}
