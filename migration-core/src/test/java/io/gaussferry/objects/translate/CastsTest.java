package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Floating-point numbers and negative times are converted as by MySQL. */
class CastsTest {

    private static final String WEIGHT = "CAST((\"weight\") AS double precision)";

    @Test
    void roundsHalvesToEvenNumbers() throws SQLException {
        assertThat(TranslatedBody.of("SELECT CAST(weight AS SIGNED) INTO p FROM Item LIMIT 1;"))
                .contains("CAST(round(" + WEIGHT + ") AS signed)");
        assertThat(TranslatedBody.of("SELECT CONVERT(weight / 2, UNSIGNED) INTO p FROM Item LIMIT 1;"))
                .contains("CAST(round(CAST((\"weight\" / 2) AS double precision)) AS unsigned)");
        assertThat(TranslatedBody.of("SET p = CAST(SQRT(p) AS SIGNED);")).contains("CAST(round(CAST((sqrt(");
        assertThat(TranslatedBody.of("SELECT CAST(price AS SIGNED) INTO p FROM Item LIMIT 1;"))
                .doesNotContain("round(");
        assertThat(TranslatedBody.of("SELECT FORMAT(weight, 1) INTO t FROM Item LIMIT 1;"))
                .contains("THEN format(round(" + WEIGHT + " * 10) / 10, 1) ELSE format(CAST(");
    }

    @Test
    void formatsRoundedNumbers() throws SQLException {
        assertThat(TranslatedBody.of("SELECT FORMAT(price, 1) INTO t FROM Item LIMIT 1;"))
                .contains("format(round(\"price\", 1), 1)");
        assertThat(TranslatedBody.of("SET t = FORMAT(p * 2, p);"))
                .contains("format(round(\"v_p\" * 2, \"v_p\"), \"v_p\")");
        assertThat(TranslatedBody.of("SET t = FORMAT(p, 2, 'de_DE');"))
                .contains("format(round(\"v_p\", 2), 2, 'de_DE')");
        assertThat(TranslatedBody.of("SET t = FORMAT(t, 2);")).doesNotContain("round(");
    }

    @Test
    void formatsMicroseconds() throws SQLException {
        assertThat(TranslatedBody.of("SELECT DATE_FORMAT(late, '%i~f%%f%f') INTO t FROM Item LIMIT 1;"))
                .contains(
                        "replace(date_format(\"late\", '%i~f%%f~~f'), '~~f', lpad(abs(microsecond(\"late\")), 6, '0'))");
        assertThat(TranslatedBody.of("SELECT DATE_FORMAT(late, '%H%%f') INTO t FROM Item LIMIT 1;"))
                .doesNotContain("microsecond");
    }

    @Test
    void roundsWhatIsStoredInIntegers() throws SQLException {
        String rounded = "round(" + WEIGHT + ")";
        assertThat(TranslatedBody.of("UPDATE Item SET id = weight;")).contains("= " + rounded);
        assertThat(TranslatedBody.of("INSERT INTO Item (id, price) SELECT weight, weight FROM Item;"))
                .contains("SELECT " + rounded + ", \"weight\" FROM");
        assertThat(TranslatedBody.of("SELECT weight INTO p FROM Item LIMIT 1;")).contains("SELECT " + rounded);
        assertThat(TranslatedBody.of("BEGIN DECLARE f DOUBLE; SET p = f; END;"))
                .contains("\"v_p\" := round(CAST((\"f\") AS double precision));");
        assertThat(TranslatedBody.of("INSERT INTO Numbered SELECT weight, name FROM Item;"))
                .contains("SELECT " + rounded);
        assertThat(TranslatedBody.of("UPDATE Item SET price = weight;")).doesNotContain("round(");
    }

    @Test
    void roundsWhatEachQueryOfUnionStores() throws SQLException {
        assertThat(TranslatedBody.of("INSERT INTO Item (id) SELECT 1 UNION ALL SELECT weight FROM Item UNION ALL"
                        + " SELECT id FROM Item WHERE id IN (SELECT weight FROM Item);"))
                .containsOnlyOnce("round(")
                .contains("SELECT round(" + WEIGHT + ") FROM");
    }

