package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Comparisons of variables and literals follow MySQL's stored collations; those with columns follow the column. */
class TextComparisonsTest {

    private static final String IGNORES_CASE = " COLLATE \"utf8mb4_general_ci\")";

    @Test
    void comparesVariablesWithoutCase() throws SQLException {
        assertThat(TranslatedBody.of("IF t = 'admin' THEN SET p = 1; END IF;"))
                .contains("IF (concat(\"v_t\", '.')" + IGNORES_CASE + " = (concat('admin', '.')" + IGNORES_CASE
                        + " THEN");
        assertThat(TranslatedBody.of("IF t LIKE 'a%' THEN SET p = 1; END IF;"))
                .contains("IF ((\"v_t\")" + IGNORES_CASE + " LIKE (('a%')" + IGNORES_CASE);
        assertThat(TranslatedBody.of("IF t IN ('a', 'b') THEN SET p = 1; END IF;"))
                .contains("(concat('b', '.')" + IGNORES_CASE);
        assertThat(TranslatedBody.of("CASE t WHEN 'a' THEN SET p = 1; END CASE;"))
                .contains("CASE (concat(\"v_t\", '.')" + IGNORES_CASE, "WHEN (concat('a', '.')" + IGNORES_CASE);
        assertThat(TranslatedBody.of("SET p = CASE UPPER(t) WHEN 'A' THEN 1 ELSE 0 END;"))
                .contains("(concat(upper(\"v_t\"), '.')" + IGNORES_CASE);
    }

    @Test
    void followsTheDeclaredCollation() throws SQLException {
        assertThat(
                        TranslatedBody.of(
                                "BEGIN DECLARE c VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin; IF c = 'a' THEN SET p = 1; END IF; END;"))
                .contains("IF \"c\" = 'a' THEN");
        assertThat(
                        TranslatedBody.of(
                                "BEGIN DECLARE c VARCHAR(9) COLLATE utf8mb4_general_ci; IF c = 'a' THEN SET p = 1; END IF; END;"))
                .contains("IF ((\"c\")" + IGNORES_CASE + " = (('a')" + IGNORES_CASE + " THEN");
    }

    @Test
    void leavesColumnsAndNumbersAsTheyAre() throws SQLException {
        assertThat(TranslatedBody.of("UPDATE item SET price = 1 WHERE name = t;"))
                .contains("WHERE \"name\" = \"v_t\"");
        assertThat(TranslatedBody.of("IF p = 1 THEN SET p = 2; END IF;")).contains("IF \"v_p\" = 1 THEN");
    }
}
