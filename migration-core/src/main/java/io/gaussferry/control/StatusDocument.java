package io.gaussferry.control;

import io.gaussferry.cutover.CutoverService;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.Gtid;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Stall;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import io.gaussferry.schedule.observe.ApplierView;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The response of {@code /api/status}; {@code docs/reference/openapi.yml} describes every field.
 *
 * @param at the time of the status
 * @param reverseReplication the state of reverse replication; null if this process has not run it
 */
public record StatusDocument(
        Instant at,
        String pipeline,
        ReplicationState state,
        boolean paused,
        long rowsPerSecondLimit,
        long transactions,
        long rows,
        double transactionsPerSecond,
        double rowsPerSecond,
        double lagSeconds,
        long pendingTransactions,
        @Nullable Long behindTransactions,
        long queueBytes,
        long applierBytes,
        long binlogBytes,
        @Nullable String newestRead,
        @Nullable String newestCommitted,
        List<ApplierDocument> appliers,
        List<String> quarantined,
        @Nullable Copy copy,
        Verification verification,
        @Nullable Waiting waiting,
        @Nullable Stall stall,
        Cutover cutover,
        @Nullable ReverseStatus reverseReplication,
        List<RecentErrors.Entry> errors) {

    /** The progress of the initial copy while it runs. */
    public record Copy(
            long rows,
            long estimatedRows,
            int tables,
            int allTables,
            long rowsPerSecond,
            @Nullable Long secondsLeft) {

        static Copy of(CopyProgress progress) {
            return new Copy(
                    progress.rows(),
                    progress.estimatedRows(),
                    progress.tables(),
                    progress.allTables(),
                    progress.rowsPerSecond(),
                    progress.left().map(Duration::toSeconds).orElse(null));
        }
    }

    /** The progress of continuous verification: the fields of its state, and the estimated time until the end of its round. */
    public record Verification(
            long rounds,
            @Nullable Instant verifiedUpTo,
            long differences,
            long structureDifferences,
            long undecidedTables,
            @Nullable Instant roundBegan,
            int share,
            long rowsInRound,
            long estimatedRows,
            @Nullable String problem,
            @Nullable Long secondsLeft) {

        /** Returns the document of a state. */
        public static Verification of(ContinuousVerification.State state, Instant now) {
            return new Verification(
                    state.rounds(),
                    state.verifiedUpTo(),
                    state.differences(),
                    state.structureDifferences(),
                    state.undecidedTables(),
                    state.roundBegan(),
                    state.share(),
                    state.rowsInRound(),
                    state.estimatedRows(),
                    state.problem(),
                    secondsLeft(state, now));
        }

        private static @Nullable Long secondsLeft(ContinuousVerification.State state, Instant now) {
            if (state.roundBegan() == null || state.rowsInRound() == 0) {
                return null;
            }
            double seconds = Duration.between(state.roundBegan(), now).toMillis() / 1e3;
            return Math.round(seconds / state.rowsInRound() * (state.estimatedRows() - state.rowsInRound()));
        }
    }

    /**
     * The state of the cutover as known to this process; {@code /api/cutover} has more.
     *
     * @param step the current step; null without a cutover
     * @param since the start of the step
     * @param deadline the time at which the step is rolled back; null without a deadline
     * @param problem a blocker or a warning; empty if there is none
     */
    public record Cutover(
            CutoverDocument.State state,
            @Nullable CutoverStep step,
            @Nullable Instant since,
            @Nullable Instant deadline,
            String problem) {

        static Cutover of(CutoverService cutover) {
            CutoverState state = cutover.state();
            return new Cutover(
                    CutoverDocument.name(state),
                    CutoverDocument.step(state),
                    CutoverDocument.times(state).since(),
                    state instanceof Advancing at ? at.deadline() : null,
                    cutover.problem());
        }
    }

    /** One applier and the appliers it waits for. */
    public record ApplierDocument(
            int applier,
            ApplierView.Activity activity,
            double forSeconds,
            long batch,
            int transactions,
            int rows,
            @Nullable String firstTransaction,
            @Nullable String position,
            List<String> waitsFor) {

        static ApplierDocument of(ApplierView view) {
            return new ApplierDocument(
                    view.applier(),
                    view.activity(),
                    Math.max(0, System.nanoTime() - view.sinceNanos()) / 1e9,
                    view.batch(),
                    view.transactions(),
                    view.rows(),
                    text(view.first()),
                    view.position() == null ? null : view.position().toString(),
                    view.waitsFor());
        }
    }

    /** Returns the status of a pipeline. */
    public static StatusDocument of(
            DaemonView daemon, Sampler.Sample speed, ReplicationState state, PipelineStatus status) {
        ReplayStatistics.Snapshot committed = daemon.statistics().snapshot();
        return new StatusDocument(
                Instant.now(),
                daemon.name(),
                state,
                status.isPaused(),
                status.rowsPerSecond(),
                committed.transactions(),
                committed.rows(),
                speed.transactionsPerSecond(),
                speed.rowsPerSecond(),
                status.lagSeconds(),
                status.pendingTransactions(),
                status.behindTransactions(),
                status.queueBytes(),
                status.applierBytes(),
                status.binlogBytes(),
                text(status.newestRead()),
                text(status.newestCommitted()),
                status.appliers().stream().map(ApplierDocument::of).toList(),
                status.quarantined().stream().map(Object::toString).sorted().toList(),
                daemon.copying().get().map(Copy::of).orElse(null),
                Verification.of(daemon.verified(), Instant.now()),
                daemon.waiting(status),
                status.stall(),
                Cutover.of(daemon.cutover()),
                daemon.cutover().reverseReplication(),
                daemon.errors().entries());
    }

    private static @Nullable String text(@Nullable Gtid name) {
        return name == null ? null : name.describe();
    }
}
