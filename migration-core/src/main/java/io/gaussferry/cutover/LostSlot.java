package io.gaussferry.cutover;

import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.opengauss.TargetCluster;
import io.gaussferry.opengauss.decoding.LogicalSlot;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import java.time.Duration;

/**
 * Recognizes that a failover of the target has lost the replication slot: a slot exists on the primary only, unless the
 * target copies it to its standbys. The target's changes since then can only be found by a comparison. A slot that is
 * missing for another reason is left to the operator, who may have restored the target. Used by one thread.
 */
final class LostSlot {

    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(10);

    private final TargetCluster cluster;
    private int changes;
    private boolean lost;
    private long nextNanos = System.nanoTime();

    LostSlot(TargetCluster cluster) {
        this.cluster = cluster;
        this.changes = cluster.changes();
    }

    /** Records that reverse replication follows the present primary. */
    void follows() {
        changes = cluster.changes();
        lost = false;
    }

    /**
     * Returns whether reverse replication, which has failed, has to be armed again. After a failed attempt, not before some
     * seconds have passed.
     */
    boolean isDue(ReverseSettings settings, TargetLink target) throws InterruptedException {
        if (System.nanoTime() - nextNanos < 0) {
            return false;
        }
        lost = lost || (cluster.changes() != changes && isMissing(settings, target));
        if (lost) {
            nextNanos = System.nanoTime() + RETRY_INTERVAL.toNanos();
        }
        return lost;
    }

    private static boolean isMissing(ReverseSettings settings, TargetLink target) throws InterruptedException {
        try {
            LogicalSlot slot =
                    new LogicalSlot(settings.decoding().slot(), target.dialect().decoding());
            return target.read("look for the replication slot", slot::isMissing);
        } catch (GaussferryException e) {
            // looked for again
            return false;
        }
    }
}
