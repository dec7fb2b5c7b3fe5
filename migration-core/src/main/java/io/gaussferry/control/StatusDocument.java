package io.gaussferry.control;

import io.gaussferry.cutover.CutoverService;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.model.Gtid;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.schedule.observe.ApplierView;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.Figures;
import io.gaussferry.status.MigrationStatus;
import io.gaussferry.throttle.LoadReading;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The response of {@code /api/status}: the figures of {@link Figures#statusFields}, and what is not a number. {@code
 * docs/reference/openapi.yml} describes every field.
 */
public final class StatusDocument {

    private StatusDocument() {}

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

    /** Returns the document. */
    public static Map<String, @Nullable Object> of(MigrationStatus status) {
        DaemonView daemon = status.daemon();
        PipelineStatus pipeline = status.pipeline();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("at", Instant.now());
        fields.put("pipeline", daemon.name());
        fields.put("state", status.state());
        fields.putAll(Figures.statusFields(status));
        fields.put("queueBytes", pipeline.queueBytes());
        fields.put("applierBytes", pipeline.applierBytes());
        fields.put("newestRead", text(pipeline.newestRead()));
        fields.put("newestCommitted", text(pipeline.newestCommitted()));
        fields.put("appliers", appliers(pipeline));
        fields.put(
                "quarantined",
                pipeline.quarantined().stream().map(Object::toString).sorted().toList());
        CopyProgress copying = status.copying();
        fields.put("copy", copying == null ? null : Copy.of(copying));
        fields.put("verification", Verification.of(status.verified(), Instant.now()));
        fields.put("heldBack", heldBack(daemon));
        fields.put("waiting", daemon.waiting(pipeline));
        fields.put("stall", pipeline.stall());
        fields.put("cutover", Cutover.of(daemon.cutover()));
        fields.put("target", status.target());
        fields.put("reverseReplication", status.reverse());
        fields.put("errors", daemon.errors().entries());
        return fields;
    }

    private static List<String> heldBack(DaemonView daemon) {
        return daemon.load().reasons().stream().map(LoadReading::reason).toList();
    }

    /** Returns the work of each applier. */
    static List<ApplierDocument> appliers(PipelineStatus status) {
        return status.appliers().stream().map(ApplierDocument::of).toList();
    }

    private static @Nullable String text(@Nullable Gtid name) {
        return name == null ? null : name.describe();
    }
}
