package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** MySQL reads a CHAR without the blanks at its end, and members of an ENUM as strings; the target's functions do neither. */
class CharBlanksTest {

    @Test
    void removesBlanksInFunctions() throws SQLException {
        assertThat(TranslatedBody.of("SELECT CONCAT(code, '|') INTO t FROM item;"))
                .contains("concat(rtrim(\"code\"), '|')");
        assertThat(TranslatedBody.of("SELECT LENGTH(item.code) INTO p FROM item;"))
                .contains("length(rtrim(\"Item\".\"code\"))");
        assertThat(TranslatedBody.of("SELECT UPPER(IF(p = 1, code, 'b')) INTO t FROM item;"))
                .contains("rtrim(\"code\")");
    }

    @Test
    void removesBlanksOfSearchedStrings() throws SQLException {
        assertThat(TranslatedBody.of("SELECT INSTR(name, code) INTO p FROM item;"))
                .contains("rtrim(\"code\")");
    }

    @Test
    void removesBlanksOfMatchedColumnsInViewsOnly() throws SQLException {
        assertThat(TranslatedBody.ofView("SELECT id FROM item WHERE code LIKE 'a%' OR code NOT REGEXP 'b$'"))
                .contains("rtrim(\"code\") LIKE", "rtrim(\"code\") NOT REGEXP");
        assertThat(TranslatedBody.ofView("SELECT id FROM item WHERE name LIKE 'a%' OR code = 'b'"))
                .doesNotContain("rtrim(\"");
        assertThat(TranslatedBody.of("SELECT id INTO p FROM item WHERE code LIKE 'a%';"))
                .doesNotContain("rtrim(\"");
    }

    @Test
    void removesBlanksOfVariables() throws SQLException {
        assertThat(TranslatedBody.of("BEGIN DECLARE c CHAR(5); SET t = CONCAT(c, '|'), t = c; END;"))
                .contains("concat(rtrim(\"c\"), '|')", "\"v_t\" := \"c\";");
    }

    @Test
    void leavesColumnsOutsideOfFunctionsAsTheyAre() throws SQLException {
        assertThat(TranslatedBody.of("SELECT code INTO t FROM item WHERE code = 'a' ORDER BY code;"))
                .doesNotContain("rtrim(\"");
        assertThat(TranslatedBody.of("SELECT CONCAT(name, '|') INTO t FROM item;"))
                .doesNotContain("rtrim(\"");
        assertThat(TranslatedBody.of("SELECT MAX(code) INTO t FROM item;")).doesNotContain("rtrim(\"");
    }

    @Test
    void readsMembersAsStringsInFunctions() throws SQLException {
        assertThat(TranslatedBody.of("SELECT LOWER(state) INTO t FROM item;"))
                .contains("lower(((CAST(\"state\" AS text) COLLATE \"utf8mb4_general_ci\")) COLLATE \"default\")");
        assertThat(TranslatedBody.of("SELECT CHAR_LENGTH(state) INTO p FROM item;"))
                .contains("char_length((CAST(\"state\" AS text) COLLATE \"utf8mb4_general_ci\"))");
    }
}
