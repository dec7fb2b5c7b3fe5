package io.gaussferry.app.http;

import io.gaussferry.app.http.Problems.NotNowException;
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

/** The API: {@code docs/openapi.yml} describes it. {@link AccessFilter} has seen to it that the caller may. */
@RestController
class ApiController {

    private static final long HIGHEST_LIMIT = 100_000_000;

    /** Each is a few hundred bytes of an answer. */
    private static final int MOST_TABLES = 10_000;

    /** Percent of the time: somebody waits for the result, but replay is not to fall behind for it. */
    private static final int SHARE_ON_REQUEST = 50;

    private static final int HIGHEST_SHARE = 100;

    private final Replay replay;
    private final Sampler sampler;
    private final Duration laggingAfter;

    ApiController(Replay replay, Sampler sampler, Duration laggingAfter) {
        this.replay = replay;
        this.sampler = sampler;
        this.laggingAfter = laggingAfter;
    }

    /** What an operator wants, and why. */
    record ReasonDocument(@Nullable String reason) {}

    /** A speed limit, and why. */
    record ThrottleDocument(
            @Nullable Long rowsPerSecond, @Nullable String reason) {}

    /** How busy a verification is to be, in percent, and why it is wanted. */
    record VerifyDocument(@Nullable Integer share, @Nullable String reason) {}

    @GetMapping("/api/status")
    StatusDocument status() {
        PipelineStatus status = replay.pipeline().status();
        return StatusDocument.of(replay, sampler.last(), replay.state(status, laggingAfter), status);
    }

    @GetMapping("/api/in-flight")
    List<StatusDocument.Lane> inFlight() {
        return status().lanes();
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
        List<TableDocument> tables = TableDocument.of(replay);
        return ResponseEntity.ok()
                .header("X-Total-Count", String.valueOf(tables.size()))
                .body(tables.subList(0, Math.min(limit, tables.size())));
    }

    @PostMapping("/api/pause")
    StatusDocument pause(HttpServletRequest request, @RequestBody(required = false) @Nullable ReasonDocument body) {
        replay.pipeline().throttler().pause();
        Audit.done(request, "Replay is paused", reason(body == null ? null : body.reason()));
        return status();
    }

    @PostMapping("/api/resume")
    StatusDocument resume(HttpServletRequest request, @RequestBody(required = false) @Nullable ReasonDocument body) {
        replay.pipeline().throttler().resume();
        Audit.done(request, "Replay is resumed", reason(body == null ? null : body.reason()));
        return status();
    }

    @PostMapping("/api/verify")
    StatusDocument verify(HttpServletRequest request, @RequestBody(required = false) @Nullable VerifyDocument body) {
        Integer given = body == null ? null : body.share();
        int share = given == null ? SHARE_ON_REQUEST : given;
        if (share < 1 || share > HIGHEST_SHARE) {
            throw new IllegalArgumentException("share must be 1 to " + HIGHEST_SHARE + " percent.");
        }
        switch (replay.verification().request(share)) {
            case BEGINS -> {}
            case AT_WORK -> throw new NotNowException("A verification that was asked for is at work already.");
            case TOO_EARLY ->
                throw new NotNowException(
                        replay.cutover().isSwitched()
                                ? "The target was switched to, and no way back is at work by which the source would follow it."
                                : "The target cannot be compared before the initial copy has caught up.");
        }
        Audit.done(
                request,
                "A verification at " + share + " % of the time begins",
                reason(body == null ? null : body.reason()));
        return status();
    }

    @PostMapping("/api/throttle")
    StatusDocument throttle(HttpServletRequest request, @RequestBody ThrottleDocument body) {
        Long limit = body.rowsPerSecond();
        if (limit == null || limit < 0 || limit > HIGHEST_LIMIT) {
            throw new IllegalArgumentException("rowsPerSecond must be 0, for no limit, to " + HIGHEST_LIMIT + ".");
        }
        replay.pipeline().throttler().throttle(limit);
        String action = limit == ReplayThrottler.UNLIMITED
                ? "Replay is not throttled any more"
                : "Replay is throttled to " + limit + " rows a second";
        Audit.done(request, action, reason(body.reason()));
        return status();
    }

    /** Returns a reason as it is kept; empty for none. */
    static String reason(@Nullable String given) {
        return given == null ? "" : given.strip();
    }
}
