package io.gaussferry.app.http;

import io.gaussferry.app.http.Problems.NotNowException;
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
 * The part of the API about changes of definitions: what became of them, and what a person decides about one that is held. {@link
 * AccessFilter} has seen to it that the caller may.
 */
@RestController
class DefinitionController {

    private static final int MOST_CHANGES = 1_000;

    private final Replay replay;
    private final Object oneAtATime = new Object();

    DefinitionController(Replay replay) {
        this.replay = replay;
    }

    /** A decision, and why. */
    record DecisionDocument(@Nullable String reason) {}

    /** What to execute instead, and why. */
    record ReplacementDocument(
            @Nullable String reason, @Nullable String sql) {}

    /** What was done. */
    record DecidedDocument(String transaction, String statement, String executed) {}

    @GetMapping("/api/definitions")
    List<DefinitionDocument> list(@RequestParam(name = "limit", defaultValue = "50") int limit) throws SQLException {
        if (limit < 1 || limit > MOST_CHANGES) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST_CHANGES + ".");
        }
        // whoever asks a hundred times at once shall not use up the target's connections
        synchronized (oneAtATime) {
            return DefinitionHistory.newest(replay.name(), replay.target(), limit).stream()
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
            throw new IllegalArgumentException("There is no SQL that is to be executed instead.");
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
            throw new IllegalArgumentException("A reason is needed: it is kept with the statement on the target.");
        }
        Outcome outcome = replay.pipeline()
                .decide(transaction, action, sql, reason)
                .orElseThrow(() -> new NotNowException("Replay does not wait at " + transaction
                        + " (on-failure: wait), or a decision on it is being carried out."));
        Audit.done(
                request,
                "The change of definitions " + transaction + " is decided: " + action + " " + outcome.executed(),
                reason);
        return new DecidedDocument(outcome.transaction(), outcome.statement(), outcome.executed());
    }
}
