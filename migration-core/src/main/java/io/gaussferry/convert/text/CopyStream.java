package io.gaussferry.convert.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;

/**
 * COPY rows that are sent while being encoded, so that not even one row is buffered as a whole. Not
 * thread-safe.
 */
public final class CopyStream {

    private final Target target;
    private final CopyText text;
    private final int pieceBytes;
    private long sent;

    /** Receives the encoded rows. */
    public interface Target {

        /** Receives bytes from the buffer's start. The buffer is reused afterwards. */
        void take(byte[] buffer, int length) throws SQLException;
    }

    /** @param pieceBytes approximate size of a piece; openGauss's driver waits one millisecond for an answer to each */
    public CopyStream(Target target, int pieceBytes) {
        this.target = target;
        this.text = new CopyText(this::sendPart, pieceBytes);
        this.pieceBytes = pieceBytes;
    }

    /** Returns the sink for values. It reports the target's errors as an exception for {@link #failure}. */
    public CopyText text() {
        return text;
    }

    /** Ends a row. Returns whether this sent a piece. */
    public boolean endRow() throws SQLException {
        text.endRow();
        if (text.length() < pieceBytes) {
            return false;
        }
        sendRest();
        return true;
    }

    /** Sends the remaining bytes. */
    public void sendRest() throws SQLException {
        target.take(text.buffer(), text.length());
        sent += text.length();
        text.reset();
    }

    /** Returns the number of bytes sent. */
    public long sentBytes() {
        return sent;
    }

    /** Returns the target's error for a part of a row. */
    public static SQLException failure(UncheckedIOException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
        }
        return new SQLException(failure);
    }

    private void sendPart(byte[] buffer, int length) throws IOException {
        try {
            target.take(buffer, length);
            sent += length;
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
