package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.settings.HookCommand;
import io.gaussferry.cutover.state.StepControl;
import java.util.List;
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
    public void prepare() {
        // the user's command keeps nothing in MySQL
    }

    @Override
    public String look(FenceOwner owner) {
        return MemoryText.of(Map.of());
    }

    @Override
    public void raise(FenceOwner owner, String memory, StepControl control) throws InterruptedException {
        raise.run(Map.of("GAUSSFERRY_PIPELINE", pipeline, "GAUSSFERRY_CUTOVER_MOMENT", "fence"));
    }

    /** Only the source's position can tell. */
    @Override
    public String gap(String memory) {
        return "";
    }

    @Override
    public void admitOwn(FenceOwner owner, String memory) {
        // it was never kept out
    }

    @Override
    public void settle(FenceOwner owner, String memory) {
        // the command has no other fence
    }

    /** Only the user's command can know. */
    @Override
    public List<String> neededBy(FenceOwner owner) {
        return List.of();
    }

    @Override
    public void release(FenceOwner owner, String memory) throws InterruptedException {
        release.run(Map.of("GAUSSFERRY_PIPELINE", pipeline, "GAUSSFERRY_CUTOVER_MOMENT", "release"));
    }
}
