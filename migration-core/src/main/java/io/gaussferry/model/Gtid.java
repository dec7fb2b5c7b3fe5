package io.gaussferry.model;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A global transaction identifier of MySQL: the server where the transaction was first committed, an optional tag
 * (MySQL 8.3 and later) and a number that counts from 1.
 *
 * <p>A transaction of a source without GTIDs is named by the nil UUID, which no server has, and by its capture sequence
 * number. A GTID of MariaDB, {@code domain-server-number}, has a UUID that contains the domain and the server id, and that
 * no MySQL server has, because its version field is 0.
 *
 * @param sourceId the originating server's UUID
 * @param tag the tag in lower case; empty for an untagged GTID
 * @param number 1 to 2^63 - 2
 */
public record Gtid(UUID sourceId, String tag, long number) {

    private static final UUID NIL = new UUID(0, 0);

    /** The first half of the UUIDs of MariaDB's GTIDs: the letters "Maria", and the version 0. */
    private static final long MARIADB = 0x4d61_7269_6100_0000L;

    private static final long HALF = 0xffff_ffffL;

    private static final Pattern MARIADB_NAME = Pattern.compile("(\\d{1,10})-(\\d{1,10})-(\\d{1,19})");

    public Gtid {
        if (number < 1) {
            throw new IllegalArgumentException("a GTID's number starts at 1, not " + number);
        }
    }

    /** Returns the name of a transaction of a source without GTIDs. */
    public static Gtid ofCaptureSequence(long captureSequence) {
        return new Gtid(NIL, "", captureSequence);
    }

    /**
     * Returns a GTID of MariaDB.
     *
     * @param domain 0 to 2^32 - 1
     * @param server the {@code server_id} of the originating server: 1 to 2^32 - 1
     */
    public static Gtid ofMariaDb(long domain, long server, long number) {
        return new Gtid(mariaDbSource(domain, server), "", number);
    }

    /** Returns the UUID that represents a domain and a server of MariaDB. */
    static UUID mariaDbSource(long domain, long server) {
        if (domain < 0 || domain > HALF || server < 0 || server > HALF) {
            throw new IllegalArgumentException("not a domain and a server id of MariaDB: " + domain + "-" + server);
        }
        return new UUID(MARIADB, domain << Integer.SIZE | server);
    }

    /** Returns whether the UUID represents a domain and a server of MariaDB. */
    static boolean isMariaDb(UUID sourceId) {
        return sourceId.getMostSignificantBits() == MARIADB;
    }

    /** Returns {@code domain-server} of the UUID of a MariaDB GTID. */
    static String mariaDbPrefix(UUID sourceId) {
        long both = sourceId.getLeastSignificantBits();
        return (both >>> Integer.SIZE) + "-" + (both & HALF);
    }

    /**
     * Parses {@code uuid:number}, {@code uuid:tag:number}, or {@code domain-server-number} of MariaDB; throws
     * IllegalArgumentException for any other string.
     */
    public static Gtid parse(String text) {
        Matcher mariaDb = MARIADB_NAME.matcher(text);
        if (mariaDb.matches()) {
            return ofMariaDb(
                    Long.parseLong(mariaDb.group(1)),
                    Long.parseLong(mariaDb.group(2)),
                    Long.parseLong(mariaDb.group(3)));
        }
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

    /** Returns whether this is a GTID of MariaDB. */
    public boolean isMariaDb() {
        return isMariaDb(sourceId);
    }

    /** Returns the domain of a GTID of MariaDB. */
    public long domain() {
        return sourceId.getLeastSignificantBits() >>> Integer.SIZE;
    }

    /** Returns the transaction's name in messages. */
    public String describe() {
        return isCaptureSequence() ? "transaction " + number : "GTID " + this;
    }

    @Override
    public String toString() {
        if (isMariaDb()) {
            return mariaDbPrefix(sourceId) + "-" + number;
        }
        return tag.isEmpty() ? sourceId + ":" + number : sourceId + ":" + tag + ":" + number;
    }
}
