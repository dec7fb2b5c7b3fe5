package io.gaussferry.snapshot.source;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.snapshot.range.CopyWindow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Consistent reads over several connections, opened together. Their view of the source's history lies between two positions: it contains
 * everything executed before the first read was opened, and nothing that was executed after the last read was opened. If both positions
 * are equal, all reads see exactly that position ({@code docs/internals/adr/0005-copy-by-range.md}).
 *
 * @param low transactions that all reads see
 * @param high transactions that any of the reads may see
 * @param identity identity of the history
 */
public record SourceView(Progress low, GtidSet high, SourceIdentity identity) {

    static final int LOCK_WAIT_SECONDS = 5;

    private static final Duration SETTLING = Duration.ofSeconds(10);

    /** Attempts to open all reads without a commit in between. Each takes milliseconds. */
    private static final int ATTEMPTS = 10;

    private static final int ATTEMPTS_WITHOUT_LOCK = 1_000;

    /** After this time the operator has to find out why the source's tables are locked or read continuously. */
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

    /** Returns the window of rows that are read in this view. */
    public CopyWindow window() {
        return new CopyWindow(low.executedSet(), high);
    }

    /**
     * Returns this view with evidence of its history.
     *
     * @param created start time of the binlog file of the low position
     */
    public SourceView recognizedBy(HistoryFingerprint fingerprint, long created) {
        LowWaterMark lowWater = low.lowWater();
        BinlogPosition position = new BinlogPosition(
                lowWater.position().file(), lowWater.position().offset(), created);
        return new SourceView(
                new Progress(low.executed(), new LowWaterMark(lowWater.captureSequence(), position), fingerprint),
                high,
                identity);
    }

    /** Returns the transactions that another server must have to continue: everything that any of the reads may have seen. */
    public Progress seen() {
        return new Progress(high.toString(), low.lowWater(), low.fingerprint());
    }

    /** Prepares a connection for reading rows or splitting tables. It must have autocommit. */
    public static void prepare(Connection connection) throws SQLException {
        // an ALTER TABLE that waits for one worker, and for which the others wait, must not block the source's writers
        // indefinitely
        execute(connection, "SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
        execute(connection, "SET SESSION time_zone = '+00:00'");
        // range bounds are compared unchanged, including dates that the server would reject today; CHAR values are not
        // padded
        execute(connection, "SET SESSION sql_mode = 'ALLOW_INVALID_DATES'");
        execute(connection, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    }

    /**
     * Starts a consistent read on each connection.
     *
     * @param control another connection to the same server
     * @param readers not in a transaction; they are in one afterwards
     * @param exact the reason why both positions must be equal; empty if they need not be
     * @param lock whether writers may be blocked for that
     * @throws GaussferryException if an exact position is not possible, or if the source commits in no order
     */
    public static SourceView open(Connection control, List<Connection> readers, Optional<String> exact, CopyLock lock)
            throws SQLException, InterruptedException {
        SourcePosition.requireOrderedCommits(control);
        SourceIdentity identity = SourcePosition.identity(control);
        Optional<String> reason = identity.naming() == Naming.ORDINAL
                ? Optional.of("the source has no GTIDs (gtid_mode is not ON)")
                : exact;
        if (identity.naming() == Naming.GTID) {
            int attempts = reason.isPresent() && lock == CopyLock.NEVER ? ATTEMPTS_WITHOUT_LOCK : ATTEMPTS;
            Optional<SourceView> view = openUnlocked(control, readers, identity, attempts, reason.isPresent());
            if (view.isPresent()) {
                return view.get();
            }
        }
        GlobalReadLock writers = new GlobalReadLock(control, LOCK_PATIENCE);
        if (reason.isPresent() && lock == CopyLock.WHEN_NEEDED) {
            Optional<SourceView> view = writers.hold(() -> openStill(control, readers, identity));
            if (view.isPresent()) {
                return view.get();
            }
        }
        throw new GaussferryException(
                ErrorCode.COPY_POSITION_UNKNOWN,
                "The copy cannot start at a known position of the source"
                        + reason.map(cause -> ", which it must because " + cause)
                                .orElse("") + ": "
                        + (lock == CopyLock.NEVER
                                ? "the source commits continuously, and gaussferry.copy.lock is never."
                                : "FLUSH TABLES WITH READ LOCK was not granted for " + LOCK_PATIENCE.toMinutes()
                                        + " minutes, " + writers.obstacle() + "."),
                lock == CopyLock.NEVER
                        ? "set gaussferry.copy.lock to when-needed and grant RELOAD, or start again when the source is idle"
                        : "end that session, or start again when no statement runs for long and no tables are locked",
                null);
    }

    /** Opens the reads without blocking writers. */
    private static Optional<SourceView> openUnlocked(
            Connection control, List<Connection> readers, SourceIdentity identity, int attempts, boolean exact)
            throws SQLException, InterruptedException {
        for (int attempt = 1; attempt <= attempts; attempt++) {
            Progress low = SourcePosition.read(control, 0, identity.naming());
            startReads(readers);
            Optional<GtidSet> high = SourcePosition.awaitSettled(control, SETTLING);
            boolean isExact = high.isPresent() && high.get().equals(low.executedSet());
            if (isExact || (high.isPresent() && !exact && attempt == attempts)) {
                return Optional.of(new SourceView(low, high.get(), identity));
            }
            end(readers);
        }
        return Optional.empty();
    }

    /** Opens the reads while writers are blocked. */
    private static SourceView openStill(Connection control, List<Connection> readers, SourceIdentity identity)
            throws SQLException {
        startReads(readers);
        Progress progress = SourcePosition.read(control, 0, identity.naming());
        return new SourceView(progress, progress.executedSet(), identity);
    }

    private static void startReads(List<Connection> readers) throws SQLException {
        for (Connection reader : readers) {
            execute(reader, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        }
    }

    /** Ends the reads. */
    public static void end(List<Connection> readers) throws SQLException {
        for (Connection reader : readers) {
            execute(reader, "ROLLBACK");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        Sql.execute(connection, sql);
    }
}
