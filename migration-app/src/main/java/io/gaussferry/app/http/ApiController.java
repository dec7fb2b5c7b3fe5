package io.gaussferry.app.http;

import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Failure;
import io.gaussferry.metrics.ChangeCounts.TableRows;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.PipelineStatus;
import io.gaussferry.schedule.Gate;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The API: {@code docs/openapi.yml} describes it. {@link AccessFilter} has seen to it that the caller may. */
@RestController
class ApiController {

    private static final long HIGHEST_LIMIT = 100_000_000;

    private final Replay replay;
    private final Sampler sampler;
    private final Failures failures;
    private final Duration laggingAfter;

    ApiController(Replay replay, Sampler sampler, Failures failures, Duration laggingAfter) {
        this.replay = replay;
        this.sampler = sampler;
        this.failures = failures;
        this.laggingAfter = laggingAfter;
    }

    /** One table's committed row changes. */
    record TableDocument(String table, long inserted, long updated, long deleted, boolean setAside) {}

    /** What an operator wants, and why. */
    record ReasonDocument(@Nullable String reason) {}

    /** A speed limit, and why. */
    record ThrottleDocument(
            @Nullable Long rowsPerSecond, @Nullable String reason) {}

    /** What is wrong with a request, or with its answer. */
    record ProblemDocument(String problem) {}

    @GetMapping("/api/status")
    StatusDocument status() {
        PipelineStatus status = replay.pipeline().status();
        return StatusDocument.of(
                replay, sampler.last(), ReplayState.of(status, replay.verified().differences(), laggingAfter), status);
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
    List<TableDocument> tables() {
        Set<TableId> setAside = new TreeSet<>(replay.pipeline().status().setAside());
        List<TableDocument> tables = new ArrayList<>();
        for (TableRows rows : replay.statistics().details().tables()) {
            tables.add(new TableDocument(
                    rows.table().toString(),
                    rows.inserted(),
                    rows.updated(),
                    rows.deleted(),
                    setAside.remove(rows.table())));
        }
        setAside.forEach(table -> tables.add(new TableDocument(table.toString(), 0, 0, 0, true)));
        return tables;
    }

    @GetMapping("/api/failures")
    List<Failure> failures() throws SQLException {
        return failures.list();
    }

    @GetMapping("/api/failure")
    ResponseEntity<FailedChange> failure(@RequestParam("gtid") String gtid, @RequestParam("change") int change)
            throws SQLException {
        return ResponseEntity.of(failures.find(gtid, change));
    }

    @PostMapping("/api/pause")
    StatusDocument pause(HttpServletRequest request, @RequestBody(required = false) @Nullable ReasonDocument body) {
        replay.pipeline().gate().pause();
        Audit.done(request, "Replay is paused", reason(body == null ? null : body.reason()));
        return status();
    }

    @PostMapping("/api/resume")
    StatusDocument resume(HttpServletRequest request, @RequestBody(required = false) @Nullable ReasonDocument body) {
        replay.pipeline().gate().resume();
        Audit.done(request, "Replay is resumed", reason(body == null ? null : body.reason()));
        return status();
    }

    @PostMapping("/api/throttle")
    StatusDocument throttle(HttpServletRequest request, @RequestBody ThrottleDocument body) {
        Long limit = body.rowsPerSecond();
        if (limit == null || limit < 0 || limit > HIGHEST_LIMIT) {
            throw new IllegalArgumentException("rowsPerSecond must be 0, for no limit, to " + HIGHEST_LIMIT + ".");
        }
        replay.pipeline().gate().throttle(limit);
        String action = limit == Gate.UNLIMITED
                ? "Replay is not throttled any more"
                : "Replay is throttled to " + limit + " rows a second";
        Audit.done(request, action, reason(body.reason()));
        return status();
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> refuse(IllegalArgumentException e) {
        return ResponseEntity.badRequest().body(new ProblemDocument(String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> targetFails(SQLException e) {
        return ResponseEntity.status(HttpStatus.BAD_GATEWAY)
                .body(new ProblemDocument("The target cannot be asked: SQLSTATE " + e.getSQLState()));
    }

    private static String reason(@Nullable String given) {
        return given == null ? "" : given.strip();
    }
}
