package io.gaussferry.app.http;

import io.gaussferry.app.http.ErrorResponses.ConflictException;
import io.gaussferry.pipeline.definition.DefinitionDecision.Action;
import io.gaussferry.pipeline.definition.DefinitionDecision.Outcome;
import io.gaussferry.pipeline.definition.DefinitionHistory;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The part of the API about DDL statements: lists them with their outcome and records decisions about held statements. {@link AccessFilter}
 * has authorized the caller.
 */
@RestController
class DefinitionController {

    private static final int MOST_CHANGES = 1_000;

    private final DaemonView daemon;
    private final Object queryLock = new Object();

    DefinitionController(DaemonView daemon) {
        this.daemon = daemon;
    }

    /** The reason of a decision. */
    record DecisionDocument(@Nullable String reason) {}

    /** The SQL to execute instead, and the reason. */
    record ReplacementDocument(
            @Nullable String reason, @Nullable String sql) {}

    /** The decided statement and the SQL executed on the target. */
    record DecidedDocument(String transaction, String statement, String executed) {}

    @GetMapping("/api/definitions")
    List<DefinitionDocument> list(@RequestParam(name = "limit", defaultValue = "50") int limit) throws SQLException {
        if (limit < 1 || limit > MOST_CHANGES) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST_CHANGES + ".");
        }
        // concurrent requests must not exhaust the target's connections
        synchronized (queryLock) {
            return DefinitionHistory.newest(daemon.name(), daemon.target(), limit).stream()
                    .map(DefinitionDocument::of)
                    .toList();
        }
    }

    @PostMapping("/api/definitions/{id}/apply")
    DecidedDocument apply(
            HttpServletRequest request, @PathVariable("id") String id, @RequestBody DecisionDocument body) {
        return decide(request, id, Action.APPLY, "", body.reason());
    }

    @PostMapping("/api/definitions/{id}/replace")
    DecidedDocument replace(
            HttpServletRequest request, @PathVariable("id") String id, @RequestBody ReplacementDocument body) {
        String sql = ApiController.reason(body.sql());
        if (sql.isEmpty()) {
            throw new IllegalArgumentException("The SQL to execute instead is missing.");
        }
        return decide(request, id, Action.REPLACE, sql, body.reason());
    }

    @PostMapping("/api/definitions/{id}/skip")
    DecidedDocument skip(
            HttpServletRequest request, @PathVariable("id") String id, @RequestBody DecisionDocument body) {
        return decide(request, id, Action.SKIP, "", body.reason());
    }

    private DecidedDocument decide(
            HttpServletRequest request, String transaction, Action action, String sql, @Nullable String givenReason) {
        String reason = ApiController.reason(givenReason);
        if (reason.isEmpty()) {
            throw new IllegalArgumentException("A reason is required; it is stored with the statement on the target.");
        }
        Outcome outcome = daemon.pipeline()
                .decide(transaction, action, sql, reason)
                .orElseThrow(() -> new ConflictException("Replication does not wait at " + transaction
                        + " (on-failure: wait), or another decision about it is being executed."));
        Audit.done(request, "DDL statement " + transaction + " decided: " + action + " " + outcome.executed(), reason);
        return new DecidedDocument(outcome.transaction(), outcome.statement(), outcome.executed());
    }
}
