package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Knows where in the binlog the event stands that is being read. Servers report offsets modulo 2^32, and a file may be larger
 * than that: what is over is counted here. Where reading goes on at a position that the protocol cannot express, the file is read
 * from its beginning, and what stands before the position is passed over.
 *
 * <p>With GTIDs the server leaves out what the target has, and an offset in a file of more than 4 GiB may come out too small; no
 * more than messages depend on it then.
 */
final class BinlogPlaces {

    /** Where the first event of every file begins: after the four bytes by which binlog files are known. */
    static final long FIRST_EVENT = 4;

    private static final long OFFSET_RANGE = 1L << 32;

    /** The furthest place of a file that the protocol can express: 32 bits. */
    private static final long LAST_EXPRESSIBLE = OFFSET_RANGE - 1;

    private final @Nullable BinlogPosition resumeAt;
    private String file = "";
    private long created;
    private long start;
    private long end;
    private BinlogPosition last = new BinlogPosition("", 0);

    /** @param resumeAt where reading goes on; null where the server finds that out by GTIDs */
    BinlogPlaces(@Nullable BinlogPosition resumeAt) {
        this.resumeAt = resumeAt;
    }

    /** Returns the offset from which the server is to send, so that it goes on at a position. */
    static long requestedOffset(BinlogPosition position) {
        return position.offset() > LAST_EXPRESSIBLE ? FIRST_EVENT : position.offset();
    }

    /** Notes that events come from a place of another file now. */
    void rotate(String nextFile, long offset) {
        if (!nextFile.equals(file)) {
            created = 0;
        }
        file = nextFile;
        start = offset;
        end = offset;
    }

    /**
     * Notes the next event of the file.
     *
     * @return whether it is to be read; not if it stands before the place where reading goes on
     */
    boolean advance(RawEvent event) {
        if (event.type() == RawEvent.FORMAT_DESCRIPTION) {
            created = event.timestampSeconds();
            requireSameFile();
        }
        if (event.isArtificial()) {
            return true;
        }
        long length = event.end() - event.start();
        long reached = end - end % OFFSET_RANGE + event.end();
        end = reached < end ? reached + OFFSET_RANGE : reached;
        start = end - length;
        if (resumeAt == null || !resumeAt.file().equals(file) || start >= resumeAt.offset()) {
            return true;
        }
        if (end > resumeAt.offset()) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "No event begins at " + resumeAt
                            + ", up to which the target has the source's history: one stands at " + start + " to " + end
                            + ".",
                    "the binlog was reset, or belongs to another server: start a new migration",
                    null);
        }
        return event.type() == RawEvent.FORMAT_DESCRIPTION;
    }

    private void requireSameFile() {
        if (resumeAt == null
                || !resumeAt.file().equals(file)
                || resumeAt.created() == 0
                || resumeAt.created() == created) {
            return;
        }
        throw new GaussferryException(
                ErrorCategory.FATAL,
                "The source's binlog file " + file + " is not the one that the target has up to offset "
                        + resumeAt.offset()
                        + ", but a newer one of the same name: the binlog was reset (RESET MASTER, RESET BINARY LOGS AND GTIDS).",
                "start a new migration; what the former file had beyond that place is lost to replay",
                null);
    }

    /** Returns where the event begins; of an event within a compressed transaction, where that begins. */
    BinlogPosition start() {
        return position(start);
    }

    /** Returns where the event ends. */
    BinlogPosition end() {
        return position(end);
    }

    /** A transaction mostly begins where the one before has ended: one object for both, because there are millions of them. */
    private BinlogPosition position(long offset) {
        if (last.offset() != offset || last.created() != created || !last.file().equals(file)) {
            last = new BinlogPosition(file, offset, created);
        }
        return last;
    }
}
