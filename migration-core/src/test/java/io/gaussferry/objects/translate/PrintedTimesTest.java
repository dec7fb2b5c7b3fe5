package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Dates and times become strings as MySQL prints them: with the digits of their type, and without the offset of a time zone. */
class PrintedTimesTest {

    private static final String TO_MICROSECOND = "pg_catalog.to_char(\"d\", 'YYYY-MM-DD HH24:MI:SS.US')";
    private static final String TO_MILLISECOND = "left(" + TO_MICROSECOND + ", 23)";

    @Test
    void printsTheDigitsOfTheType() throws SQLException {
        assertThat(of("CONCAT('at ', s)")).as("a variable has no time zone").doesNotContain("to_char");
        assertThat(of("CONCAT('at ', d)")).contains("concat('at ', " + TO_MILLISECOND + ")");
        assertThat(of("CONCAT(w)")).doesNotContain("to_char", "rpad");
        assertThat(of("CONCAT(h)")).contains("rpad(concat(CAST((\"h\") AS text)", "+ 3, '0')");
    }

    /** The table's column has two digits. */
    @Test
    void printsNoTimeZone() throws SQLException {
        String seen = "left(pg_catalog.to_char(\"seen\", 'YYYY-MM-DD HH24:MI:SS.US'), 22)";
        assertThat(TranslatedBody.of("SELECT CONCAT(seen, MAX(seen)) INTO t FROM item;"))
                .contains(seen, "left(pg_catalog.to_char(MAX(\"seen\"), 'YYYY-MM-DD HH24:MI:SS.US'), 22)");
        assertThat(TranslatedBody.of("SELECT GROUP_CONCAT(seen ORDER BY id) INTO t FROM item;"))
                .contains(seen);
        assertThat(TranslatedBody.of("SELECT name INTO t FROM item WHERE seen LIKE '2020%';"))
                .contains(seen);
    }

    @Test
    void printsArgumentsOfFunctionsAndAlternatives() throws SQLException {
        assertThat(of("SUBSTRING(d, 1, 4)")).contains("SUBSTRING(" + TO_MILLISECOND + ", 1, 4)");
        assertThat(of("IFNULL(d, 'never')")).contains("ifnull(" + TO_MILLISECOND + ", 'never')");
        assertThat(of("CAST(d AS CHAR)")).contains("CAST(" + TO_MILLISECOND);
        assertThat(of("d")).as("stored in a string").contains(TO_MILLISECOND);
        assertThat(of("CONCAT(DATE_ADD(d, INTERVAL 1 DAY))")).contains("left(pg_catalog.to_char(");
        assertThat(of("CONCAT(DATE_ADD(d, INTERVAL 0.5 SECOND))"))
                .as("may have more digits")
                .doesNotContain("to_char(");
    }

    @Test
    void printsSixDigitsInJson() throws SQLException {
        assertThat(of("JSON_OBJECT('d', d)")).contains(TO_MICROSECOND).doesNotContain("left(");
        assertThat(of("JSON_ARRAY(w)")).contains("pg_catalog.to_char(\"w\", 'YYYY-MM-DD HH24:MI:SS.US')");
    }

    @Test
    void comparesTimesAsTimes() throws SQLException {
        assertThat(of("IF(s = '2020-01-01', 'a', 'b')")).doesNotContain("to_char(");
        assertThat(of("YEAR(s)")).doesNotContain("to_char(");
        assertThat(of("IF(COALESCE(d, '9999-12-31') > w, 'a', 'b')")).doesNotContain("to_char(");
        assertThat(of("IF((COALESCE(d, '9999-12-31')) BETWEEN w AND s, 'a', 'b')"))
                .doesNotContain("to_char(");
    }

    private static String of(String expression) throws SQLException {
        return TranslatedBody.of(
                "BEGIN DECLARE s TIMESTAMP; DECLARE d DATETIME(3); DECLARE w DATETIME; DECLARE h TIME(2); SET t = "
                        + expression + "; END;");
    }
}
