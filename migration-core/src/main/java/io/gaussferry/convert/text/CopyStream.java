package io.gaussferry.convert.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;

/** Rows in COPY's text format that are sent while they are encoded, so that not even one row is held as text. One thread. */
public final class CopyStream {

    private final Target target;
    private final CopyText text;
    private final int pieceBytes;
    private long sent;

    /** Takes the text. */
    public interface Target {

        /** Takes bytes from the buffer's start; they are other ones afterwards. */
        void take(byte[] buffer, int length) throws SQLException;
    }

    /** @param pieceBytes about how much is sent at a time; openGauss's driver waits a millisecond for an answer to each */
    public CopyStream(Target target, int pieceBytes) {
        this.target = target;
        this.text = new CopyText(this::sendPart, pieceBytes);
        this.pieceBytes = pieceBytes;
    }

    /** Where values are written. What the target says meanwhile comes as an exception for {@link #failure}. */
    public CopyText text() {
        return text;
    }

    /** Ends a row; returns whether a piece was sent with it. */
    public boolean endRow() throws SQLException {
        text.endRow();
        if (text.length() < pieceBytes) {
            return false;
        }
        sendRest();
        return true;
    }

    /** Sends what is left. */
    public void sendRest() throws SQLException {
        target.take(text.buffer(), text.length());
        sent += text.length();
        text.reset();
    }

    /** Returns how many bytes were sent. */
    public long sentBytes() {
        return sent;
    }

    /** Returns what the target has said when a part of a row was sent. */
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
