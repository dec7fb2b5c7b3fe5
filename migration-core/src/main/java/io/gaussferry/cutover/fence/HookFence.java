package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.cutover.settings.HookCommand;
import io.gaussferry.cutover.state.StepControl;
import java.util.List;
import java.util.Map;

/** A fence that is raised and released by the user's commands. The release command has to restore whatever the other one changes. */
public final class HookFence implements Fence {

    private static final String REMEDY = "check that the source is reachable";

    private final SourceLink link;
    private final String pipeline;
    private final HookCommand raise;
    private final HookCommand release;

    /** Creates a fence of the link's source that runs these commands. */
    public HookFence(SourceLink link, String pipeline, HookCommand raise, HookCommand release) {
        this.link = link;
        this.pipeline = pipeline;
        this.raise = raise;
        this.release = release;
    }

    @Override
    public void prepare() {
        // this fence stores nothing in MySQL
    }

    @Override
    public String capture(FenceOwner owner) throws InterruptedException {
        return link.ask(
                "read the source's identity",
                REMEDY,
                source -> FenceMemoryFormat.of(Map.of(FencedServer.NAME, FencedServer.of(source))));
    }

    @Override
    public void raise(FenceOwner owner, String memory, StepControl control) throws InterruptedException {
        raise.run(Map.of("GAUSSFERRY_PIPELINE", pipeline, "GAUSSFERRY_CUTOVER_MOMENT", "fence"), control);
    }

    /** Returns a gap if the source has failed over. On the fenced server only the source's position shows writes. */
    @Override
    public String gap(String memory) throws InterruptedException {
        return link.ask(
                "read the source's identity",
                REMEDY,
                source -> FencedServer.is(source, FenceMemoryFormat.parse(memory)) ? "" : FencedServer.GAP);
    }

    @Override
    public void admitReverseReplication(FenceOwner owner, String memory) {
        // the fence never refused this account
    }

    @Override
    public void recordSwitch(FenceOwner owner, String memory) {
        // the fence is the same after the switch
    }

    /** Returns none: other owners of the fence are unknown. */
    @Override
    public List<String> otherOwners(FenceOwner owner) {
        return List.of();
    }

    @Override
    public void release(FenceOwner owner, String memory) throws InterruptedException {
        release.run(Map.of("GAUSSFERRY_PIPELINE", pipeline, "GAUSSFERRY_CUTOVER_MOMENT", "release"));
    }
}
