package io.gaussferry.app.http;

import io.gaussferry.control.CutoverDocument;
import io.gaussferry.control.CutoverOperations;
import io.gaussferry.control.CutoverOperations.BackDocument;
import io.gaussferry.control.CutoverOperations.CheckDocument;
import io.gaussferry.control.CutoverOperations.FinishDocument;
import io.gaussferry.control.CutoverOperations.RehearseDocument;
import io.gaussferry.control.CutoverOperations.RollbackDocument;
import io.gaussferry.control.CutoverOperations.StartDocument;
import io.gaussferry.cutover.check.CutoverCheck;
import io.gaussferry.cutover.rehearse.RehearsalReport;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The cutover part of the API. {@link AccessFilter} has authorized the caller. */
@RestController
class CutoverController {

    private final CutoverOperations operations;

    CutoverController(CutoverOperations operations) {
        this.operations = operations;
    }

    /**
     * Returns the status.
     *
     * @param after the number of a status that the client has: waits a moment for another one. Null to return at once
     */
    @GetMapping("/api/cutover")
    CutoverDocument status(@RequestParam(name = "after", required = false) @Nullable Long after)
            throws InterruptedException {
        return operations.status(after);
    }

    @PostMapping("/api/cutover/check")
    CutoverCheck check(@RequestBody(required = false) @Nullable CheckDocument body) throws InterruptedException {
        return operations.check(body);
    }

    @PostMapping("/api/cutover/rehearse")
    RehearsalReport rehearse(HttpServletRequest request, @RequestBody(required = false) @Nullable RehearseDocument body)
            throws InterruptedException {
        return operations.rehearse(Callers.of(request), body);
    }

    @GetMapping("/api/cutover/rehearse")
    RehearsalReport rehearsal() {
        return operations.rehearsal();
    }

    @PostMapping("/api/cutover/prepare")
    CutoverDocument prepare(HttpServletRequest request, @RequestBody(required = false) @Nullable RollbackDocument body)
            throws InterruptedException {
        return operations.prepare(Callers.of(request), body);
    }

    @PostMapping("/api/cutover/unprepare")
    CutoverDocument unprepare(
            HttpServletRequest request, @RequestBody(required = false) @Nullable RollbackDocument body)
            throws InterruptedException {
        return operations.unprepare(Callers.of(request), body);
    }

    @PostMapping("/api/cutover/start")
    CutoverDocument start(HttpServletRequest request, @RequestBody StartDocument body) throws InterruptedException {
        return operations.start(Callers.of(request), body);
    }

    @PostMapping("/api/cutover/rollback")
    CutoverDocument rollBack(HttpServletRequest request, @RequestBody RollbackDocument body) {
        return operations.rollBack(Callers.of(request), body);
    }

    @PostMapping("/api/cutover/back")
    CutoverDocument back(HttpServletRequest request, @RequestBody BackDocument body) {
        return operations.back(Callers.of(request), body);
    }

    @PostMapping("/api/cutover/rearm")
    CutoverDocument rearm(HttpServletRequest request, @RequestBody RollbackDocument body) {
        return operations.rearm(Callers.of(request), body);
    }

    @PostMapping("/api/cutover/finish")
    CutoverDocument finish(HttpServletRequest request, @RequestBody(required = false) @Nullable FinishDocument body) {
        return operations.finish(Callers.of(request), body);
    }
}
