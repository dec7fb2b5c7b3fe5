package io.gaussferry.pipeline.reverse;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.opengauss.decoding.Probe;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A transaction of the target without rows of the application, by which is seen how far the way back is. Stateless. */
final class TargetMark {

    private static final int ATTEMPTS = 5;

    private TargetMark() {}

    /**
     * Marks the target's log by a row of Gaussferry's own, and commits: when MySQL's progress is beyond the place that is returned, it has everything that was committed
     * before.
     *
     * @throws GaussferryException if the slot is gone
     */
    static long set(Connection target, String slot, TargetProfile profile) throws SQLException {
        LogicalSlot.State state = new LogicalSlot(slot, profile)
                .state(target)
                .orElseThrow(() -> new GaussferryException(
                        ErrorCategory.FATAL,
                        "The target has no replication slot " + slot + " any more.",
                        "what was written since cannot be brought back by replay: compare the sides while nobody writes to either",
                        null));
        try (Statement statement = target.createStatement()) {
            // a pipeline that is being armed replaces the row: then there is none for a moment
            String mark = "UPDATE gaussferry.probe SET token = " + Identifiers.literal(Probe.token("mark", slot));
            for (int attempt = 1; statement.executeUpdate(mark) == 0; attempt++) {
                if (attempt == ATTEMPTS) {
                    throw new GaussferryException(
                            ErrorCategory.RETRY,
                            "The target's log cannot be marked: gaussferry.probe has no row.",
                            "no action needed, it is retried; the next cutover writes the row again",
                            null);
                }
            }
        }
        target.commit();
        return state.end();
    }
}
