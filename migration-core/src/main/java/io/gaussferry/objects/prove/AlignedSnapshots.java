package io.gaussferry.objects.prove;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.SourceDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A snapshot of each side at one position of replication. The source's is opened first; replication then reaches its position, and the
 * target's is opened before it passes it. Where it does not stop at the position long enough, both are opened again.
 */
public final class AlignedSnapshots {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** After this time without the position, replication has passed it. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private AlignedSnapshots() {}

    /**
     * Opens the snapshots: both connections are in a transaction afterwards.
     *
     * @param source with autocommit
     * @param target without autocommit
     * @return the position
     * @throws GaussferryException if replication never is at a position of the source when it is looked at
     */
    public static GtidSet open(Connection source, Connection target, String pipeline) throws SQLException {
        ProgressStore progress = new ProgressStore(pipeline);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - deadline < 0) {
            GtidSet position = ofSource(source);
            long end = System.nanoTime() + LONGEST_WAIT.toNanos();
            while (position != null && System.nanoTime() - end < 0) {
                GtidSet reached = ofTarget(target, progress);
                if (reached.equals(position)) {
                    return position;
                }
                if (!position.containsAll(reached)) {
                    break;
                }
            }
        }
        throw new GaussferryException(
                ErrorCode.NO_COMMON_POSITION,
                "Replication was at no position of the source when both sides were read, for " + PATIENCE.toSeconds()
                        + " s.",
                "repeat it while the application writes less, or after gaussferry pause and a moment without writes",
                null);
    }

    /** Opens a snapshot of the source; returns null if its position is unknown, because transactions were committed meanwhile. */
    private static @org.jspecify.annotations.Nullable GtidSet ofSource(Connection source) throws SQLException {
        Sql.execute(source, "ROLLBACK");
        return SourceDialect.of(source).openSnapshot(source).orElse(null);
    }

    private static GtidSet ofTarget(Connection target, ProgressStore progress) throws SQLException {
        target.rollback();
        try (Statement statement = target.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        }
        return progress.find(target)
                .map(found -> found.progress().executedSet())
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.NO_PROGRESS,
                        "The pipeline has no progress on the target, so there are no rows to prove objects with.",
                        "repeat it when the initial copy is complete",
                        null));
    }
}
