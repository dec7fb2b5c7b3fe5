package io.gaussferry.control;

import io.gaussferry.cutover.CutoverService;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.rehearse.RehearsalReport;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.status.DaemonView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The cutover part of the API. A started action continues when the client disconnects. The caller is authorized. Thread-safe. */
public final class CutoverOperations {

    /** Also the delay of progress within a step, which is not numbered. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(300);

    /** Clients that wait at the same time. Each takes one of the few threads; further clients are answered at once. */
    private static final int MAXIMUM_WAITERS = 2;

    private final DaemonView daemon;
    private final Semaphore waiters = new Semaphore(MAXIMUM_WAITERS);

    /** Operates the cutover of a pipeline. */
    public CutoverOperations(DaemonView daemon) {
        this.daemon = daemon;
    }

    /** The extent of the comparison. */
    public record CheckDocument(@Nullable VerifyMode verify) {}

    /** The options of a rehearsal. */
    public record RehearseDocument(
            @Nullable VerifyMode verify, @Nullable Boolean noReverseReplication) {}

    /** The operator and options of a cutover. */
    public record StartDocument(
            @Nullable String operator,
            @Nullable String host,
            @Nullable Boolean noReverseReplication,
            @Nullable VerifyMode verify) {}

    /** The operator and reason of a rollback, or of arming again. */
    public record RollbackDocument(
            @Nullable String operator, @Nullable String reason) {}

    /** The operator and options of a return to the source. */
    public record BackDocument(
            @Nullable String operator,
            @Nullable String reason,
            @Nullable VerifyMode verify,
            @Nullable Boolean staysFenced,
            @Nullable List<String> without) {}

    /** Whether to remove Gaussferry's rows on the target, and why. */
    public record FinishDocument(
            @Nullable Boolean removeRows, @Nullable String reason) {}

    /** Returns the state. */
    public CutoverDocument status() {
        CutoverService cutover = daemon.cutover();
        // before the status is read: a later change has a higher number
        long change = cutover.changes().number();
        return CutoverDocument.of(change, cutover.status(), cutover.preparation(), Instant.now());
    }

    /**
     * Returns the state.
     *
     * @param after the number of a state that the client has: waits a moment for another one. Null to return at once
     */
    public CutoverDocument status(@Nullable Long after) throws InterruptedException {
        if (after != null && waiters.tryAcquire()) {
            try {
                daemon.cutover().changes().await(after, LONGEST_WAIT);
            } finally {
                waiters.release();
            }
        }
        return status();
    }

    /** Lists the blockers and the remaining work of a cutover. */
    public CutoverCheck check(@Nullable CheckDocument body) throws InterruptedException {
        return daemon.cutover().check(mode(body == null ? null : body.verify()));
    }

    /** Starts a rehearsal. */
    public RehearsalReport rehearse(Caller caller, @Nullable RehearseDocument body) throws InterruptedException {
        boolean isArmed = body == null || !Boolean.TRUE.equals(body.noReverseReplication());
        daemon.cutover().rehearse(mode(body == null ? null : body.verify()), isArmed);
        caller.done("Cutover rehearsed by " + caller.operator(""), "");
        return rehearsal();
    }

    /** Returns the progress or the result of the last rehearsal. */
    public RehearsalReport rehearsal() {
        return daemon.cutover().rehearsal();
    }

    /** Starts the preparation. */
    public CutoverDocument prepare(Caller caller, @Nullable RollbackDocument body) throws InterruptedException {
        daemon.cutover().prepare(false);
        caller.done("Cutover prepared by " + operator(caller, body), "");
        return status();
    }

    /** Starts to undo the preparation. */
    public CutoverDocument unprepare(Caller caller, @Nullable RollbackDocument body) throws InterruptedException {
        daemon.cutover().prepare(true);
        caller.done("Preparation of the cutover undone by " + operator(caller, body), "");
        return status();
    }

    private static String operator(Caller caller, @Nullable RollbackDocument body) {
        return caller.operator(stripped(body == null ? null : body.operator()));
    }

    /** Starts a cutover. */
    public CutoverDocument start(Caller caller, StartDocument body) throws InterruptedException {
        CutoverRequest cutover = new CutoverRequest(
                body.operator() == null ? "" : body.operator(),
                body.host() == null ? caller.address() : body.host(),
                Boolean.TRUE.equals(body.noReverseReplication()),
                mode(body.verify()));
        daemon.cutover().start(cutover);
        caller.done("Cutover started by " + Caller.printable(cutover.toString()), "");
        return status();
    }

    /** Rolls the cutover back. */
    public CutoverDocument rollBack(Caller caller, RollbackDocument body) {
        String operator = stripped(body.operator());
        String reason = stripped(body.reason());
        daemon.cutover()
                .rollBack("rolled back by " + caller.operator(operator)
                        + (reason.isEmpty() ? "" : ": " + Caller.printable(reason)));
        caller.done("Cutover rolled back by " + caller.operator(operator), reason);
        return status();
    }

    /** Returns the writers to the source. */
    public CutoverDocument back(Caller caller, BackDocument body) {
        String operator = stripped(body.operator());
        String reason = stripped(body.reason());
        daemon.cutover()
                .returnToSource(new ReturnRequest(
                        "returned by " + caller.operator(operator)
                                + (reason.isEmpty() ? "" : ": " + Caller.printable(reason)),
                        mode(body.verify()),
                        Boolean.TRUE.equals(body.staysFenced()),
                        tables(body.without())));
        caller.done("Return to the source requested by " + caller.operator(operator), reason);
        return status();
    }

    /** Arms reverse replication again. */
    public CutoverDocument rearm(Caller caller, RollbackDocument body) {
        String operator = stripped(body.operator());
        String reason = stripped(body.reason());
        if (reason.isEmpty()) {
            throw new IllegalArgumentException("A reason is required.");
        }
        daemon.cutover().rearm("requested by " + caller.operator(operator) + ": " + Caller.printable(reason));
        caller.done("Reverse replication is armed again by " + caller.operator(operator), reason);
        return status();
    }

    /** Ends the watch over the source. */
    public CutoverDocument finish(Caller caller, @Nullable FinishDocument body) {
        boolean removes = body != null && Boolean.TRUE.equals(body.removeRows());
        daemon.cutover().finish(removes);
        caller.done(
                "Cutover finished" + (removes ? ", Gaussferry's rows removed" : ""),
                stripped(body == null ? null : body.reason()));
        return status();
    }

    /** @param names of tables on the target, with their schema */
    private static Set<TableId> tables(@Nullable List<String> names) {
        Set<TableId> tables = new TreeSet<>();
        for (String name : names == null ? List.<String>of() : names) {
            int dot = name.indexOf('.');
            if (dot < 0) {
                throw new GaussferryException(
                        ErrorCode.COMMAND_INVALID,
                        "Table " + Caller.printable(name) + " has no schema.",
                        "name the tables as on the target: SCHEMA.TABLE",
                        null);
            }
            tables.add(new TableId(name.substring(0, dot), name.substring(dot + 1)));
        }
        return tables;
    }

    private static VerifyMode mode(@Nullable VerifyMode given) {
        return given == null ? VerifyMode.CHANGED : given;
    }

    /** Returns a client's string without surrounding spaces; empty for none. */
    static String stripped(@Nullable String given) {
        return given == null ? "" : given.strip();
    }
}
