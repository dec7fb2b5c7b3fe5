package io.gaussferry.control;

import io.gaussferry.cutover.record.CutoverStatus;
import io.gaussferry.cutover.record.Downtime;
import io.gaussferry.cutover.record.PreparationStatus;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.reverse.TargetTableChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of the cutover; {@code docs/reference/openapi.yml} describes every field.
 *
 * @param refusedSeconds the time for which the source has refused writes: until now, until the switch, or until it accepted writes again
 * @param downtime the completed parts of that time
 * @param forecast the expected duration of each step of that time, as of the last moment before it
 * @param change the number of the status; a client sends it to wait for the next change
 * @param returnSteps the steps of the last return before its decision, in this process
 * @param preparation the progress of the preparation by this process
 */
public record CutoverDocument(
        long change,
        State state,
        @Nullable CutoverStep step,
        @Nullable String id,
        @Nullable String operator,
        @Nullable String host,
        @Nullable Boolean noReverseReplication,
        @Nullable VerifyMode verify,
        @Nullable Instant started,
        @Nullable Instant since,
        @Nullable Instant deadline,
        @Nullable Instant fencedAt,
        @Nullable Instant switchedAt,
        @Nullable Double refusedSeconds,
        List<Downtime.Part> downtime,
        List<Downtime.Part> forecast,
        @Nullable String position,
        String reason,
        String problem,
        String writtenAfterSwitch,
        @Nullable Instant watchedAt,
        List<CutoverStatus.Step> steps,
        List<CutoverStatus.CreatedObject> objects,
        List<TargetTable> targetTables,
        List<CutoverStatus.Step> returnSteps,
        PreparationStatus preparation,
        @Nullable ReverseStatus reverseReplication) {

    /**
     * A table of the target that has changed since reverse replication was armed.
     *
     * @param table its name on the target
     * @param change the kind of the change
     * @param description of the change
     * @param remedy the actions of the operator
     */
    public record TargetTable(String table, TargetTableChange.Kind change, String description, String remedy) {

        static TargetTable of(TargetTableChange change) {
            return new TargetTable(change.table().toString(), change.kind(), change.description(), change.remedy());
        }
    }

    /** The state of a cutover. */
    public enum State {
        NONE,
        AT_WORK,
        ROLLING_BACK,
        ROLLED_BACK,
        SWITCHED,
        FINISHED
    }

    /**
     * Returns the document of a cutover.
     *
     * @param change the number of the status
     */
    public static CutoverDocument of(long change, CutoverStatus status, PreparationStatus preparation, Instant now) {
        CutoverState state = status.state();
        Cutover cutover = state.attempt();
        Times times = times(state);
        Instant until = until(status, times, now);
        Instant fenced = cutover == null ? null : cutover.fencedAt();
        return new CutoverDocument(
                change,
                name(state),
                step(state),
                cutover == null ? null : cutover.id(),
                cutover == null ? null : cutover.request().operator(),
                cutover == null ? null : cutover.request().host(),
                cutover == null ? null : Boolean.valueOf(cutover.request().noReverseReplication()),
                cutover == null ? null : cutover.request().verify(),
                cutover == null ? null : cutover.started(),
                times.since(),
                state instanceof Advancing at ? at.deadline() : null,
                fenced,
                times.switchedAt(),
                fenced == null || until == null
                        ? null
                        : Double.valueOf(Duration.between(fenced, until).toMillis() / 1e3),
                status.downtime(),
                status.forecast(),
                cutover == null || cutover.fencedPosition() == null
                        ? null
                        : cutover.fencedPosition().toString(),
                reason(state),
                status.problem(),
                status.written(),
                status.watched(),
                status.steps(),
                status.objects(),
                status.targetTables().stream().map(TargetTable::of).toList(),
                status.returnSteps(),
                preparation,
                status.reverseReplication());
    }

    /** Returns the end of the time for which FENCE refused writes. After a return the days on the target do not count. */
    private static @Nullable Instant until(CutoverStatus status, Times times, Instant now) {
        if (times.switchedAt() != null) {
            return times.switchedAt();
        }
        return status.steps().stream()
                .filter(step -> step.step().equals(CutoverStep.SWITCH.name()))
                .map(CutoverStatus.Step::started)
                .findFirst()
                .orElse(status.state() instanceof RolledBack ? times.since() : now);
    }

    /** The start of the current step, and the time of the switch. */
    record Times(@Nullable Instant since, @Nullable Instant switchedAt) {}

    static Times times(CutoverState state) {
        if (state instanceof Advancing at) {
            return new Times(at.since(), null);
        }
        if (state instanceof RollingBack back) {
            return new Times(back.since(), null);
        }
        if (state instanceof RolledBack back) {
            return new Times(back.since(), null);
        }
        if (state instanceof Switched switched) {
            return new Times(switched.since(), switched.switchedAt());
        }
        return state instanceof Finished finished
                ? new Times(finished.since(), finished.switchedAt())
                : new Times(null, null);
    }

    static State name(CutoverState state) {
        if (state instanceof Advancing) {
            return State.AT_WORK;
        }
        if (state instanceof RollingBack) {
            return State.ROLLING_BACK;
        }
        if (state instanceof RolledBack) {
            return State.ROLLED_BACK;
        }
        if (state instanceof Switched) {
            return State.SWITCHED;
        }
        return state instanceof Finished ? State.FINISHED : State.NONE;
    }

    /** Returns the current step; null if there is no cutover. */
    public static @Nullable CutoverStep step(CutoverState state) {
        if (state instanceof Advancing at) {
            return at.step();
        }
        if (state instanceof RollingBack || state instanceof RolledBack) {
            return CutoverStep.ROLLBACK;
        }
        if (state instanceof Switched switched) {
            return switched.step();
        }
        return state instanceof Finished ? CutoverStep.FINISH : null;
    }

    private static String reason(CutoverState state) {
        if (state instanceof RollingBack back) {
            return back.reason();
        }
        return state instanceof RolledBack back ? back.reason() : "";
    }
}
