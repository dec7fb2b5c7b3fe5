package io.gaussferry.cutover;

import io.gaussferry.cutover.compare.EarlyComparison;
import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.objects.DeferredObjects;
import io.gaussferry.cutover.objects.LeftOutObjects;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.cutover.step.TargetJournal;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseSettings;
import io.gaussferry.schema.TableDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The components of one attempt; closing it closes the connections. */
record AttemptComponents(
        Links links,
        TargetJournal journal,
        MySqlSource side,
        CutoverMachine machine,
        Fence fence,
        TargetFence targetFence,
        DeferredObjects objects,
        LeftOutObjects leftOut,
        ReverseSettings reverse,
        ReverseArming arming,
        EarlyComparison early)
        implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptComponents.class);

    /** Protects a table whose definition MySQL got after the switch, as the others were before. */
    void protect(Switched at, TableDefinition table) throws InterruptedException {
        try {
            fence.extendAdmission(FenceOwner.of(links.pipeline(), at.cutover()));
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            LOG.error(
                    "Accounts with SUPER or CONNECTION_ADMIN can write to table {} of the source: {}",
                    table.id(),
                    e.problem());
        }
        objects.renewGuards(at.cutover(), table);
    }

    @Override
    public void close() {
        early.close();
        arming.close();
        links.close();
    }
}
