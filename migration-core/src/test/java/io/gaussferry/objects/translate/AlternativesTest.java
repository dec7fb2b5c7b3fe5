package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Values of which an expression has one are written so that the target has MySQL's result for each. */
class AlternativesTest {

    @Test
    void printsNumbersNextToStrings() throws SQLException {
        String printed = "'9.99999999999999EEEE'";
        assertThat(of("IFNULL(f, 'none')")).contains(printed).doesNotContain("CAST((ifnull");
        assertThat(of("CASE WHEN p = 1 THEN f ELSE 'none' END")).contains(printed);
        assertThat(of("IF(p = 1, f, p)")).contains("CAST((IF(");
    }

    private static String of(String expression) throws SQLException {
        return TranslatedBody.of("BEGIN DECLARE u INT UNSIGNED; DECLARE b BIGINT UNSIGNED; DECLARE f DOUBLE; SET t = "
                + expression + "; END;");
    }
}