    /** MySQL compares the numbers before it rounds them: 2.4 and 2.6 are two groups. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(id) SELECT 1 UNION SELECT weight FROM Item",
                "(name) SELECT DISTINCT weight FROM Item",
                "(id, price) SELECT weight AS `w`, COUNT(*) FROM Item GROUP BY W",
                "(id, price) SELECT weight, COUNT(*) FROM Item GROUP BY 1",
                "(price, id) SELECT COUNT(*), weight FROM Item GROUP BY 2",
                "(id) SELECT weight FROM Item ORDER BY 1 DESC LIMIT 2",
                "(id) SELECT id AS w FROM Item UNION ALL SELECT weight FROM Item ORDER BY w LIMIT 2",
                "(id) SELECT weight FROM Item EXCEPT SELECT id FROM Item",
                "(id) SELECT weight w FROM Item HAVING w > 2.4",
                "(id) SELECT weight AS w FROM Item ORDER BY w LIMIT 2"
            })
    void refusesToRoundWhatIsCompared(String inserted) {
        assertThatThrownBy(() -> TranslatedBody.of("INSERT INTO Item " + inserted + ";"))
                .hasMessageContaining("floating-point numbers that DISTINCT, UNION, GROUP BY or ORDER BY compares");
    }

    @Test
    void roundsWhatIsStoredAfterGroups() throws SQLException {
        assertThat(TranslatedBody.of("INSERT INTO Item (name, id) SELECT name, weight AS w FROM Item GROUP BY 1;"))
                .contains("round(" + WEIGHT + ")");
        assertThat(TranslatedBody.of("INSERT INTO Item (id, price) SELECT weight, COUNT(*) FROM Item GROUP BY weight;"))
                .contains("SELECT round(" + WEIGHT + ")");
        assertThat(TranslatedBody.of("INSERT INTO Item (id) SELECT weight AS w FROM Item WHERE id IN"
                        + " (SELECT id AS w FROM Item GROUP BY w);"))
                .contains("SELECT round(" + WEIGHT + ")");
        assertThat(TranslatedBody.of("INSERT INTO Item (price) SELECT DISTINCT weight FROM Item;"))
                .doesNotContain("round(");
    }

    @Test
    void readsNumbersWithAnExponentAsFloatingPointNumbers() throws SQLException {
        assertThat(TranslatedBody.of("SET p = 2.5e0;")).contains("CAST(2.5e0 AS double precision)");
        assertThat(TranslatedBody.of("SET p = 2.5;")).doesNotContain("double");
    }

    @Test
    void printsTheDigitsOfMySql() throws SQLException {
        String printed = "(CASE WHEN " + WEIGHT + " = 0 OR abs(" + WEIGHT + ") >= 1e-15 AND abs(" + WEIGHT
                + ") < 1e15 THEN CAST(CASE WHEN";
        assertThat(TranslatedBody.of("SELECT CONCAT('w', weight) INTO t FROM Item LIMIT 1;"))
                .contains("concat('w', " + printed, "'\\.?0*e', 'e'), 'e\\+?(-?)0*', 'e\\1')");
        assertThat(TranslatedBody.of("SELECT CAST(weight AS CHAR) INTO t FROM Item LIMIT 1;"))
                .contains(printed);
        assertThat(TranslatedBody.of("SELECT CAST(weight * 2 AS CHAR) INTO t FROM Item LIMIT 1;"))
                .contains(" < 1e15 AND char_length(");
        assertThat(TranslatedBody.of("UPDATE Item SET name = weight;")).contains("= " + printed);
        assertThat(TranslatedBody.of("BEGIN DECLARE f DOUBLE; SET t = f; END;")).contains("\"v_t\" := (CASE WHEN");
        assertThat(TranslatedBody.of("SELECT CONCAT('w', price) INTO t FROM Item LIMIT 1;"))
                .doesNotContain("double");
    }

    /** With a string MySQL computes as with a floating-point number. */
    @Test
    void printsWhatIsComputedWithStrings() throws SQLException {
        assertThat(TranslatedBody.of("SET t = p + '1';")).contains("CAST((\"v_p\" + '1') AS double precision)");
        assertThat(TranslatedBody.of("SET p = p * t;"))
                .contains("round(CAST((\"v_p\" * \"v_t\") AS double precision))");
        assertThat(TranslatedBody.of("SELECT late + INTERVAL '1' HOUR INTO t FROM Item LIMIT 1;"))
                .doesNotContain("double");
    }

    @Test
    void printsArgumentsOfStringFunctions() throws SQLException {
        for (String function : new String[] {
            "LENGTH(weight)",
            "LEFT(weight, 2)",
            "SUBSTRING(weight, 2)",
            "TRIM(weight)",
            "REPLACE(weight, '.', ',')",
            "weight LIKE '1%'"
        }) {
            assertThat(TranslatedBody.of("SELECT " + function + " INTO t FROM Item LIMIT 1;"))
                    .as(function)
                    .contains("'9.99999999999999EEEE'");
        }
        assertThat(TranslatedBody.of("SELECT REPEAT('x', weight), LENGTH(price) FROM Item;"))
                .doesNotContain("EEEE");
    }

    @Test
    void printsSixDigitsOfSinglePrecision() throws SQLException {
        assertThat(TranslatedBody.of("BEGIN DECLARE f FLOAT; SET t = CONCAT(f, 'x'); END;"))
                .contains("'9.99999EEEE'", " <= 12 THEN ");
        assertThat(TranslatedBody.refusal("BEGIN DECLARE f FLOAT; SET t = CONCAT(f + 1, 'x'); END;"))
                .contains("a FLOAT within an expression that becomes a string");
    }

    @Test
    void keepsTheFractionOfARemainder() throws SQLException {
        String remainder = "(" + WEIGHT + " MOD CAST((1) AS double precision))";
        assertThat(TranslatedBody.of("SELECT weight % 1 INTO @n FROM Item LIMIT 1;"))
                .contains(remainder);
        assertThat(TranslatedBody.of("SELECT MOD(weight, 1) INTO @n FROM Item LIMIT 1;"))
                .contains(remainder);
        assertThat(TranslatedBody.of("SELECT price % 1 INTO p FROM Item LIMIT 1;"))
                .contains("\"price\" % 1");
    }

    @Test
    void hasPositivePartsOfNegativeTimes() throws SQLException {
        assertThat(TranslatedBody.of("SELECT HOUR(late) INTO p FROM Item LIMIT 1;"))
                .contains("abs(hour(\"late\"))");
        assertThat(TranslatedBody.of("SET p = MINUTE(TIMEDIFF(t, '10:00'));")).contains("abs(minute(timediff(");
        assertThat(TranslatedBody.of("SET p = HOUR(NOW());")).doesNotContain("abs(");
    }
}
