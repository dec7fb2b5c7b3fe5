package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Numbers that are printed have the digits of MySQL. */
class DigitsTest {

    @Test
    void roundsQuotientsAndAveragesThatAreConcatenated() throws SQLException {
        assertThat(TranslatedBody.of("SET t = CONCAT(p / 3, '%');")).contains("round(\"v_p\" / 3, 4)");
        assertThat(TranslatedBody.of("SELECT CONCAT(AVG(price), '/', COUNT(*)) INTO t FROM Item;"))
                .contains("round(avg(\"price\"), 6)");
        assertThat(TranslatedBody.of("SET p = p / 3;")).doesNotContain("round(\"v_p\" / 3");
    }

    @Test
    void roundsWhatAProcedureReturns() throws SQLException {
        assertThat(TranslatedBody.of("SELECT id / 2 FROM Item;")).contains("round(\"Id\" / 2, 4)");
        assertThat(TranslatedBody.of("SELECT (id / 2) * 3 FROM Item;")).contains("round((\"Id\" / 2) * 3, 4)");
        assertThat(TranslatedBody.of("SELECT MAX(price) / 2 FROM Item;")).contains("round(MAX(\"price\") / 2, 6)");
        assertThat(TranslatedBody.of("SELECT price + 1, price * id, MAX(price) FROM Item;"))
                .doesNotContain("round(");
        assertThat(TranslatedBody.of("SELECT id / weight FROM Item;")).doesNotContain("round(");
    }

    @Test
    void roundsChoices() throws SQLException {
        assertThat(TranslatedBody.of("SELECT COALESCE(AVG(price), 0) FROM Item;"))
                .contains("round(COALESCE(avg(\"price\"), 0), 6)");
        assertThat(TranslatedBody.of("SELECT IFNULL(SUM(price), 0) FROM Item;"))
                .contains("round(ifnull(SUM(\"price\"), 0), 2)");
        assertThat(TranslatedBody.of("SELECT IF(p = 0, NULL, id / p) FROM Item;"))
                .contains(", 4) ");
        assertThat(TranslatedBody.of("SELECT CASE WHEN p = 0 THEN 0 ELSE ROUND(AVG(price), 1) END FROM Item;"))
                .contains("END, 1)");
        assertThat(TranslatedBody.of("SELECT COALESCE(id, 0), COALESCE(price, 'none') FROM Item;"))
                .doesNotContain("round(");
    }

    @Test
    void refusesQuotientsThatAreStoredAsStrings() throws SQLException {
        String reason = "a quotient or an average that is stored as a string";
        assertThat(TranslatedBody.refusal("INSERT INTO Item (id, name) VALUES (1, p / 3);"))
                .contains(reason);
        assertThat(TranslatedBody.refusal("SET t = p / 3 + 1;")).contains(reason);
        assertThat(TranslatedBody.refusal("SELECT AVG(price) INTO t FROM Item;"))
                .contains(reason);
        assertThat(TranslatedBody.refusal("SET t = IF(p > 1, p / 3, 0);")).contains(reason);
        assertThat(TranslatedBody.refusal("SET t = -(p / 3);")).contains(reason);
        assertThat(TranslatedBody.of("SET t = ROUND(p / 3, 2);")).contains("round(");
        // alternatives are stored with their own decimals
        assertThat(TranslatedBody.of("SET t = IF(p > 1, 1.50, p);")).doesNotContain("round(");
        assertThat(TranslatedBody.of("SET t = IFNULL(p / 3, 'none');"))
                .contains("ifnull(round(\"v_p\" / 3, 4), 'none')");
        assertThat(TranslatedBody.of("UPDATE Item SET price = p / 3;")).doesNotContain("round(");
        assertThat(TranslatedBody.of("INSERT INTO Item (id, name) VALUES (2, p > 3);"))
                .contains("(2, CAST((\"v_p\" > 3) AS int))");
    }

    @Test
    void addsNoDecimals() throws SQLException {
        assertThat(TranslatedBody.of("SET p = ROUND(p / 3, 8);")).contains("round(\"v_p\" / 3, 4)");
        assertThat(TranslatedBody.of("SELECT TRUNCATE(price, 5) INTO p FROM Item LIMIT 1;"))
                .contains("truncate(\"price\", 2)");
        assertThat(TranslatedBody.of("SET p = ROUND(p / 3, 2);")).contains("round(\"v_p\" / 3, 2)");
        assertThat(TranslatedBody.of("SET p = ROUND(p, 2);")).contains("round(\"v_p\", 2)");
    }

    @Test
    void roundsFloatingPointNumbersAsMySql() throws SQLException {
        assertThat(TranslatedBody.of("UPDATE Item SET price = ROUND(weight, 1);"))
                .contains("(round(CAST((\"weight\") AS double precision) * 10) / 10)");
        assertThat(TranslatedBody.of("UPDATE Item SET name = ROUND(price, 1);")).contains("round(\"price\", 1)");
    }

    @Test
    void readsNumbersInArithmeticOnly() throws SQLException {
        assertThat(TranslatedBody.of("SET p = p & 0x1F;")).contains("& 31");
        assertThat(TranslatedBody.of("SET p = p + b'101';")).contains("+ 5");
        assertThat(TranslatedBody.refusal("SET t = 0x41;")).contains("a hexadecimal or binary string");
    }

    @Test
    void leavesIntervals() throws SQLException {
        assertThat(TranslatedBody.of("SET t = CONCAT(CURRENT_DATE + INTERVAL p DAY, 'x');"))
                .containsIgnoringCase("interval");
        assertThat(TranslatedBody.of("UPDATE Item SET name = late - INTERVAL 1 HOUR;"))
                .containsIgnoringCase("interval");
    }

    @Test
    void limitsAsMySql() throws SQLException {
        assertThat(TranslatedBody.of("SELECT id FROM Item ORDER BY id LIMIT p;"))
                .contains(
                        "CASE WHEN \"v_p\" IS NULL THEN 0 WHEN \"v_p\" < 0 THEN 9223372036854775807 ELSE \"v_p\" END");
    }
}
