package io.gaussferry.app.http;

import io.gaussferry.cutover.CutoverService;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.rehearse.RehearsalReport;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The cutover part of the API. A started action continues when the client disconnects. {@link AccessFilter} has authorized the caller.
 */
@RestController
class CutoverController {

    /** Also the delay of progress within a step, which is not numbered. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(300);

    /** Clients that wait at the same time. Each takes one of the few threads; further clients are answered at once. */
    private static final int MAXIMUM_WAITERS = 2;

    private final DaemonView daemon;
    private final Semaphore waiters = new Semaphore(MAXIMUM_WAITERS);

    CutoverController(DaemonView daemon) {
        this.daemon = daemon;
    }

    /** The extent of the comparison. */
    record CheckDocument(@Nullable VerifyMode verify) {}

    /** The options of a rehearsal. */
    record RehearseDocument(
            @Nullable VerifyMode verify, @Nullable Boolean noReverseReplication) {}

    /** The operator and options of a cutover. */
    record StartDocument(
            @Nullable String operator,
            @Nullable String host,
            @Nullable Boolean noReverseReplication,
            @Nullable VerifyMode verify) {}

    /** The operator and reason of a rollback, or of arming again. */
    record RollbackDocument(
            @Nullable String operator, @Nullable String reason) {}

    /** The operator and options of a return to the source. */
    record BackDocument(
            @Nullable String operator,
            @Nullable String reason,
            @Nullable VerifyMode verify,
            @Nullable Boolean staysFenced,
            @Nullable List<String> without) {}

    /** Whether to remove Gaussferry's rows on the target, and why. */
    record FinishDocument(
            @Nullable Boolean removeRows, @Nullable String reason) {}

    /**
     * Returns the status.
     *
     * @param after the number of a status that the client has: waits a moment for another one. Null to return at once
     */
    @GetMapping("/api/cutover")
    CutoverDocument status(@RequestParam(name = "after", required = false) @Nullable Long after)
            throws InterruptedException {
        if (after != null && waiters.tryAcquire()) {
            try {
                daemon.cutover().changes().await(after, LONGEST_WAIT);
            } finally {
                waiters.release();
            }
        }
        return status();
    }

    private CutoverDocument status() {
        CutoverService cutover = daemon.cutover();
        // before the status is read: a later change has a higher number
        long change = cutover.changes().number();
        return CutoverDocument.of(change, cutover.status(), cutover.preparation(), Instant.now());
    }

    @PostMapping("/api/cutover/check")
    CutoverCheck check(@RequestBody(required = false) @Nullable CheckDocument body) throws InterruptedException {
        return daemon.cutover().check(mode(body == null ? null : body.verify()));
    }

    @PostMapping("/api/cutover/rehearse")
    RehearsalReport rehearse(
            HttpServletRequest request, @RequestBody(required = false) @Nullable RehearseDocument body) {
        boolean isArmed = body == null || !Boolean.TRUE.equals(body.noReverseReplication());
        daemon.cutover().rehearse(mode(body == null ? null : body.verify()), isArmed);
        Audit.done(request, "Cutover rehearsed by " + Audit.printable(request.getRemoteAddr()), "");
        return rehearsal();
    }

    @GetMapping("/api/cutover/rehearse")
    RehearsalReport rehearsal() {
        return daemon.cutover().rehearsal();
    }

    @PostMapping("/api/cutover/prepare")
    CutoverDocument prepare(
            HttpServletRequest request, @RequestBody(required = false) @Nullable RollbackDocument body) {
        daemon.cutover().prepare(false);
        Audit.done(request, "Cutover prepared by " + operator(request, body), "");
        return status();
    }

    @PostMapping("/api/cutover/unprepare")
    CutoverDocument unprepare(
            HttpServletRequest request, @RequestBody(required = false) @Nullable RollbackDocument body) {
        daemon.cutover().prepare(true);
        Audit.done(request, "Preparation of the cutover undone by " + operator(request, body), "");
        return status();
    }

    private static String operator(HttpServletRequest request, @Nullable RollbackDocument body) {
        String operator = ApiController.reason(body == null ? null : body.operator());
        return Audit.printable(operator.isEmpty() ? request.getRemoteAddr() : operator);
    }

    @PostMapping("/api/cutover/start")
    CutoverDocument start(HttpServletRequest request, @RequestBody StartDocument body) throws InterruptedException {
        CutoverRequest cutover = new CutoverRequest(
                body.operator() == null ? "" : body.operator(),
                body.host() == null ? request.getRemoteAddr() : body.host(),
                Boolean.TRUE.equals(body.noReverseReplication()),
                mode(body.verify()));
        daemon.cutover().start(cutover);
        Audit.done(request, "Cutover started by " + Audit.printable(cutover.toString()), "");
        return status();
    }

    @PostMapping("/api/cutover/rollback")
    CutoverDocument rollBack(HttpServletRequest request, @RequestBody RollbackDocument body) {
        String operator = ApiController.reason(body.operator());
        String reason = ApiController.reason(body.reason());
        daemon.cutover()
                .rollBack("rolled back by " + Audit.printable(operator.isEmpty() ? request.getRemoteAddr() : operator)
                        + (reason.isEmpty() ? "" : ": " + Audit.printable(reason)));
        Audit.done(request, "Cutover rolled back by " + Audit.printable(operator), reason);
        return status();
    }

    @PostMapping("/api/cutover/back")
    CutoverDocument back(HttpServletRequest request, @RequestBody BackDocument body) {
        String operator = ApiController.reason(body.operator());
        String reason = ApiController.reason(body.reason());
        daemon.cutover()
                .returnToSource(new ReturnRequest(
                        "returned by " + Audit.printable(operator.isEmpty() ? request.getRemoteAddr() : operator)
                                + (reason.isEmpty() ? "" : ": " + Audit.printable(reason)),
                        mode(body.verify()),
                        Boolean.TRUE.equals(body.staysFenced()),
                        tables(body.without())));
        Audit.done(request, "Return to the source requested by " + Audit.printable(operator), reason);
        return status();
    }

    @PostMapping("/api/cutover/rearm")
    CutoverDocument rearm(HttpServletRequest request, @RequestBody RollbackDocument body) {
        String operator = ApiController.reason(body.operator());
        String reason = ApiController.reason(body.reason());
        if (reason.isEmpty()) {
            throw new IllegalArgumentException("A reason is required.");
        }
        daemon.cutover()
                .rearm("requested by " + Audit.printable(operator.isEmpty() ? request.getRemoteAddr() : operator) + ": "
                        + Audit.printable(reason));
        Audit.done(request, "Reverse replication is armed again by " + Audit.printable(operator), reason);
        return status();
    }

    @PostMapping("/api/cutover/finish")
    CutoverDocument finish(HttpServletRequest request, @RequestBody(required = false) @Nullable FinishDocument body) {
        boolean removes = body != null && Boolean.TRUE.equals(body.removeRows());
        daemon.cutover().finish(removes);
        Audit.done(
                request,
                "Cutover finished" + (removes ? ", Gaussferry's rows removed" : ""),
                ApiController.reason(body == null ? null : body.reason()));
        return status();
    }

    /** @param names of tables on the target, with their schema */
    private static Set<TableId> tables(@Nullable List<String> names) {
        Set<TableId> tables = new TreeSet<>();
        for (String name : names == null ? List.<String>of() : names) {
            int dot = name.indexOf('.');
            if (dot < 0) {
                throw new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "Table " + Audit.printable(name) + " has no schema.",
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
}
