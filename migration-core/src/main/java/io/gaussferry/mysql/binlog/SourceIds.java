package io.gaussferry.mysql.binlog;

import java.util.UUID;

/** Makes one object of a server's UUID for all of the transactions that follow each other: there are millions of them. */
final class SourceIds {

    private UUID last = new UUID(0, 0);

    UUID of(long mostSignificantBits, long leastSignificantBits) {
        if (last.getMostSignificantBits() != mostSignificantBits
                || last.getLeastSignificantBits() != leastSignificantBits) {
            last = new UUID(mostSignificantBits, leastSignificantBits);
        }
        return last;
    }
}
