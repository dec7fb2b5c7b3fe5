package io.gaussferry.pipeline.reverse;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.opengauss.decoding.Probe;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A heartbeat: a transaction of the target without rows of the application, which shows the position of reverse
 * replication. Stateless.
 */
final class TargetHeartbeat {

    private static final int ATTEMPTS = 5;

    private TargetHeartbeat() {}

    /**
     * Updates a row of Gaussferry's own in the target, commits, and returns a position of the target's log. When
     * MySQL's progress is after it, MySQL has everything that was committed before.
     *
     * @throws GaussferryException if the slot does not exist, or has lost its log
     */
    static long set(Connection target, String slot, TargetDialect dialect) throws SQLException {
        LogicalSlot read = new LogicalSlot(slot, dialect.decoding());
        LogicalSlot.State state = read.requireRetained(target);
        try (Statement statement = target.createStatement()) {
            // while a pipeline is being armed, its row is replaced, and is missing for a moment
            String mark = "UPDATE gaussferry.probe SET token = " + Identifiers.literal(Probe.token("mark", slot));
            for (int attempt = 1; statement.executeUpdate(mark) == 0; attempt++) {
                if (attempt == ATTEMPTS) {
                    throw new GaussferryException(
                            ErrorCode.HEARTBEAT_MISSING,
                            "No heartbeat can be written to the target's log: gaussferry.probe has no row.",
                            "no action needed: retrying; the next cutover writes the row again",
                            null);
                }
            }
        }
        target.commit();
        return state.end();
    }
}
