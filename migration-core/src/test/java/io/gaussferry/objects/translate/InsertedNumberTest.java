package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A trigger or function does not change LAST_INSERT_ID() for its caller. */
class InsertedNumberTest {

    private static final String RESTORED = "PERFORM last_insert_id(\"gf_";

    @Test
    void restoresTheNumberAtTheEndOfATrigger() throws SQLException {
        assertThat(TranslatedBody.ofTrigger("INSERT INTO Numbered (name) VALUES ('x');"))
                .contains("bigint DEFAULT last_insert_id();")
                .containsPattern("PERFORM last_insert_id\\(\"gf_\\d+\"\\); RETURN NULL;");
        assertThat(TranslatedBody.ofTrigger("REPLACE INTO Numbered (name) VALUES ('x');"))
                .contains(RESTORED);
        assertThat(TranslatedBody.ofTrigger("CALL noted(NOW(), @d);")).contains(RESTORED);
        assertThat(TranslatedBody.ofTrigger("UPDATE Numbered SET name = 'x' WHERE no = LAST_INSERT_ID(3);"))
                .contains(RESTORED);
        assertThat(TranslatedBody.ofTrigger("UPDATE Numbered SET name = 'x';")).doesNotContain("last_insert_id");
    }

    @Test
    void restoresTheNumberBeforeAnErrorThatEndsATrigger() throws SQLException {
        String signal = "SIGNAL SQLSTATE '45000'; ";
        assertThat(TranslatedBody.ofTrigger("INSERT INTO Numbered (name) VALUES ('x'); " + signal))
                .containsPattern("PERFORM last_insert_id\\(\"gf_\\d+\"\\); RAISE EXCEPTION");
        assertThat(TranslatedBody.ofTrigger("BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END;"
                        + " INSERT INTO Numbered (name) VALUES ('x'); " + signal + "END;"))
                .doesNotContainPattern("PERFORM last_insert_id\\(\"gf_\\d+\"\\); RAISE EXCEPTION");
    }

    @Test
    void leavesTheNumberOfAProcedure() throws SQLException {
        assertThat(TranslatedBody.of("INSERT INTO Numbered (name) VALUES (t); SET p = LAST_INSERT_ID();"))
                .contains("VALUES (\"v_t\"); \"v_p\" := last_insert_id();")
                .doesNotContain(RESTORED);
    }
}
