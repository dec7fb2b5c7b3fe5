package io.gaussferry.app.certificate;

import io.gaussferry.cutover.record.MigrationRecord;
import io.gaussferry.cutover.record.ReturnEvidence;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Switched;

/** The statement of a certificate about reverse replication to the source. Each value requires its own evidence. */
enum ReturnStatement {
    NONE_ACCEPTED("none, as confirmed by --no-reverse-replication"),
    NOT_ARMED("not armed yet"),
    ARMED("armed: the target retains the WAL that is not yet replicated to MySQL"),
    LOST("lost: the target retains no WAL for it; later changes on the target cannot be replicated to MySQL"),
    FINISHED("ended when the cutover was finished"),
    RETURNED("ended: the source accepts writes again, or is returning to that state");

    private final String statement;

    ReturnStatement(String statement) {
        this.statement = statement;
    }

    /** Returns the statement that the evidence supports. */
    static ReturnStatement of(MigrationRecord record, boolean noReverseReplication) {
        if (noReverseReplication) {
            return NONE_ACCEPTED;
        }
        ReturnEvidence evidence = record.reverseReplication();
        if (record.state() instanceof Switched) {
            return evidence.armed() && evidence.slot() ? ARMED : LOST;
        }
        if (record.state() instanceof Finished) {
            return FINISHED;
        }
        return record.state() instanceof Advancing ? NOT_ARMED : RETURNED;
    }

    /** Returns whether changes written to the target may have been replicated to the source since the comparison. */
    boolean changesSource() {
        return this == ARMED || this == LOST || this == FINISHED;
    }

    @Override
    public String toString() {
        return statement;
    }
}
