package io.gaussferry.cutover;

import io.gaussferry.cutover.check.ReplayView;
import io.gaussferry.cutover.objects.ReplayGate;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.schedule.observe.ApplierView;

/** Gives PREPARE control over the replication of its daemon. Thread-safe. */
final class PreparedReplay implements ReplayGate {

    private final ReplayView replay;

    PreparedReplay(ReplayView replay) {
        this.replay = replay;
    }

    @Override
    public void hold() {
        replay.hold();
    }

    @Override
    public void release() {
        replay.release();
    }

    @Override
    public boolean isIdle() {
        PipelineStatus status = replay.status();
        return status.phase() == PipelineStatus.Phase.REPLAYING && status.applierBytes() == 0 && areIdle(status);
    }

    /** Returns whether no applier has a batch. */
    static boolean areIdle(PipelineStatus status) {
        return status.appliers().stream().allMatch(applier -> applier.activity() == ApplierView.Activity.IDLE);
    }

    @Override
    public boolean isRunning() {
        return replay.status().phase() == PipelineStatus.Phase.REPLAYING;
    }

    @Override
    public double lagSeconds() {
        return replay.status().lagSeconds();
    }
}
