package io.gaussferry.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class RowValueMarksTest {

    @Test
    void hidesOnlyMarkedValues() {
        String message =
                "row with id = " + RowValueMarks.marked("7") + " of table a.b, name = " + RowValueMarks.marked("Ada");
        assertThat(message).isEqualTo("row with id = ‹7› of table a.b, name = ‹Ada›");
        assertThat(RowValueMarks.hidden(message)).isEqualTo("row with id = ‹…› of table a.b, name = ‹…›");
        assertThat(RowValueMarks.hidden("nothing marked")).isEqualTo("nothing marked");
    }

    @Test
    void hidesWholeValueThatContainsMarks() {
        assertThat(RowValueMarks.hidden("is " + RowValueMarks.marked("a› secret ‹b") + "."))
                .isEqualTo("is ‹…›.");
    }

    @Test
    void hidesTruncatedValue() {
        assertThat(RowValueMarks.hidden("is ‹secr")).isEqualTo("is ‹…›");
    }

    @Test
    void hidesWholeServerMessage() {
        SQLException failure = new SQLException("ERROR: invalid input syntax for type integer: \"secret\"", "22P02");
        assertThat(RowValueMarks.hidden("Could not: " + RowValueMarks.message(failure) + " (SQLSTATE 22P02)"))
                .isEqualTo("Could not: ‹…› (SQLSTATE 22P02)");
        assertThat(RowValueMarks.hidden(RowValueMarks.firstLine(failure))).isEqualTo("‹…›");
        // MySQL quotes values where PostgreSQL and openGauss name constraints
        assertThat(RowValueMarks.hidden(RowValueMarks.message(
                        new SQLException("Duplicate entry 'secret' for key 't.PRIMARY'", "23000", 1062))))
                .isEqualTo("‹…›");
    }

    @Test
    void showsConstraintAndHidesRow() {
        SQLException failure = new SQLException(
                "ERROR: new row for relation \"item\" violates check constraint \"small\"\n  Detail: Failing row contains (secret).",
                "23514");
        assertThat(RowValueMarks.hidden(RowValueMarks.message(failure)))
                .isEqualTo("ERROR: new row for relation \"item\" violates check constraint \"small\"\n  ‹…›");
    }

    @Test
    void showsUnreachableServer() {
        assertThat(RowValueMarks.message(new SQLException("Connection to db:5432 refused.", "08001")))
                .isEqualTo("Connection to db:5432 refused.");
    }

    @Test
    void marksServerMessageOfFailedAttempt() {
        SQLException failure = new SQLException("ERROR: x\n  Detail: Key (id)=(secret) already exists.", "23505");
        assertThat(RowValueMarks.hidden(
                        Attempt.failure("insert", "look", failure).problem()))
                .isEqualTo("Could not insert: ERROR: x\n  ‹…› (SQLSTATE 23505)");
    }

    @Test
    void hidesInputQuotedByPlatform() {
        GaussferryException defect =
                GaussferryException.ofDefect(new NumberFormatException("For input string: \"secret\""));
        assertThat(RowValueMarks.hidden(defect.problem()))
                .isEqualTo("A defect in Gaussferry: java.lang.NumberFormatException: ‹…›");
        assertThat(RowValueMarks.defect(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }
}
