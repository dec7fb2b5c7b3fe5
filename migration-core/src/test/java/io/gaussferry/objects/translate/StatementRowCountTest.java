package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** MySQL counts the rows that an UPDATE changes, the target those that it finds. */
class StatementRowCountTest {

    @Test
    void acceptsStatementsThatChangeEveryRow() throws SQLException {
        assertThat(TranslatedBody.of("UPDATE Item SET price = Item.price - 1; SET p = ROW_COUNT();"))
                .contains("GET DIAGNOSTICS \"gf_1\" = ROW_COUNT;", "\"v_p\" := \"gf_1\";");
        assertThat(TranslatedBody.of("DELETE FROM Item WHERE id = p; GET DIAGNOSTICS p = ROW_COUNT;"))
                .contains("GET DIAGNOSTICS \"gf_1\" = ROW_COUNT;", "\"v_p\" := \"gf_1\";");
    }

    @Test
    void countsTheRowOfAQuery() throws SQLException {
        assertThat(TranslatedBody.of("SELECT MAX(id) INTO p FROM Item; SET p = ROW_COUNT();"))
                .contains("\"gf_1\" := 1;");
        assertThat(TranslatedBody.of("SELECT id INTO p FROM Item LIMIT 1; SET p = ROW_COUNT();"))
                .contains("\"gf_1\" := CAST(\"gf_3\" AS int);");
    }

    @Test
    void countsNoRowsOfOtherStatements() throws SQLException {
        String read = " SET p = ROW_COUNT();";
        assertThat(TranslatedBody.of("SET @n = 1;" + read)).contains("\"gf_1\" := 0; \"v_p\" := \"gf_1\";");
        assertThat(TranslatedBody.of("SET @n = ROW_COUNT();" + read))
                .contains("\"gf_3\" := \"gf_1\"; SET @n = \"gf_3\"; \"gf_1\" := 0;");
        assertThat(TranslatedBody.of("DO p;" + read)).contains("PERFORM \"v_p\"; \"gf_1\" := 0;");
        assertThat(TranslatedBody.of("SET p = 1;" + read)).doesNotContain("\"gf_1\" := 0;");
        assertThat(TranslatedBody.of("CREATE TEMPORARY TABLE x (i INT);" + read))
                .contains("\"gf_1\" := 0;");
        assertThat(TranslatedBody.of("START TRANSACTION;" + read)).contains("COMMIT; `gf_1` := 0;");
    }

    @Test
    void countsAfterErrors() throws SQLException {
        assertThat(TranslatedBody.of("BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET p = ROW_COUNT();"
                        + " DELETE FROM Item WHERE id = p; END;"))
                .contains("WHEN OTHERS THEN \"gf_1\" := -1; \"v_p\" := \"gf_1\";");
    }

    @Test
    void refusesCountsOfRoutines() throws SQLException {
        assertThat(TranslatedBody.refusal("CALL noted(NOW(), @d); SET p = ROW_COUNT();"))
                .contains("ROW_COUNT() with CALL");
        assertThat(TranslatedBody.refusal("SET p = other(); SET p = ROW_COUNT();"))
                .contains("a stored function in an assignment");
        assertThat(TranslatedBody.of("UPDATE Item SET price = price + 1 WHERE id = other(); SET p = ROW_COUNT();"))
                .contains("GET DIAGNOSTICS");
    }

    @Test
    void refusesOthers() throws SQLException {
        assertThat(TranslatedBody.refusal("UPDATE Item SET price = p; SET p = ROW_COUNT();"))
                .contains("may find rows without changing them");
        assertThat(TranslatedBody.refusal("UPDATE Item SET price = price + 0; SET p = ROW_COUNT();"))
                .contains("may find rows without changing them");
        assertThat(TranslatedBody.refusal(
                        "INSERT INTO Item (id) VALUES (1) ON DUPLICATE KEY UPDATE price = 1; SET p = ROW_COUNT();"))
                .contains("ON DUPLICATE KEY UPDATE");
        assertThat(TranslatedBody.refusal("REPLACE INTO Item (id) VALUES (1); SET p = ROW_COUNT();"))
                .contains("REPLACE");
    }

    @Test
    void ignoresAMissingParentOfOneRow() throws SQLException {
        assertThat(TranslatedBody.of("INSERT IGNORE INTO Item (id) VALUES (p);"))
                .contains("EXCEPTION WHEN SQLSTATE '23503' THEN NULL;");
        assertThat(TranslatedBody.of("INSERT IGNORE INTO Item (id) VALUES (p), (2);"))
                .doesNotContain("23503");
        assertThat(TranslatedBody.of("INSERT INTO Item (id) VALUES (p);")).doesNotContain("23503");
    }
}
