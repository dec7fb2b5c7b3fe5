package io.gaussferry.app.http;

import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.VerifyMode;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * The part of the API about the cutover. What is begun here goes on without whoever asked for it. {@link AccessFilter} has seen to it
 * that the caller may.
 */
@RestController
class CutoverController {

    private final Replay replay;

    CutoverController(Replay replay) {
        this.replay = replay;
    }

    /** How much is to be compared. */
    record CheckDocument(@Nullable VerifyMode verify) {}

    /** Who begins a cutover, and how. */
    record StartDocument(
            @Nullable String operator,
            @Nullable String host,
            @Nullable Boolean noWayBack,
            @Nullable VerifyMode verify) {}

    /** Who gives a cutover up, and why. */
    record RollbackDocument(
            @Nullable String operator, @Nullable String reason) {}

    /** Who has the writers return, why, how much is compared before they do, and whether a source that stays fenced is accepted. */
    record BackDocument(
            @Nullable String operator,
            @Nullable String reason,
            @Nullable VerifyMode verify,
            @Nullable Boolean staysFenced) {}

    /** Whether what Gaussferry keeps on the target is removed. */
    record FinishDocument(
            @Nullable Boolean removeRows, @Nullable String reason) {}

    @GetMapping("/api/cutover")
    CutoverDocument status() {
        return CutoverDocument.of(replay.cutover().status(), Instant.now());
    }

    @PostMapping("/api/cutover/check")
    CutoverCheck check(@RequestBody(required = false) @Nullable CheckDocument body) throws InterruptedException {
        return replay.cutover().check(mode(body == null ? null : body.verify()));
    }

    @PostMapping("/api/cutover/start")
    CutoverDocument start(HttpServletRequest request, @RequestBody StartDocument body) throws InterruptedException {
        CutoverRequest wanted = new CutoverRequest(
                body.operator() == null ? "" : body.operator(),
                body.host() == null ? request.getRemoteAddr() : body.host(),
                Boolean.TRUE.equals(body.noWayBack()),
                mode(body.verify()));
        replay.cutover().start(wanted);
        Audit.done(request, "A cutover is begun by " + Audit.printable(wanted.toString()), "");
        return status();
    }

    @PostMapping("/api/cutover/rollback")
    CutoverDocument rollBack(HttpServletRequest request, @RequestBody RollbackDocument body) {
        String operator = ApiController.reason(body.operator());
        String reason = ApiController.reason(body.reason());
        replay.cutover()
                .rollBack("given up by " + Audit.printable(operator.isEmpty() ? request.getRemoteAddr() : operator)
                        + (reason.isEmpty() ? "" : ": " + Audit.printable(reason)));
        Audit.done(request, "The cutover is given up by " + Audit.printable(operator), reason);
        return status();
    }

    @PostMapping("/api/cutover/back")
    CutoverDocument back(HttpServletRequest request, @RequestBody BackDocument body) {
        String operator = ApiController.reason(body.operator());
        String reason = ApiController.reason(body.reason());
        replay.cutover()
                .returnToSource(new ReturnRequest(
                        "returned by " + Audit.printable(operator.isEmpty() ? request.getRemoteAddr() : operator)
                                + (reason.isEmpty() ? "" : ": " + Audit.printable(reason)),
                        mode(body.verify()),
                        Boolean.TRUE.equals(body.staysFenced())));
        Audit.done(request, "The writers are returned to the source by " + Audit.printable(operator), reason);
        return status();
    }

    @PostMapping("/api/cutover/finish")
    CutoverDocument finish(HttpServletRequest request, @RequestBody(required = false) @Nullable FinishDocument body) {
        boolean removes = body != null && Boolean.TRUE.equals(body.removeRows());
        replay.cutover().finish(removes);
        Audit.done(
                request,
                "The cutover is finished" + (removes ? ", and what Gaussferry keeps is removed" : ""),
                ApiController.reason(body == null ? null : body.reason()));
        return status();
    }

    private static VerifyMode mode(@Nullable VerifyMode given) {
        return given == null ? VerifyMode.CHANGED : given;
    }
}
