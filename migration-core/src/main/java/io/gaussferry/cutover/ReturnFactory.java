package io.gaussferry.cutover;

import io.gaussferry.cutover.compare.Comparison;
import io.gaussferry.cutover.compare.EarlyComparison;
import io.gaussferry.cutover.compare.ReturnPreparation;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.objects.SourceCounters;
import io.gaussferry.cutover.record.ReturnCourse;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.reverse.ReverseReplicationWatch;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.verify.ContinuousVerification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.PositionWatch;
import java.util.List;
import java.util.Set;

/** Creates the operation that returns the writers to the source, and the comparison while the source follows the target. Thread-safe. */
final class ReturnFactory {

    private final PipelineSettings pipeline;
    private final ComponentFactory components;
    private final ReturnCourse course;

    /** @param course receives the steps of a return of the writers */
    ReturnFactory(PipelineSettings pipeline, ComponentFactory components, ReturnCourse course) {
        this.pipeline = pipeline;
        this.components = components;
        this.course = course;
    }

    /** Returns the steps of the last return of the writers. */
    ReturnCourse course() {
        return course;
    }

    /**
     * Creates the operation that returns the writers to the source after the switch.
     *
     * @param changedRows the rows that reverse replication has changed since both sides compared equal
     * @param writtenRows the rows that reverse replication has changed since the switch
     * @param without tables, by their names on the target, that are left as they are on each side
     */
    ReturnToSource create(
            AttemptComponents work,
            VerifiedTables changedRows,
            VerifiedTables writtenRows,
            Set<TableId> without,
            CutoverMachine.StepTimer timer) {
        EarlyComparison early = new EarlyComparison(
                work.links(),
                components::verifySettings,
                changedRows,
                comparison(changedRows)::open,
                () -> true,
                without);
        return new ReturnToSource(
                components.pipeline(),
                new ReturnToSource.Parts(
                        work.targetFence(),
                        work.side(),
                        work.journal(),
                        work.arming(),
                        early,
                        Comparison.beforeReturn(work.links(), components::verifySettings, changedRows, early, without),
                        new SourceCounters(work.links().source(), work.links().target()),
                        new ReturnPreparation(
                                work.links(),
                                components.verifySettings(List.of()),
                                writtenRows,
                                without,
                                work.journal()),
                        course,
                        timer,
                        components.settings().deadlines().of(CutoverStep.PREPARE),
                        components.settings().deadlines().of(CutoverStep.VERIFY)),
                components.clock());
    }

    /**
     * Returns how to compare both sides while the source follows the target.
     *
     * @param changedRows is notified of tables that compared equal
     */
    ContinuousVerification.Direction comparison(VerifiedTables changedRows) {
        return new ContinuousVerification.Direction() {
            @Override
            public PositionWatch open() throws InterruptedException {
                return ReverseReplicationWatch.find(pipeline, components.settings()::source)
                        .orElseThrow(() -> new GaussferryException(
                                ErrorCode.CUTOVER_STATE_CHANGED,
                                "The target is no longer the active side.",
                                "check the state with: gaussferry cutover status",
                                null));
            }

            @Override
            public void begins() {
                changedRows.comparisonStarted();
            }

            @Override
            public void verified(VerificationReport report) {
                changedRows.comparisonCompleted(report);
            }
        };
    }
}
