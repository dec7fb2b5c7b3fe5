package io.gaussferry.cutover.record;

import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The target's state of reverse replication at one moment. A request for a return proves nothing: reverse replication is armed if the
 * target has recorded it, and complete as long as its replication slot exists.
 *
 * @param armed whether it was armed and not ended since
 * @param slot whether the target retains its log for it
 * @param behindBytes the part of the target's log that is not confirmed to be in MySQL
 */
public record ReturnEvidence(boolean armed, boolean slot, long behindBytes) {

    /** Reverse replication was never armed, or was ended. */
    public static final ReturnEvidence NONE = new ReturnEvidence(false, false, 0);

    /** Reads the state. Ends the connection's transaction. */
    static ReturnEvidence read(Connection target, ReverseSettings settings, TargetDialect dialect) throws SQLException {
        if (new ReverseReplicationStore(settings.name()).find(target).isEmpty()) {
            target.rollback();
            return NONE;
        }
        Optional<LogicalSlot.State> slot =
                new LogicalSlot(settings.decoding().slot(), dialect.decoding()).state(target);
        return new ReturnEvidence(
                true, slot.isPresent(), slot.map(LogicalSlot.State::behindBytes).orElse(0L));
    }
}
