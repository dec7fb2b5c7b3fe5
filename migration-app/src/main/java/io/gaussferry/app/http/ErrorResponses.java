package io.gaussferry.app.http;

import io.gaussferry.control.ConflictException;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Maps exceptions to HTTP error responses. */
@RestControllerAdvice
class ErrorResponses {

    /**
     * The problem with a request.
     *
     * @param code the stable code of a failure; null if the request itself is invalid
     */
    record ProblemDocument(String problem, @Nullable ErrorCode code) {}

    @ExceptionHandler
    ResponseEntity<ProblemDocument> badRequest(IllegalArgumentException e) {
        return answer(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()), null);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> conflict(ConflictException e) {
        return answer(HttpStatus.CONFLICT, String.valueOf(e.getMessage()), null);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> failed(GaussferryException e) {
        return answer(
                e.category() == ErrorCategory.RETRY ? HttpStatus.BAD_GATEWAY : HttpStatus.CONFLICT,
                String.valueOf(e.getMessage()),
                e.code());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> targetFailed(SQLException e) {
        return answer(
                HttpStatus.BAD_GATEWAY,
                "Cannot query the target: SQLSTATE " + e.getSQLState(),
                ErrorCode.SERVER_FAILED);
    }

    private static ResponseEntity<ProblemDocument> answer(HttpStatus status, String problem, @Nullable ErrorCode code) {
        return ResponseEntity.status(status).body(new ProblemDocument(problem, code));
    }
}
