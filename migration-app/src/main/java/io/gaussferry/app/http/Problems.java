package io.gaussferry.app.http;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.sql.SQLException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** The answers to requests that cannot be met. */
@RestControllerAdvice
class Problems {

    /** What is wrong with a request, or with its answer. */
    record ProblemDocument(String problem) {}

    /** What was asked for is right, but not at this moment. */
    static final class NotNowException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotNowException(String problem) {
            super(problem);
        }
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> refuse(IllegalArgumentException e) {
        return answer(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> notNow(NotNowException e) {
        return answer(HttpStatus.CONFLICT, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> notDone(GaussferryException e) {
        return answer(
                e.category() == ErrorCategory.RETRY ? HttpStatus.BAD_GATEWAY : HttpStatus.CONFLICT,
                String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDocument> targetFails(SQLException e) {
        return answer(HttpStatus.BAD_GATEWAY, "The target cannot be asked: SQLSTATE " + e.getSQLState());
    }

    private static ResponseEntity<ProblemDocument> answer(HttpStatus status, String problem) {
        return ResponseEntity.status(status).body(new ProblemDocument(problem));
    }
}
