package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the position of the current event in the binlog. Servers report offsets modulo 2^32, and a file may be larger: this
 * class counts the overflows. If reading resumes at a position that the protocol cannot express, the file is read from its start
 * and the events before the position are skipped.
 *
 * <p>With GTIDs the server omits events that the target has, so an offset in a file of more than 4 GiB may be too small. Only
 * messages use it then.
 */
final class BinlogPositionTracker {

    /** The offset of the first event of every file: after the four magic bytes. */
    static final long FIRST_EVENT = 4;

    private static final long OFFSET_RANGE = 1L << 32;

    /** The highest offset that the protocol can express: 32 bits. */
    private static final long LAST_EXPRESSIBLE = OFFSET_RANGE - 1;

    private final @Nullable BinlogPosition resumeAt;
    private String file = "";
    private long created;
    private long start;
    private long end;
    private BinlogPosition last = new BinlogPosition("", 0);

    /** @param resumeAt the position at which reading resumes; null if the server determines it by GTIDs */
    BinlogPositionTracker(@Nullable BinlogPosition resumeAt) {
        this.resumeAt = resumeAt;
    }

    /** Returns the position to request from the server in order to resume at a position. */
    static BinlogPosition requested(BinlogPosition position) {
        return position.offset() > LAST_EXPRESSIBLE ? new BinlogPosition(position.file(), FIRST_EVENT) : position;
    }

    /** Records a ROTATE event, after which events come from another file or offset. */
    void rotate(RawEvent event) {
        WireReader reader = new WireReader(event.body(), 0, event.body().length);
        long offset = reader.uint(Long.BYTES);
        rotate(reader.string(reader.remaining()), offset);
    }

    /** Records that the following events come from another file or offset. */
    void rotate(String nextFile, long offset) {
        if (!nextFile.equals(file)) {
            created = 0;
        }
        file = nextFile;
        start = offset;
        end = offset;
    }

    /**
     * Records the next event of the file.
     *
     * @return whether to read it; false if it precedes the position at which reading resumes
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
        if (event.end() == 0) {
            // MariaDB 11.4 reports no offsets within a transaction, whose events follow each other
            end += length;
        } else {
            long reached = end - end % OFFSET_RANGE + event.end();
            end = reached < end ? reached + OFFSET_RANGE : reached;
        }
        start = end - length;
        if (resumeAt == null || !resumeAt.file().equals(file) || start >= resumeAt.offset()) {
            return true;
        }
        if (end > resumeAt.offset()) {
            throw new GaussferryException(
                    ErrorCode.BINLOG_POSITION_MISSING,
                    "No event starts at " + resumeAt
                            + ", up to which the target has applied the binlog: an event extends from " + start + " to "
                            + end
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
                ErrorCode.BINLOG_RESET,
                "The source's binlog file " + file + " is not the one that the target has applied up to offset "
                        + resumeAt.offset()
                        + ", but a newer one of the same name: the binlog was reset (RESET MASTER, RESET BINARY LOGS AND GTIDS).",
                "start a new migration; changes of the former file after that offset cannot be replicated",
                null);
    }

    /** Returns the start of the event; for an event within a compressed transaction, the start of the transaction. */
    BinlogPosition start() {
        return position(start);
    }

    /** Returns the end of the event. */
    BinlogPosition end() {
        return position(end);
    }

    /**
     * Returns a position, reusing the last object: most transactions start where the previous one ended, and there are millions
     * of them.
     */
    private BinlogPosition position(long offset) {
        if (last.offset() != offset || last.created() != created || !last.file().equals(file)) {
            last = new BinlogPosition(file, offset, created);
        }
        return last;
    }
}
