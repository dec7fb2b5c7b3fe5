package io.gaussferry.objects.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LaterConstraintsTest {

    @Test
    void recognizesLocksOfOtherSessions() {
        assertThat(ExecutionFailures.isBlocked(
                        new SQLException("Lock wait timeout exceeded; try restarting transaction", "40001", 1205)))
                .isTrue();
        assertThat(ExecutionFailures.isBlocked(new SQLException("Duplicate entry", "23000", 1062)))
                .isFalse();
        assertThat(ExecutionFailures.isBlocked(null)).isFalse();
    }

    @Test
    void findsNameOfViolatedConstraint() {
        assertThat(LaterConstraints.violated(
                        new SQLException("Check constraint 'chk_total' is violated.", "HY000", 3819)))
                .contains("chk_total");
        assertThat(LaterConstraints.violated(new SQLException(
                        "Cannot add or update a child row: a foreign key constraint fails (`a`.`b`, CONSTRAINT `fk b` FOREIGN KEY (`c`)"
                                + " REFERENCES `d` (`e`))",
                        "23000",
                        1452)))
                .contains("fk b");
        assertThat(LaterConstraints.violated(new SQLException("CONSTRAINT `x` failed for `a`.`b`", "23000", 4025)))
                .contains("x");
    }

    @Test
    void findsNoneInOtherFailures() {
        assertThat(LaterConstraints.violated(null)).isEmpty();
        assertThat(LaterConstraints.violated(new SQLException("Duplicate entry for CONSTRAINT `x`", "23000", 1062)))
                .isEmpty();
        assertThat(LaterConstraints.violated(new SQLException("violated", "HY000", 3819)))
                .isEmpty();
    }
}
