package io.gaussferry.app.http;

import io.gaussferry.app.http.Problems.NotNowException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.decision.TransactionSkip.Outcome;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The part of the API about changes that the target did not take: shows them, and lets a person decide what becomes of the
 * transaction that replay waits at. {@link AccessFilter} has seen to it that the caller may.
 */
@RestController
class FailureController {

    /** A list with values shall be something to look at; a failure by itself has the whole ones. */
    private static final int LISTED_CHARACTERS = 200;

    /** No value is longer: a target's text ends at 1 GiB. */
    private static final int WHOLE = 1 << 30;

    private final Replay replay;
    private final Failures failures;

    FailureController(Replay replay, Failures failures) {
        this.replay = replay;
        this.failures = failures;
    }

    /** A decision to pass a transaction over, and why. */
    record SkipDocument(@Nullable String reason, @Nullable Boolean definitions) {}

    /** What was done; tables by their names. */
    record SkippedDocument(String transaction, List<String> changed, List<String> added, List<String> removed) {}

    /** What is tried again. */
    record RetriedDocument(String transaction) {}

    @GetMapping("/api/failures")
    List<FailureDocument> list(@RequestParam(name = "values", defaultValue = "false") boolean values)
            throws SQLException {
        PipelineStatus status = replay.pipeline().status();
        return failures.list(values ? LISTED_CHARACTERS : 0).stream()
                .map(known -> FailureDocument.of(known, status))
                .toList();
    }

    @GetMapping("/api/failures/{id}")
    ResponseEntity<FailureDocument> find(@PathVariable("id") String id) throws SQLException {
        FailureId name = FailureId.parse(id);
        PipelineStatus status = replay.pipeline().status();
        return ResponseEntity.of(failures.find(name.transaction(), name.changeNumber(), WHOLE)
                .map(known -> FailureDocument.of(known, status)));
    }

    @PostMapping("/api/failures/{id}/retry")
    RetriedDocument retry(
            HttpServletRequest request,
            @PathVariable("id") String id,
            @RequestBody(required = false) ApiController.@Nullable ReasonDocument body) {
        String transaction = FailureId.parse(id).transaction();
        if (!replay.pipeline().retry(transaction)) {
            throw notWaiting(transaction);
        }
        Audit.done(
                request,
                "Transaction " + transaction + " is tried again",
                ApiController.reason(body == null ? null : body.reason()));
        return new RetriedDocument(transaction);
    }

    @PostMapping("/api/failures/{id}/skip")
    SkippedDocument skip(HttpServletRequest request, @PathVariable("id") String id, @RequestBody SkipDocument body) {
        String transaction = FailureId.parse(id).transaction();
        String reason = ApiController.reason(body.reason());
        if (reason.isEmpty()) {
            throw new IllegalArgumentException("A reason is needed: it is kept with the transaction on the target.");
        }
        Outcome outcome = replay.pipeline()
                .skip(transaction, reason, Boolean.TRUE.equals(body.definitions()))
                .orElseThrow(() -> notWaiting(transaction));
        Audit.done(request, "Transaction " + transaction + " is passed over", reason);
        return new SkippedDocument(
                transaction, names(outcome.changed()), names(outcome.added()), names(outcome.removed()));
    }

    private NotNowException notWaiting(String transaction) {
        Waiting waiting = replay.pipeline().status().waiting();
        return new NotNowException(
                waiting == null
                        ? "Replay waits at no transaction: only one that it waits at (on-failure: wait) can be tried again or"
                                + " passed over. A table that was quarantined lacks later changes too, which are not kept: it needs a new copy."
                        : "Replay waits at " + waiting.transaction() + ", not at " + transaction
                                + "; or a decision on it is being carried out.");
    }

    private static List<String> names(List<TableId> tables) {
        return tables.stream().map(TableId::toString).toList();
    }
}
