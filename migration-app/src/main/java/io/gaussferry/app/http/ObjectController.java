package io.gaussferry.app.http;

import io.gaussferry.control.ObjectOperations;
import io.gaussferry.control.ObjectOperations.AppliedDocument;
import io.gaussferry.control.ObjectOperations.ApplyDocument;
import io.gaussferry.control.ObjectsDocument;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The part of the API about views, routines, triggers and events. */
@RestController
class ObjectController {

    private final ObjectOperations operations;

    ObjectController(ObjectOperations operations) {
        this.operations = operations;
    }

    @GetMapping("/api/objects")
    ObjectsDocument list() throws SQLException {
        return operations.list();
    }

    @PostMapping("/api/objects/apply")
    AppliedDocument apply(HttpServletRequest request, @RequestBody(required = false) @Nullable ApplyDocument body)
            throws InterruptedException {
        return operations.apply(Callers.of(request), body);
    }
}
