package io.gaussferry.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class RowValuesTest {

    @Test
    void values_are_hidden_and_all_else_is_shown() {
        String text = "row with id = " + RowValues.marked("7") + " of table a.b, name = " + RowValues.marked("Ada");
        assertThat(text).isEqualTo("row with id = ‹7› of table a.b, name = ‹Ada›");
        assertThat(RowValues.hidden(text)).isEqualTo("row with id = ‹…› of table a.b, name = ‹…›");
        assertThat(RowValues.hidden("nothing marked")).isEqualTo("nothing marked");
    }

    @Test
    void a_value_with_marks_of_its_own_is_hidden_whole() {
        assertThat(RowValues.hidden("is " + RowValues.marked("a› secret ‹b") + "."))
                .isEqualTo("is ‹…›.");
    }

    @Test
    void a_text_that_was_cut_off_in_a_value_shows_nothing_of_it() {
        assertThat(RowValues.hidden("is ‹secr")).isEqualTo("is ‹…›");
    }

    @Test
    void all_that_a_server_says_is_a_value() {
        SQLException failure = new SQLException("ERROR: invalid input syntax for type integer: \"secret\"", "22P02");
        assertThat(RowValues.hidden("Could not: " + RowValues.message(failure) + " (SQLSTATE 22P02)"))
                .isEqualTo("Could not: ‹…› (SQLSTATE 22P02)");
        assertThat(RowValues.hidden(RowValues.firstLine(failure))).isEqualTo("‹…›");
        // MySQL quotes values where the others name constraints
        assertThat(RowValues.hidden(RowValues.message(
                        new SQLException("Duplicate entry 'secret' for key 't.PRIMARY'", "23000", 1062))))
                .isEqualTo("‹…›");
    }

    @Test
    void a_constraint_is_named_and_the_row_is_not() {
        SQLException failure = new SQLException(
                "ERROR: new row for relation \"item\" violates check constraint \"small\"\n  Detail: Failing row contains (secret).",
                "23514");
        assertThat(RowValues.hidden(RowValues.message(failure)))
                .isEqualTo("ERROR: new row for relation \"item\" violates check constraint \"small\"\n  ‹…›");
    }

    @Test
    void a_server_that_cannot_be_reached_is_named() {
        assertThat(RowValues.message(new SQLException("Connection to db:5432 refused.", "08001")))
                .isEqualTo("Connection to db:5432 refused.");
    }

    @Test
    void a_failed_attempt_marks_it() {
        SQLException failure = new SQLException("ERROR: x\n  Detail: Key (id)=(secret) already exists.", "23505");
        assertThat(RowValues.hidden(Attempt.failure("insert", "look", failure).problem()))
                .isEqualTo("Could not insert: ERROR: x\n  ‹…› (SQLSTATE 23505)");
    }

    @Test
    void a_defect_hides_what_the_platform_quotes() {
        GaussferryException defect =
                GaussferryException.ofDefect(new NumberFormatException("For input string: \"secret\""));
        assertThat(RowValues.hidden(defect.problem()))
                .isEqualTo("A defect in Gaussferry: java.lang.NumberFormatException: ‹…›");
        assertThat(RowValues.defect(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }
}
