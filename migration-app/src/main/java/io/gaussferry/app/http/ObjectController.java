package io.gaussferry.app.http;

import io.gaussferry.control.ObjectOperations;
import io.gaussferry.control.ObjectsDocument;
import java.sql.SQLException;
import org.springframework.web.bind.annotation.GetMapping;
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
}
