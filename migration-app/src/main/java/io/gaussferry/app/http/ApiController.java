package io.gaussferry.app.http;

import io.gaussferry.control.ReplicationOperations;
import io.gaussferry.control.ReplicationOperations.ReasonDocument;
import io.gaussferry.control.ReplicationOperations.Tables;
import io.gaussferry.control.ReplicationOperations.ThrottleDocument;
import io.gaussferry.control.ReplicationOperations.VerifyDocument;
import io.gaussferry.control.StatusDocument;
import io.gaussferry.control.TableDocument;
import io.gaussferry.status.Sampler;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
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

    private final ReplicationOperations operations;

    ApiController(ReplicationOperations operations) {
        this.operations = operations;
    }

    @GetMapping("/api/status")
    Map<String, @Nullable Object> status() {
        return operations.status();
    }

    @GetMapping("/api/in-flight")
    List<StatusDocument.ApplierDocument> inFlight() {
        return operations.appliers();
    }

    @GetMapping("/api/history")
    List<Sampler.Sample> history() {
        return operations.history();
    }

    @GetMapping("/api/tables")
    ResponseEntity<List<TableDocument>> tables(@RequestParam(name = "limit", defaultValue = "1000") int limit) {
        Tables tables = operations.tables(limit);
        return ResponseEntity.ok()
                .header("X-Total-Count", String.valueOf(tables.total()))
                .body(tables.listed());
    }

    @PostMapping("/api/pause")
    Map<String, @Nullable Object> pause(
            HttpServletRequest request, @RequestBody(required = false) @Nullable ReasonDocument body) {
        return operations.pause(Callers.of(request), body);
    }

    @PostMapping("/api/resume")
    Map<String, @Nullable Object> resume(
            HttpServletRequest request, @RequestBody(required = false) @Nullable ReasonDocument body) {
        return operations.resume(Callers.of(request), body);
    }

    @PostMapping("/api/verify")
    Map<String, @Nullable Object> verify(
            HttpServletRequest request, @RequestBody(required = false) @Nullable VerifyDocument body) {
        return operations.verify(Callers.of(request), body);
    }

    @PostMapping("/api/throttle")
    Map<String, @Nullable Object> throttle(HttpServletRequest request, @RequestBody ThrottleDocument body) {
        return operations.throttle(Callers.of(request), body);
    }
}
