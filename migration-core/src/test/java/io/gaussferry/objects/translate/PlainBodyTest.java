package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlainBodyTest {

    private static List<String> statements(String body) {
        StatementContext context =
                StatementContext.ofStored("shop", "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO " + body, 0, 80_033);
        return PlainBody.statements(StatementParser.tree(context)
                .query()
                .simpleStatement()
                .createStatement()
                .createEvent()
                .compoundStatement());
    }

    @Test
    void dividesABodyIntoItsStatements() {
        assertThat(statements("DELETE FROM a  WHERE id < 3")).containsExactly("DELETE FROM a  WHERE id < 3");
        assertThat(statements("BEGIN UPDATE a SET b = 'x;'; l: BEGIN CALL p(1); END l; END"))
                .containsExactly("UPDATE a SET b = 'x;'", "CALL p(1)");
    }

    @Test
    void leavesBodiesThatMeanSomethingElseWithoutTheBlock() {
        assertThat(statements("BEGIN DECLARE n INT; DELETE FROM a; END")).isEmpty();
        assertThat(statements("BEGIN DELETE FROM a; IF 1 THEN DELETE FROM b; END IF; END"))
                .isEmpty();
        assertThat(statements("SELECT 1")).isEmpty();
    }
}
