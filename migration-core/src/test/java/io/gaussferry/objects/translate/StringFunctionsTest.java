package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Functions that compare strings follow MySQL's collations. */
class StringFunctionsTest {

    private static final String T = "(concat(\"v_t\", '.') COLLATE \"utf8mb4_general_ci\")";

    @Test
    void equatesWithoutCase() throws SQLException {
        assertThat(TranslatedBody.of("SET t = NULLIF(t, 'none');"))
                .contains("CASE WHEN " + T + " = (concat('none', '.') COLLATE \"utf8mb4_general_ci\") THEN NULL ELSE"
                        + " \"v_t\" END");
        assertThat(TranslatedBody.of("SET p = FIELD(t, 'a');")).contains("field(" + T);
    }

    @Test
    void searchesInLowerCase() throws SQLException {
        assertThat(TranslatedBody.of("SET p = INSTR(t, 'B');")).contains("instr(lower(\"v_t\"), lower('B'))");
        assertThat(TranslatedBody.of("SET p = LOCATE('B', t, 2);")).contains("locate(lower('B'), lower(\"v_t\"), 2)");
        assertThat(TranslatedBody.of("SET p = POSITION('B' IN t);")).contains("position(lower('B') IN lower(\"v_t\"))");
        assertThat(TranslatedBody.of("SET p = STRCMP(t, 'B');")).contains("strcmp(lower(\"v_t\"), lower('B'))");
    }

    @Test
    void matchesRegularExpressionsWithoutCase() throws SQLException {
        assertThat(TranslatedBody.of("IF t REGEXP '^A' THEN SET p = 1; END IF;"))
                .contains("\"v_t\" REGEXP concat('(?i)', '^A')");
        assertThat(TranslatedBody.of("SET t = REGEXP_REPLACE(t, 'A', 'b');"))
                .contains("regexp_replace(\"v_t\", concat('(?i)', 'A'), 'b')");
    }

    @Test
    void leavesStringsWithCaseAsTheyAre() throws SQLException {
        assertThat(
                        TranslatedBody.of(
                                "BEGIN DECLARE c VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin; SET p = INSTR(c, 'B'); END;"))
                .contains("instr(\"c\",");
    }
}
