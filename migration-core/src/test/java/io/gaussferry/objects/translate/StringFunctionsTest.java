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
    void searchesByTheCollation() throws SQLException {
        String of = "FROM (SELECT CAST((\"v_t\") AS text), CAST(('B') AS text)";
        assertThat(TranslatedBody.of("SET p = INSTR(t, 'B');"))
                .contains("THEN instr(lower(\"gf_s\"), lower(\"gf_t\")) ELSE", "generate_series(1, ", of);
        assertThat(TranslatedBody.of("SET p = LOCATE('B', t, 2);"))
                .contains("locate(lower(\"gf_t\"), lower(\"gf_s\"), CAST(\"gf_p\" AS int))", of + ", 2)")
                .contains("octet_length(substr(\"gf_s\", \"gf_i\", char_length(\"gf_t\"))) = octet_length(\"gf_t\")");
        assertThat(TranslatedBody.of("SET p = POSITION('B' IN t);")).contains(of);
        assertThat(TranslatedBody.of("SET p = FIND_IN_SET('B', t);"))
                .contains("find_in_set(lower(\"gf_t\"), lower(\"gf_s\"))", "split_part(\"gf_s\", ',', \"gf_i\")", of);
        assertThat(TranslatedBody.of("SELECT INSTR(name, 'B') INTO p FROM Item;"))
                .contains("CAST(((\"name\") COLLATE \"default\") AS text)");
    }

    @Test
    void ordersWithoutCase() throws SQLException {
        String v = "(\"v_t\" COLLATE \"utf8mb4_general_ci\")".replace("\"v_t\"", "(\"v_t\")");
        String b = "(('B') COLLATE \"utf8mb4_general_ci\")";
        assertThat(TranslatedBody.of("SET p = STRCMP(t, 'B');"))
                .contains("(CASE WHEN " + v + " = " + b + " THEN 0 WHEN " + v + " < " + b + " THEN -1 WHEN " + v + " > "
                        + b + " THEN 1 END)");
    }

    @Test
    void convertsAllLettersOfColumns() throws SQLException {
        assertThat(TranslatedBody.of("UPDATE Item SET name = LOWER(name);"))
                .contains("(lower((\"name\") COLLATE \"default\") COLLATE \"utf8mb4_general_ci\")");
        assertThat(TranslatedBody.of("SET t = UPPER(t);")).contains("upper(\"v_t\")");
        String derived = "(lower((\"q\".\"x\") COLLATE \"default\") COLLATE \"utf8mb4_general_ci\")";
        assertThat(TranslatedBody.of("SELECT LOWER(q.x) INTO t FROM (SELECT name AS x FROM Item) q;"))
                .contains(derived);
        assertThat(TranslatedBody.of("SELECT UPPER(MAX(name)) INTO t FROM Item;"))
                .contains("upper(CAST((MAX(\"name\")) AS text) COLLATE \"default\")");
        assertThat(TranslatedBody.of("SELECT UPPER((SELECT name FROM Item LIMIT 1)) INTO t FROM Item;"))
                .contains("COLLATE \"default\") COLLATE \"utf8mb4_general_ci\"");
        assertThat(TranslatedBody.of("SELECT LOWER(bytes) INTO t FROM Item;")).doesNotContain("COLLATE");
        assertThat(TranslatedBody.of("SELECT UPPER(name COLLATE utf8mb4_bin) INTO t FROM Item;"))
                .doesNotContain("\"default\"");
    }

    @Test
    void countsDistinctStringsByTheirCollation() throws SQLException {
        assertThat(TranslatedBody.of("SELECT COUNT(DISTINCT name) INTO p FROM Item;"))
                .contains("count(DISTINCT \"name\", 1)");
        assertThat(TranslatedBody.of("SELECT COUNT(DISTINCT id) INTO p FROM Item;"))
                .contains("COUNT(DISTINCT \"Id\")");
        assertThat(TranslatedBody.of("SELECT COUNT(DISTINCT name, code) INTO p FROM Item;"))
                .contains("COUNT(DISTINCT \"name\", \"code\")");
    }

    @Test
    void quotesNull() throws SQLException {
        assertThat(TranslatedBody.of("SET t = QUOTE(t);")).contains("coalesce(quote(\"v_t\"), 'NULL')");
    }

    @Test
    void matchesRegularExpressionsWithoutCase() throws SQLException {
        assertThat(TranslatedBody.of("IF t REGEXP '^A' THEN SET p = 1; END IF;"))
                .contains("\"v_t\" REGEXP concat('(?i)', '^A')");
        assertThat(TranslatedBody.of("SET t = REGEXP_REPLACE(t, 'A', 'b');"))
                .contains("regexp_replace(\"v_t\", concat('(?i)', 'A'), 'b', 1, 0)");
        assertThat(TranslatedBody.of("SET t = REGEXP_REPLACE(t, 'A', 'b', 2);")).contains("'b', 2, 0)");
        assertThat(TranslatedBody.of("SET t = REGEXP_REPLACE(t, 'A', 'b', 2, 1);"))
                .contains("'b', 2, 1)");
        assertThat(TranslatedBody.refusal("SET t = REGEXP_REPLACE(t, '(A)', '$1');"))
                .contains("may refer to a group");
        assertThat(TranslatedBody.refusal("SET t = REGEXP_REPLACE(t, '(A)', t);"))
                .contains("may refer to a group");
    }

    @Test
    void leavesStringsWithCaseAsTheyAre() throws SQLException {
        assertThat(
                        TranslatedBody.of(
                                "BEGIN DECLARE c VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin; SET p = INSTR(c, 'B'); END;"))
                .contains("instr(\"c\",");
    }
}
