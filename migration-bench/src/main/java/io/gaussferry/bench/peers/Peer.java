package io.gaussferry.bench.peers;

import io.gaussferry.bench.daemon.DaemonException;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A tool that copies tables and applies later changes. Used once, by one thread. */
interface Peer extends AutoCloseable {

    /** Returns its name, and the settings that matter. */
    String name();

    /** Starts what it needs, before the measurement. */
    default void prepare() throws PeerException, SQLException, IOException, DaemonException, InterruptedException {}

    /**
     * Copies the tables from nothing, and ends or pauses so that it does not read later changes yet.
     *
     * @throws PeerException if it cannot run here, with the reason
     */
    void copy() throws PeerException, SQLException, IOException, DaemonException, InterruptedException;

    /** Returns whether it applies changes. */
    boolean replicates();

    /** Starts to apply the changes since the copy; returns at once, or when it has applied them. */
    void startReplay() throws PeerException, SQLException, IOException, DaemonException, InterruptedException;

    /** Returns whether the last change of the backlog is applied. */
    boolean hasLastChange() throws PeerException, SQLException, IOException, InterruptedException;

    /** Returns the seconds of the replay where it measures them itself; null where they count until the target has everything. */
    default @Nullable Double replaySeconds() {
        return null;
    }

    /** Returns the number of rows or tables that differ between both sides. */
    long differences() throws SQLException;

    /** Ends its processes and removes what it created outside the compared tables. */
    @Override
    void close() throws SQLException, IOException, InterruptedException;
}
