package io.gaussferry.app.http;

import io.gaussferry.app.http.ErrorResponses.ConflictException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.decision.TransactionSkip.Outcome;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Waiting;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The part of the API about changes that failed on the target: shows them, and records the operator's decision about the transaction
 * that replication waits at. {@link AccessFilter} has authorized the caller.
 */
@RestController
class FailureController {

    /** Lists shorten values; a single failure has the complete ones. */
    private static final int LISTED_CHARACTERS = 200;

    /** Longer than any value: text on the target ends at 1 GiB. */
    private static final int UNLIMITED = 1 << 30;

    private final DaemonView daemon;
    private final Failures failures;

    FailureController(DaemonView daemon, Failures failures) {
        this.daemon = daemon;
        this.failures = failures;
    }

    /** The reason for skipping a transaction, and whether it contains DDL. */
    record SkipDocument(@Nullable String reason, @Nullable Boolean definitions) {}

    /** The outcome of a skip, with the names of tables. */
    record SkippedDocument(String transaction, List<String> changed, List<String> added, List<String> removed) {}

    /** The transaction that is retried. */
    record RetriedDocument(String transaction) {}

    @GetMapping("/api/failures")
    List<FailureDocument> list(@RequestParam(name = "values", defaultValue = "false") boolean values)
            throws SQLException {
        PipelineStatus status = daemon.pipeline().status();
        return failures.list(values ? LISTED_CHARACTERS : 0).stream()
                .map(known -> FailureDocument.of(known, status))
                .toList();
    }

    @GetMapping("/api/failures/{id}")
    ResponseEntity<FailureDocument> find(@PathVariable("id") String id) throws SQLException {
        FailureId name = FailureId.parse(id);
        PipelineStatus status = daemon.pipeline().status();
        return ResponseEntity.of(failures.find(name.transaction(), name.changeNumber(), UNLIMITED)
                .map(known -> FailureDocument.of(known, status)));
    }

    @PostMapping("/api/failures/{id}/retry")
    RetriedDocument retry(
            HttpServletRequest request,
            @PathVariable("id") String id,
            @RequestBody(required = false) ApiController.@Nullable ReasonDocument body)
            throws InterruptedException {
        String transaction = FailureId.parse(id).transaction();
        if (!daemon.pipeline().retry(transaction) && !daemon.cutover().retry(transaction)) {
            throw notWaiting(transaction);
        }
        Audit.done(
                request,
                "Transaction " + transaction + " is retried",
                ApiController.reason(body == null ? null : body.reason()));
        return new RetriedDocument(transaction);
    }

    @PostMapping("/api/failures/{id}/skip")
    SkippedDocument skip(HttpServletRequest request, @PathVariable("id") String id, @RequestBody SkipDocument body)
            throws InterruptedException {
        String transaction = FailureId.parse(id).transaction();
        String reason = ApiController.reason(body.reason());
        if (reason.isEmpty()) {
            throw new IllegalArgumentException(
                    "A reason is required; it is stored with the transaction on the target.");
        }
        Optional<Outcome> skipped =
                daemon.pipeline().skip(transaction, reason, Boolean.TRUE.equals(body.definitions()));
        if (skipped.isEmpty() && !daemon.cutover().skip(transaction, reason)) {
            throw notWaiting(transaction);
        }
        Outcome outcome = skipped.orElse(new Outcome(transaction, List.of(), List.of(), List.of()));
        Audit.done(request, "Transaction " + transaction + " is skipped", reason);
        return new SkippedDocument(
                transaction, names(outcome.changed()), names(outcome.added()), names(outcome.removed()));
    }

    private ConflictException notWaiting(String transaction) {
        Waiting waiting = daemon.waiting(daemon.pipeline().status());
        return new ConflictException(
                waiting == null
                        ? "Replication does not wait at a transaction: only a transaction that it waits at (on-failure: wait) can be retried or"
                                + " skipped. A quarantined table also lacks later changes, which are not stored; copy it again."
                        : "Replication waits at " + waiting.transaction() + ", not at " + transaction
                                + "; or another decision about it is being executed.");
    }

    private static List<String> names(List<TableId> tables) {
        return tables.stream().map(TableId::toString).toList();
    }
}
