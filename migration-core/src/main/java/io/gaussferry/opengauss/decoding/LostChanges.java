package io.gaussferry.opengauss.decoding;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.target.Lsn;

/**
 * Failures after which changes of the target are missing from the log that a slot sends. No retry can read them: both
 * sides have to be compared. Stateless.
 */
public final class LostChanges {

    private static final String REMEDY =
            "compare both sides, correct MySQL and continue from a new slot: gaussferry cutover rearm --config FILE --reason TEXT";

    private LostChanges() {}

    /** Returns the failure of a slot that does not exist. */
    static GaussferryException slotIsMissing(String slot) {
        return of("The target no longer has replication slot " + slot
                + ": it was dropped, or gaussferry.cutover.retained-log-limit was exceeded.");
    }

    /** Returns the failure of a slot whose log the server has removed. */
    static GaussferryException logIsRemoved(String slot) {
        return of("The target has removed the log that replication slot " + slot
                + " needs (max_slot_wal_keep_size), and has invalidated the slot.");
    }

    /** Returns the failure of a slot that another session has advanced, or dropped and created again. */
    static GaussferryException slotIsAdvanced(String slot, long confirmed) {
        return of("Another session has advanced replication slot " + slot
                + " on the target, or has dropped and created it: it starts at LSN "
                + Lsn.format(confirmed)
                + ".");
    }

    /** Returns the failure of a log that lacks changes which MySQL has. */
    static GaussferryException logEndsBefore(long end) {
        return of(
                "The target's log ends at LSN " + Lsn.format(end)
                        + ", before a change that MySQL has: the target was restored, or has failed over to a server that lacks its last transactions.");
    }

    /** Returns the failure of a publication that is missing or no longer has the armed tables. */
    static GaussferryException publicationIsChanged(String publication, String change) {
        return of("Publication " + publication + " was changed on the target: " + change + ".");
    }

    /** Returns the failure of changes that the server does not send, because a subscription has applied them or a session has set an origin. */
    static GaussferryException haveOrigin(String origin) {
        return of(
                "The target has committed changes with replication origin " + origin
                        + " since reverse replication was armed, and does not send such changes: end the subscription, or the sessions with this origin.");
    }

    /** Returns the failure of a slot that was dropped because the target retained more log for it than is configured. */
    public static GaussferryException limitIsExceeded(String slot, long retained, long limit) {
        return of("The target retained " + retained + " bytes of log for replication slot " + slot
                + ", more than gaussferry.cutover.retained-log-limit (" + limit
                + "): the slot was dropped, so that the log does not fill the target's disk.");
    }

    private static GaussferryException of(String problem) {
        return new GaussferryException(ErrorCode.TARGET_LOG_LOST, problem, REMEDY, null);
    }

    /**
     * Returns the failure with the position of reverse replication.
     *
     * @param reached the position in the target's log up to which MySQL has everything
     */
    static GaussferryException since(GaussferryException failure, long reached) {
        return new GaussferryException(
                failure.code(),
                failure.category(),
                failure.problem() + "\n  at: the target's log, changes since LSN " + Lsn.format(reached)
                        + " cannot be replicated back",
                failure.remedy(),
                failure.getCause());
    }
}
