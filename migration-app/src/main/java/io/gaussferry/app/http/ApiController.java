package io.gaussferry.app.http;

import io.gaussferry.app.http.ErrorResponses.ConflictException;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.schedule.observe.ReplayThrottler;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The API, described in {@code docs/reference/openapi.yml}. {@link AccessFilter} has authorized the caller. */
@RestController
class ApiController {

    private static final long HIGHEST_LIMIT = 100_000_000;

    /** Limits the response: each table takes a few hundred bytes. */
    private static final int MOST_TABLES = 10_000;

    /** Percentage of the time: an operator waits for the result, but replication must not fall behind. */
    private static final int DEFAULT_SHARE = 50;

    private static final int HIGHEST_SHARE = 100;

    private final DaemonView daemon;
    private final Sampler sampler;
    private final Duration laggingAfter;

    ApiController(DaemonView daemon, Sampler sampler, Duration laggingAfter) {
        this.daemon = daemon;
        this.sampler = sampler;
        this.laggingAfter = laggingAfter;
    }

    /** The reason of a request. */
    record ReasonDocument(@Nullable String reason) {}

    /** A speed limit and its reason. */
    record ThrottleDocument(
            @Nullable Long rowsPerSecond, @Nullable String reason) {}

    /** The percentage of the time that a verification may use, and its reason. */
    record VerifyDocument(@Nullable Integer share, @Nullable String reason) {}

    @GetMapping("/api/status")
    StatusDocument status() {
        PipelineStatus status = daemon.pipeline().status();
        return StatusDocument.of(daemon, sampler.last(), daemon.state(status, laggingAfter), status);
    }

    @GetMapping("/api/in-flight")
    List<StatusDocument.ApplierDocument> inFlight() {
        return status().appliers();
    }

    @GetMapping("/api/history")
    List<Sampler.Sample> history() {
        return sampler.history();
    }

    @GetMapping("/api/tables")
    ResponseEntity<List<TableDocument>> tables(@RequestParam(name = "limit", defaultValue = "1000") int limit) {
        if (limit < 1 || limit > MOST_TABLES) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST_TABLES + ".");
        }
        List<TableDocument> tables = TableDocument.of(daemon);
        return ResponseEntity.ok()
                .header("X-Total-Count", String.valueOf(tables.size()))
                .body(tables.subList(0, Math.min(limit, tables.size())));
    }

    @PostMapping("/api/pause")
    StatusDocument pause(HttpServletRequest request, @RequestBody(required = false) @Nullable ReasonDocument body) {
        daemon.pipeline().throttler().pause();
        Audit.done(request, "Replication paused", reason(body == null ? null : body.reason()));
        return status();
    }

    @PostMapping("/api/resume")
    StatusDocument resume(HttpServletRequest request, @RequestBody(required = false) @Nullable ReasonDocument body) {
        daemon.pipeline().throttler().resume();
        Audit.done(request, "Replication resumed", reason(body == null ? null : body.reason()));
        return status();
    }

    @PostMapping("/api/verify")
    StatusDocument verify(HttpServletRequest request, @RequestBody(required = false) @Nullable VerifyDocument body) {
        Integer given = body == null ? null : body.share();
        int share = given == null ? DEFAULT_SHARE : given;
        if (share < 1 || share > HIGHEST_SHARE) {
            throw new IllegalArgumentException("share must be 1 to " + HIGHEST_SHARE + " percent.");
        }
        switch (daemon.verification().request(share)) {
            case BEGINS -> {}
            case AT_WORK -> throw new ConflictException("A requested verification is already running.");
            case TOO_EARLY ->
                throw new ConflictException(
                        daemon.cutover().isSwitched()
                                ? "The target is the primary side, and reverse replication does not run: the source cannot be compared."
                                : "The target cannot be compared before the initial copy has caught up.");
        }
        Audit.done(
                request,
                "Verification requested at " + share + " % of the time",
                reason(body == null ? null : body.reason()));
        return status();
    }

    @PostMapping("/api/throttle")
    StatusDocument throttle(HttpServletRequest request, @RequestBody ThrottleDocument body) {
        Long limit = body.rowsPerSecond();
        if (limit == null || limit < 0 || limit > HIGHEST_LIMIT) {
            throw new IllegalArgumentException("rowsPerSecond must be 0, for no limit, to " + HIGHEST_LIMIT + ".");
        }
        daemon.pipeline().throttler().throttle(limit);
        String action =
                limit == ReplayThrottler.UNLIMITED ? "Speed limit removed" : "Speed limited to " + limit + " rows/s";
        Audit.done(request, action, reason(body.reason()));
        return status();
    }

    /** Returns the reason without surrounding spaces; empty for none. */
    static String reason(@Nullable String given) {
        return given == null ? "" : given.strip();
    }
}
