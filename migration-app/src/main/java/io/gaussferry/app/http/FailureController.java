package io.gaussferry.app.http;

import io.gaussferry.control.FailureDocument;
import io.gaussferry.control.FailureOperations;
import io.gaussferry.control.FailureOperations.RetriedDocument;
import io.gaussferry.control.FailureOperations.SkipDocument;
import io.gaussferry.control.FailureOperations.SkippedDocument;
import io.gaussferry.control.ReplicationOperations.ReasonDocument;
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

/** The part of the API about changes that failed on the target. {@link AccessFilter} has authorized the caller. */
@RestController
class FailureController {

    private final FailureOperations operations;

    FailureController(FailureOperations operations) {
        this.operations = operations;
    }

    @GetMapping("/api/failures")
    List<FailureDocument> list(@RequestParam(name = "values", defaultValue = "false") boolean values)
            throws SQLException {
        return operations.list(values);
    }

    @GetMapping("/api/failures/{id}")
    ResponseEntity<FailureDocument> find(@PathVariable("id") String id) throws SQLException {
        return ResponseEntity.of(operations.find(id));
    }

    @PostMapping("/api/failures/{id}/retry")
    RetriedDocument retry(
            HttpServletRequest request,
            @PathVariable("id") String id,
            @RequestBody(required = false) @Nullable ReasonDocument body)
            throws InterruptedException {
        return operations.retry(Callers.of(request), id, body);
    }

    @PostMapping("/api/failures/{id}/skip")
    SkippedDocument skip(HttpServletRequest request, @PathVariable("id") String id, @RequestBody SkipDocument body)
            throws InterruptedException {
        return operations.skip(Callers.of(request), id, body);
    }
}
