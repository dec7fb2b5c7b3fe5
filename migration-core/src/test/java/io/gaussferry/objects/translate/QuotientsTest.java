package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Quotients that are used further have the decimals of MySQL. */
class QuotientsTest {

    @Test
    void truncatesQuotientsThatAreUsedFurther() throws SQLException {
        assertThat(TranslatedBody.of("SET p = FLOOR(p / 3 * 3);"))
                .contains("floor(trunc(CAST((\"v_p\") AS decimal(65,30)) / 3, 9) * 3)");
        assertThat(TranslatedBody.of("UPDATE Item SET weight = price / 3;"))
                .contains("= trunc(CAST((\"price\") AS decimal(65,30)) / 3, 9)");
        assertThat(TranslatedBody.of("BEGIN DECLARE x DECIMAL(20,9); SET x = p / 3; END;"))
                .contains("\"x\" := trunc(");
        assertThat(TranslatedBody.of("IF p / 1.000001 > 2 THEN SET p = 1; END IF;"))
                .contains("trunc(CAST((\"v_p\") AS decimal(65,30)) / 1.000001, 18) > 2");
        assertThat(TranslatedBody.of("SET p = ROUND(p / 7 / 3 * 100, 1);"))
                .contains(
                        "trunc(CAST((trunc(CAST((\"v_p\") AS decimal(65,30)) / 7, 9)) AS decimal(65,30)) / 3, 18) * 100");
    }

    @Test
    void leavesOthersAsTheyAre() throws SQLException {
        for (String statement : new String[] {
            "SET p = p / 3;",
            "SET p = ROUND(p / 3, 2);",
            "SET p = FLOOR(p / 100 * 3);",
            "SET p = FLOOR(p * 3 / 3e0);",
            "UPDATE Item SET weight = weight / 3;",
            "UPDATE Item SET price = price / 3;",
            "SELECT price / 3 FROM Item ORDER BY price / 3;"
        }) {
            assertThat(TranslatedBody.of(statement)).as(statement).doesNotContain("trunc(");
        }
    }
}
