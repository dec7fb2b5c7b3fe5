package io.gaussferry.app.certificate;

import io.gaussferry.cutover.record.MigrationRecord;
import io.gaussferry.cutover.record.ReturnEvidence;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Switched;

/** What a certificate says of the way back to the source. Each value needs evidence of its own. */
enum ReturnStatement {
    NONE_ACCEPTED("none, which was accepted (--no-way-back)"),
    NOT_ARMED("not armed yet"),
    ARMED("armed: the target keeps what MySQL does not have yet of its log"),
    LOST("lost: the target keeps no log for it, and what was written there since cannot be replayed to MySQL"),
    FINISHED("ended when the cutover was finished"),
    RETURNED("ended: the source has its writers, or is being given back to them");

    private final String words;

    ReturnStatement(String words) {
        this.words = words;
    }

    /** Returns what the evidence allows to say of an attempt. */
    static ReturnStatement of(MigrationRecord record, boolean noWayBack) {
        if (noWayBack) {
            return NONE_ACCEPTED;
        }
        ReturnEvidence evidence = record.wayBack();
        if (record.state() instanceof Switched) {
            return evidence.armed() && evidence.slot() ? ARMED : LOST;
        }
        if (record.state() instanceof Finished) {
            return FINISHED;
        }
        return record.state() instanceof Advancing ? NOT_ARMED : RETURNED;
    }

    /** Returns whether the source's rows may have been changed since, by what was written to the target. */
    boolean changesSource() {
        return this == ARMED || this == LOST || this == FINISHED;
    }

    @Override
    public String toString() {
        return words;
    }
}
