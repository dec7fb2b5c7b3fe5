package io.gaussferry.convert;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;

/**
 * A {@code COPY … FROM STDIN} that is sent while its rows are encoded, in pieces, so that not even one row is held as text. To be
 * closed; what was not ended then is cancelled, and with it the target's transaction. One thread.
 */
public final class CopyStream implements AutoCloseable {

    private final CopyIn copyIn;
    private final CopyText text;
    private final int pieceBytes;
    private long sent;

    /**
     * Begins it.
     *
     * @param sql the statement, in COPY's text format
     * @param pieceBytes about how much is sent at a time; the driver waits a millisecond for an answer to each
     */
    public CopyStream(Connection target, String sql, int pieceBytes) throws SQLException {
        this.copyIn = target.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
        this.text = new CopyText(this::send, pieceBytes);
        this.pieceBytes = pieceBytes;
    }

    /**
     * Where rows are written. An {@link UncheckedIOException} that comes from there is given to {@link #failure}.
     */
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

    /** Sends what is left, and returns how many rows the target has taken. */
    public long end() throws SQLException {
        sendRest();
        return copyIn.endCopy();
    }

    /** Returns how many bytes were sent. */
    public long sentBytes() {
        return sent;
    }

    /** Returns what the driver has said when a part of a row was to be sent. */
    public static SQLException failure(UncheckedIOException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return sql;
            }
        }
        return new SQLException(failure);
    }

    private void sendRest() throws SQLException {
        copyIn.writeToCopy(text.buffer(), 0, text.length());
        sent += text.length();
        text.reset();
    }

    /** Sends a part of a row. */
    private void send(byte[] buffer, int length) throws IOException {
        try {
            copyIn.writeToCopy(buffer, 0, length);
            sent += length;
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        if (copyIn.isActive()) {
            copyIn.cancelCopy();
        }
    }
}
