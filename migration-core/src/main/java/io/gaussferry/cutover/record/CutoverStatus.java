package io.gaussferry.cutover.record;

import io.gaussferry.cutover.objects.ObjectAction;
import io.gaussferry.cutover.objects.ObjectBook;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverStore;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a cutover stands, for people.
 *
 * @param state where it stands; the last that is known
 * @param steps what its steps came to, in their order
 * @param objects what it has created on the target
 * @param downtime for how long writers were refused, part by part
 * @param problem what stands in the way, or must be heard of; empty if nothing
 * @param written what was written to the source after the switch; empty if nothing was
 * @param watched when the source was last seen to stand still after the switch; null before that
 * @param wayBack how the way back stands; null where this process has run none
 */
public record CutoverStatus(
        CutoverState state,
        List<Step> steps,
        List<CreatedObject> objects,
        List<Downtime.Part> downtime,
        String problem,
        String written,
        @Nullable Instant watched,
        @Nullable ReverseStatus wayBack) {

    /** Reads what the target knows of an attempt, and adds what is known here. Joins the connection's transaction. */
    public static CutoverStatus read(Connection target, String pipeline, String id, CutoverStatus here)
            throws SQLException {
        List<Step> steps = steps(target, pipeline, id);
        return new CutoverStatus(
                here.state(),
                steps,
                objects(target, pipeline, id),
                Downtime.parts(steps, new Evidence(pipeline).facts(target, id, Downtime.FACTS)),
                here.problem(),
                here.written(),
                here.watched(),
                here.wayBack());
    }

    /** Reads what the steps of an attempt came to. Joins the connection's transaction. */
    static List<Step> steps(Connection target, String pipeline, String id) throws SQLException {
        return new CutoverStore(pipeline)
                .steps(target, id).stream()
                        .map(step -> new Step(step.step(), step.begun(), step.ended(), step.outcome(), step.detail()))
                        .toList();
    }

    /** Reads what an attempt has created. Joins the connection's transaction. */
    static List<CreatedObject> objects(Connection target, String pipeline, String id) throws SQLException {
        return new ObjectBook(pipeline)
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
     * What a step came to.
     *
     * @param step its name
     * @param begun when it was entered
     * @param ended when it was left; null while it is at work
     * @param outcome {@code DONE}, {@code FAILED} or {@code AT_WORK}
     * @param detail in words
     */
    public record Step(String step, Instant begun, @Nullable Instant ended, String outcome, String detail) {}

    /**
     * Something that was created on the target.
     *
     * @param kind what it is
     * @param name where it belongs
     * @param description in words
     * @param statements by which it was created
     * @param undo by which it can be undone
     * @param state {@code CREATED}, {@code UNDONE}, or {@code NOT_UNDONE} and why
     */
    public record CreatedObject(
            ObjectAction.Kind kind,
            String name,
            String description,
            List<String> statements,
            List<String> undo,
            String state) {}
}
