package io.gaussferry.model;

import java.util.UUID;

/**
 * A global transaction identifier of MySQL: the server where the transaction was first committed, an optional tag
 * (MySQL 8.3 and later) and a number that counts from 1.
 *
 * @param sourceId the originating server's UUID
 * @param tag the tag in lower case; empty for an untagged GTID
 * @param number 1 to 2^63 - 2
 */
public record Gtid(UUID sourceId, String tag, long number) {

    public Gtid {
        if (number < 1) {
            throw new IllegalArgumentException("a GTID's number starts at 1, not " + number);
        }
    }

    @Override
    public String toString() {
        return tag.isEmpty() ? sourceId + ":" + number : sourceId + ":" + tag + ":" + number;
    }
}
