package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The alternatives of an expression are written so that the target has MySQL's result for each. */
class AlternativesTest {

    private static final String SIGNED = "CAST((\"u\") AS bigint)";

    @Test
    void hasSignedNumbersNextToNegativeOnes() throws SQLException {
        assertThat(of("IF(p = 1, u, p)")).contains("IF(\"v_p\" = 1, " + SIGNED + ", \"v_p\")");
        assertThat(of("CASE WHEN p = 1 THEN u ELSE -1 END")).contains("THEN " + SIGNED + " ELSE -1");
        assertThat(of("COALESCE(MAX(u), -1)")).contains("CAST((MAX(\"u\")) AS bigint)");
        assertThat(of("IFNULL(b, p)")).contains("ifnull(CAST((\"b\") AS decimal(20,0)), \"v_p\")");
        assertThat(of("IF(p = 1, u, 0)")).doesNotContain("bigint)");
        assertThat(of("IFNULL(u, b)")).doesNotContain("bigint)", "decimal(20,0))");
    }

    @Test
    void comparesSignedNumbers() throws SQLException {
        assertThat(of("GREATEST(u, 7)")).contains("greatest(" + SIGNED + ", 7)");
        assertThat(of("LEAST(u, u)")).contains("least(" + SIGNED + ", " + SIGNED + ")");
        assertThat(of("GREATEST(p, 7)")).doesNotContain("bigint)");
    }

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
