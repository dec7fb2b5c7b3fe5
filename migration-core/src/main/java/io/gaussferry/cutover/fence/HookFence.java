package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.settings.HookCommand;
import io.gaussferry.cutover.state.StepControl;
import java.util.Map;

/** A command of the user's makes the source refuse writes, and lets it take them again. What it changes, it has to restore itself. */
public final class HookFence implements Fence {

    private final String pipeline;
    private final HookCommand raise;
    private final HookCommand release;

    /** A fence that the user's commands raise and release. */
    public HookFence(String pipeline, HookCommand raise, HookCommand release) {
        this.pipeline = pipeline;
        this.raise = raise;
        this.release = release;
    }

    @Override
    public String look() {
        return MemoryText.of(Map.of());
    }

    @Override
    public void raise(String memory, StepControl control) throws InterruptedException {
        raise.run(Map.of("GAUSSFERRY_PIPELINE", pipeline, "GAUSSFERRY_CUTOVER_MOMENT", "fence"));
    }

    /** Only the source's position can tell. */
    @Override
    public String gap(String memory) {
        return "";
    }

    @Override
    public void admitOwn() {
        // it was never kept out
    }

    @Override
    public void release(String memory) throws InterruptedException {
        release.run(Map.of("GAUSSFERRY_PIPELINE", pipeline, "GAUSSFERRY_CUTOVER_MOMENT", "release"));
    }
}
