package io.gaussferry.cutover.record;

import io.gaussferry.checkpoint.WayBackStore;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the target knows of reverse replication at one moment. That a return was asked for proves nothing: it is armed if the target says
 * so, and complete as long as its replication slot is there.
 *
 * @param armed whether it was armed, and not ended since
 * @param slot whether the target keeps its log for it
 * @param behindBytes how much of the target's log MySQL does not surely have yet
 */
public record ReturnEvidence(boolean armed, boolean slot, long behindBytes) {

    /** Nothing was ever armed, or it was ended. */
    public static final ReturnEvidence NONE = new ReturnEvidence(false, false, 0);

    /** Reads it. Ends the connection's transaction. */
    static ReturnEvidence read(Connection target, ReverseSettings settings, TargetProfile profile) throws SQLException {
        if (new WayBackStore(settings.name()).find(target).isEmpty()) {
            target.rollback();
            return NONE;
        }
        Optional<LogicalSlot.State> slot = new LogicalSlot(settings.decoding().slot(), profile).state(target);
        return new ReturnEvidence(
                true, slot.isPresent(), slot.map(LogicalSlot.State::behindBytes).orElse(0L));
    }
}
