package io.gaussferry.app.http;

import io.gaussferry.control.DefinitionDocument;
import io.gaussferry.control.DefinitionOperations;
import io.gaussferry.control.DefinitionOperations.DecidedDocument;
import io.gaussferry.control.DefinitionOperations.DecisionDocument;
import io.gaussferry.control.DefinitionOperations.ReplacementDocument;
import io.gaussferry.pipeline.definition.DefinitionDecision.Action;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.SQLException;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The part of the API about DDL statements. {@link AccessFilter} has authorized the caller. */
@RestController
class DefinitionController {

    private final DefinitionOperations operations;

    DefinitionController(DefinitionOperations operations) {
        this.operations = operations;
    }

    @GetMapping("/api/definitions")
    List<DefinitionDocument> list(@RequestParam(name = "limit", defaultValue = "50") int limit) throws SQLException {
        return operations.list(limit);
    }

    @PostMapping("/api/definitions/{id}/apply")
    DecidedDocument apply(
            HttpServletRequest request, @PathVariable("id") String id, @RequestBody DecisionDocument body) {
        return operations.decide(Callers.of(request), id, Action.APPLY, body);
    }

    @PostMapping("/api/definitions/{id}/replace")
    DecidedDocument replace(
            HttpServletRequest request, @PathVariable("id") String id, @RequestBody ReplacementDocument body) {
        return operations.replace(Callers.of(request), id, body);
    }

    @PostMapping("/api/definitions/{id}/skip")
    DecidedDocument skip(
            HttpServletRequest request, @PathVariable("id") String id, @RequestBody DecisionDocument body) {
        return operations.decide(Callers.of(request), id, Action.SKIP, body);
    }
}
