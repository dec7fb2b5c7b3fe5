package io.gaussferry.cutover.record;

import io.gaussferry.cutover.objects.CreatedObjectStore;
import io.gaussferry.cutover.objects.ObjectAction;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.reverse.TargetTableChange;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of a cutover, for display.
 *
 * @param state the last known state
 * @param steps the outcomes of its steps, in order
 * @param objects the objects that it has created on the target
 * @param downtime the time for which writers were refused, by part
 * @param forecast of that time, as of the last moment before it; empty if there is none
 * @param problem the current problem; empty if there is none
 * @param written the unexpected writes to the source after the switch; empty if there are none
 * @param watched the last successful check of the source after the switch; null before that
 * @param targetTables the tables of the target that have changed since reverse replication was armed
 * @param returnSteps the steps of the last return of the writers before its decision, in this process
 * @param reverseReplication the status of reverse replication; null if this process has run none
 */
public record CutoverStatus(
        CutoverState state,
        List<Step> steps,
        List<CreatedObject> objects,
        List<Downtime.Part> downtime,
        List<Downtime.Part> forecast,
        String problem,
        String written,
        @Nullable Instant watched,
        List<TargetTableChange> targetTables,
        List<Step> returnSteps,
        @Nullable ReverseStatus reverseReplication) {

    /** Reads an attempt from the target, and adds the local part of the status. Joins the connection's transaction. */
    public static CutoverStatus read(Connection target, String pipeline, String id, CutoverStatus here)
            throws SQLException {
        List<Step> steps = steps(target, pipeline, id);
        return new CutoverStatus(
                here.state(),
                steps,
                objects(target, pipeline, id),
                Downtime.parts(steps, new Evidence(pipeline).facts(target, id, Downtime.FACTS)),
                new ForecastStore(pipeline).read(target, id),
                here.problem(),
                here.written(),
                here.watched(),
                here.targetTables(),
                here.returnSteps(),
                here.reverseReplication());
    }

    /** Reads the outcomes of an attempt's steps. Joins the connection's transaction. */
    static List<Step> steps(Connection target, String pipeline, String id) throws SQLException {
        return new CutoverStore(pipeline)
                .steps(target, id).stream()
                        .map(step -> new Step(step.step(), step.started(), step.ended(), step.outcome(), step.detail()))
                        .toList();
    }

    /** Reads the objects that an attempt has created. Joins the connection's transaction. */
    static List<CreatedObject> objects(Connection target, String pipeline, String id) throws SQLException {
        return new CreatedObjectStore(pipeline)
                .entries(target, id).stream()
                        .map(entry -> new CreatedObject(
                                entry.action().kind(),
                                entry.action().name(),
                                entry.action().description(),
                                entry.action().statements(),
                                entry.action().undo(),
                                entry.state()))
                        .toList();
    }

    /**
     * The outcome of a step.
     *
     * @param step its name
     * @param started when it started
     * @param ended when it ended; null while it is running
     * @param outcome {@code DONE}, {@code FAILED} or {@code AT_WORK}
     * @param detail a description
     */
    public record Step(
            String step, Instant started, @Nullable Instant ended, String outcome, String detail) {}

    /**
     * An object that was created on the target.
     *
     * @param kind of object
     * @param name of the object
     * @param description for display
     * @param statements that created it
     * @param undo statements that remove it
     * @param state {@code CREATED}, {@code UNDONE}, or {@code NOT_UNDONE} and the reason
     */
    public record CreatedObject(
            ObjectAction.Kind kind,
            String name,
            String description,
            List<String> statements,
            List<String> undo,
            String state) {}
}
