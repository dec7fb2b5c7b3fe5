package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.objects.translate.Translation.Translated;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Changes of a procedure that only the source keeps after an error are found on all paths. */
class KeptChangesTest {

    private static final String CHANGE = "UPDATE item SET name = t; ";
    private static final String SIGNAL = "SIGNAL SQLSTATE '45000'; ";

    private static List<String> reserved(String statements) throws SQLException {
        return translated(statements).reservations().stream()
                .map(UnprovenConstruct::construct)
                .toList();
    }

    private static Translated translated(String statements) throws SQLException {
        return (Translated) TranslatedBody.translate(statements);
    }

    @Test
    void findsASignalAfterAChange() throws SQLException {
        assertThat(reserved(CHANGE + SIGNAL))
                .containsExactly("SIGNAL after changes of rows, which only the source keeps (line 1)");
        assertThat(reserved("IF p = 1 THEN " + CHANGE + "END IF; IF p = 2 THEN " + SIGNAL + "END IF;"))
                .hasSize(1);
        assertThat(reserved("WHILE p > 0 DO IF p = 2 THEN " + SIGNAL + "END IF; " + CHANGE + "END WHILE;"))
                .hasSize(1);
        assertThat(reserved("l: BEGIN " + CHANGE + "LEAVE l; END; " + SIGNAL)).hasSize(1);
        assertThat(reserved("BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION RESIGNAL; " + CHANGE + CHANGE + "END;"))
                .containsExactly("RESIGNAL after changes of rows, which only the source keeps (line 1)");
    }

    @Test
    void acceptsASignalThatUndoesNothing() throws SQLException {
        assertThat(reserved("IF p = 1 THEN " + SIGNAL + "END IF; " + CHANGE)).isEmpty();
        assertThat(reserved("IF p = 1 THEN " + SIGNAL + "ELSE " + CHANGE + "END IF;"))
                .isEmpty();
        assertThat(reserved(CHANGE + "ROLLBACK; " + SIGNAL)).isEmpty();
        assertThat(reserved("BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END; " + CHANGE
                        + CHANGE + "END;"))
                .isEmpty();
        assertThat(reserved("BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN END; " + CHANGE + SIGNAL + "END;"))
                .isEmpty();
    }

    @Test
    void acceptsASignalWhoseConditionAHandlerNames() throws SQLException {
        String named = "BEGIN DECLARE c CONDITION FOR SQLSTATE '45000'; DECLARE d CONDITION FOR SQLSTATE '45001';"
                + " DECLARE EXIT HANDLER FOR c BEGIN END; " + CHANGE;
        assertThat(reserved(named + "SIGNAL c; END;")).isEmpty();
        assertThat(reserved(named + "SIGNAL d; END;")).hasSize(1);
    }

    @Test
    void findsACallWhoseErrorsAHandlerCatches() throws SQLException {
        String handler = "DECLARE e DATE; DECLARE CONTINUE HANDLER FOR SQLEXCEPTION ";
        assertThat(translated("BEGIN " + handler + "SET p = 1; CALL noted(NOW(), e); END;")
                        .reservations())
                .singleElement()
                .matches(UnprovenConstruct::ofCallee);
        assertThat(reserved("BEGIN " + handler.replace("CONTINUE", "EXIT")
                        + "BEGIN ROLLBACK; END; CALL noted(NOW(), e); END;"))
                .isEmpty();
        assertThat(reserved("BEGIN DECLARE e DATE; CALL noted(NOW(), e); END;")).isEmpty();
    }

    @Test
    void namesCallsThatAreAtomicOnTheTarget() throws SQLException {
        assertThat(translated(CHANGE + CHANGE).rules()).contains(RewriteRule.ATOMIC_CALLS);
        assertThat(translated(CHANGE).rules()).doesNotContain(RewriteRule.ATOMIC_CALLS);
        assertThat(translated("START TRANSACTION; " + CHANGE + "COMMIT; " + CHANGE)
                        .rules())
                .doesNotContain(RewriteRule.ATOMIC_CALLS);
    }
}
