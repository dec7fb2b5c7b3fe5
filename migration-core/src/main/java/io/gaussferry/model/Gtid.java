package io.gaussferry.model;

import java.util.UUID;

/**
 * A global transaction identifier of MySQL: the server where the transaction was first committed, an optional tag
 * (MySQL 8.3 and later) and a number that counts from 1.
 *
 * <p>A transaction of a source without GTIDs is named by the nil UUID, which no server has, and by its capture sequence
 * number.
 *
 * @param sourceId the originating server's UUID
 * @param tag the tag in lower case; empty for an untagged GTID
 * @param number 1 to 2^63 - 2
 */
public record Gtid(UUID sourceId, String tag, long number) {

    private static final UUID NIL = new UUID(0, 0);

    public Gtid {
        if (number < 1) {
            throw new IllegalArgumentException("a GTID's number starts at 1, not " + number);
        }
    }

    /** Returns the name of a transaction of a source without GTIDs. */
    public static Gtid ofCaptureSequence(long captureSequence) {
        return new Gtid(NIL, "", captureSequence);
    }

    /** Parses {@code uuid:number} or {@code uuid:tag:number}; throws IllegalArgumentException for any other string. */
    static Gtid parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw new IllegalArgumentException("not a GTID: '" + text + "'");
        }
        return new Gtid(
                UUID.fromString(parts[0]), parts.length == 3 ? parts[1] : "", Long.parseLong(parts[parts.length - 1]));
    }

    /** Returns whether the other GTID has the same server and the same tag. */
    public boolean isOfSameSeries(Gtid other) {
        return sourceId.equals(other.sourceId) && tag.equals(other.tag);
    }

    /** Returns whether this is the number of a transaction without a GTID. */
    public boolean isCaptureSequence() {
        return sourceId.equals(NIL);
    }

    /** Returns the transaction's name in messages. */
    public String describe() {
        return isCaptureSequence() ? "transaction " + number : "GTID " + this;
    }

    @Override
    public String toString() {
        return tag.isEmpty() ? sourceId + ":" + number : sourceId + ":" + tag + ":" + number;
    }
}
