package io.gaussferry.snapshot.source;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
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
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Consistent reads over several connections, opened together. What they see of the source's history lies between two positions:
 * all that was executed before the first was opened, and nothing but what was executed when the last was open. If these are the
 * same, all of them see exactly that ({@code docs/adr/0005-copy-by-range.md}).
 *
 * @param low what all of them see
 * @param high all that any of them can see
 * @param identity whose history it is
 */
public record SourceView(Progress low, GtidSet high, SourceIdentity identity) {

    static final int LOCK_WAIT_SECONDS = 5;

    private static final Duration SETTLING = Duration.ofSeconds(10);

    /** Attempts to find the source still, each as long as opening all reads takes: milliseconds. */
    private static final int ATTEMPTS = 10;

    private static final int ATTEMPTS_WITHOUT_LOCK = 1_000;

    /** After this time the operator has to find out why the source's tables are locked or read continuously. */
    private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

    /** Returns the window of rows that are read in this view. */
    public CopyWindow window() {
        return new CopyWindow(low.executedSet(), high);
    }

    /**
     * Returns the same with the evidence of its history.
     *
     * @param created when the binlog file of the low position was started
     */
    public SourceView recognizedBy(HistoryFingerprint fingerprint, long created) {
        LowWaterMark mark = low.lowWater();
        BinlogPosition position =
                new BinlogPosition(mark.position().file(), mark.position().offset(), created);
        return new SourceView(
                new Progress(low.executed(), new LowWaterMark(mark.captureSequence(), position), fingerprint),
                high,
                identity);
    }

    /** Returns what a server must have that continues: all that any of the reads can have seen. */
    public Progress seen() {
        return new Progress(high.toString(), low.lowWater(), low.fingerprint());
    }

    /** Prepares a connection that reads rows, or cuts ranges. It must have autocommit. */
    public static void prepare(Connection connection) throws SQLException {
        // an ALTER TABLE that waits for one worker, and for which the others wait, must not hold off the source's
        // writers
        // for ever
        execute(connection, "SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
        execute(connection, "SET SESSION time_zone = '+00:00'");
        // bounds of ranges are compared as they are, also dates that the server would not take today; no CHAR is padded
        execute(connection, "SET SESSION sql_mode = 'ALLOW_INVALID_DATES'");
        execute(connection, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    }

    /**
     * Begins a consistent read on each connection.
     *
     * @param control another connection to the same server
     * @param readers in no transaction; they are left in one
     * @param exact why the two positions must be the same; empty if they need not
     * @param lock whether writers may be held off to that end
     * @throws GaussferryException if that cannot be had, or if the source commits in no order
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
                ErrorCategory.FATAL,
                "The copy cannot begin at a known position of the source"
                        + reason.map(text -> ", which it must because " + text).orElse("") + ": "
                        + (lock == CopyLock.NEVER
                                ? "the source commits all the time, and gaussferry.copy.lock is never."
                                : "FLUSH TABLES WITH READ LOCK was not granted for " + LOCK_PATIENCE.toMinutes()
                                        + " minutes, " + writers.obstacle() + "."),
                lock == CopyLock.NEVER
                        ? "set gaussferry.copy.lock to when-needed and grant RELOAD, or start again in a quiet moment"
                        : "end that session, or start again when no statement runs for long and no tables are locked",
                null);
    }

    /** Beside whatever the source does. */
    private static Optional<SourceView> openUnlocked(
            Connection control, List<Connection> readers, SourceIdentity identity, int attempts, boolean exact)
            throws SQLException, InterruptedException {
        for (int attempt = 1; attempt <= attempts; attempt++) {
            Progress low = SourcePosition.read(control, 0, identity.naming());
            begin(readers);
            Optional<GtidSet> high = SourcePosition.awaitSettled(control, SETTLING);
            boolean isExact = high.isPresent() && high.get().equals(low.executedSet());
            if (isExact || (high.isPresent() && !exact && attempt == attempts)) {
                return Optional.of(new SourceView(low, high.get(), identity));
            }
            end(readers);
        }
        return Optional.empty();
    }

    /** While writers are held off. */
    private static SourceView openStill(Connection control, List<Connection> readers, SourceIdentity identity)
            throws SQLException {
        begin(readers);
        Progress progress = SourcePosition.read(control, 0, identity.naming());
        return new SourceView(progress, progress.executedSet(), identity);
    }

    private static void begin(List<Connection> readers) throws SQLException {
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
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
