package io.gaussferry.cutover;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.cutover.link.TargetLink;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The ownership of the pipeline: that of replication or, after the switch, the one that this process has taken over. Thread-safe. */
final class PipelineOwnership {

    private final String pipeline;
    private final TargetLink target;
    private final Supplier<@Nullable Ownership> replay;
    private volatile @Nullable Ownership taken;

    /**
     * @param target a link of its own, because it may be used in the middle of a transaction on another
     * @param replay the ownership of replication
     */
    PipelineOwnership(String pipeline, TargetLink target, Supplier<@Nullable Ownership> replay) {
        this.pipeline = pipeline;
        this.target = target;
        this.replay = replay;
    }

    /** Takes over the pipeline. After the switch no replication runs in this process that could provide the ownership. */
    void takeOver() {
        try {
            taken = target.takeOver(pipeline).orElse(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the current ownership; null while this process has none. */
    @Nullable
    Ownership current() {
        Ownership own = taken;
        return own == null ? replay.get() : own;
    }

    /** Returns the {@code server_uuid} of the server that replication follows. */
    String followedServer() {
        try {
            return target.read("read which server replication follows", new ProgressStore(pipeline)::find)
                    .map(found -> found.source().serverUuid())
                    .orElse("");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CutoverRunner.refused("The request was interrupted.", "repeat it");
        }
    }
}
