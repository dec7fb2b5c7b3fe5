package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Variables of type ENUM are checked strings; their use as numbers is refused. */
class EnumValuesTest {

    private static final String DECLARED = "BEGIN DECLARE e ENUM('z', 'ä') DEFAULT 'z'; ";

    @Test
    void checksAssignedMembers() throws SQLException {
        assertThat(TranslatedBody.of(DECLARED + "SET e = t; END;"))
                .contains("\"e\" text DEFAULT 'z'")
                .contains("IN ('z', 'ä') OR")
                .contains("IN ('0', '1', '2')) THEN RAISE EXCEPTION")
                .contains("\"e\" := CASE WHEN");
    }

    @Test
    void writesNumbersOfMembers() throws SQLException {
        String number =
                "(CASE WHEN \"state\" = 'new' THEN 1 WHEN \"state\" = 'done' THEN 2 WHEN \"state\" IS NULL THEN NULL ELSE 0 END)";
        assertThat(TranslatedBody.of("SELECT SUM(state) INTO p FROM item;")).contains("SUM(" + number + ")");
        for (String use :
                new String[] {"%s > 1", "%s BETWEEN 1 AND 2", "%s IN (1, 2)", "-(%s) < 0", "%s + 0 = 1", "%s > price"
                }) {
            assertThat(TranslatedBody.of("SELECT name INTO t FROM item WHERE " + use.formatted("state") + ";"))
                    .contains(number);
        }
        assertThat(TranslatedBody.of("SELECT CAST(state AS SIGNED) INTO p FROM item LIMIT 1;"))
                .contains("CAST(" + number + " AS SIGNED)");
        assertThat(TranslatedBody.of(DECLARED + "SET p = e + 0; END;"))
                .contains("(CASE WHEN \"e\" = 'z' THEN 1 WHEN \"e\" = 'ä' THEN 2");
        assertThat(TranslatedBody.refusal("SELECT name INTO t FROM item WHERE state BETWEEN 1 AND 'x';"))
                .contains("the number of its member");
        assertThat(TranslatedBody.refusal("SELECT name INTO t FROM item WHERE state IN (1, 'x');"))
                .contains("the number of its member");
    }

    @Test
    void refusesNumbersOfMembers() throws SQLException {
        String number = "a value of type ENUM that may be used as the number of its member";
        assertThat(TranslatedBody.refusal(DECLARED + "IF e < 'b' THEN SET p = 1; END IF; END;"))
                .contains(number);
        assertThat(TranslatedBody.refusal(DECLARED + "IF e THEN SET p = 1; END IF; END;"))
                .contains(number);
        assertThat(TranslatedBody.refusal(DECLARED + "SET p = e; END;")).contains("the number of a member");
        assertThat(TranslatedBody.refusal(DECLARED + "SET e = p; END;"))
                .contains("a value for a variable of type ENUM that may be the number of a member");
        assertThat(TranslatedBody.refusal(DECLARED + "SET e = 2; END;"))
                .contains("a value for a variable of type ENUM that may be the number of a member");
    }

    @Test
    void refusesWhatMySqlMayNotPrint() throws SQLException {
        assertThat(TranslatedBody.refusal("BEGIN DECLARE e ENUM('?', 'a'); SET e = 'a'; END;"))
                .contains("members of ENUM that MySQL may not print as they are");
        assertThat(TranslatedBody.refusal("BEGIN DECLARE e SET('b', 'a'); SET e = 'a'; END;"))
                .contains("a variable of type set");
    }

    @Test
    void ordersColumnsByTheirMembers() throws SQLException {
        assertThat(TranslatedBody.of("SELECT name INTO t FROM item ORDER BY state LIMIT 1;"))
                .contains("ORDER BY (CASE WHEN \"state\" = 'new' THEN 1 WHEN \"state\" = 'done' THEN 2 WHEN");
        assertThat(TranslatedBody.of("SELECT MAX(state) INTO t FROM item;"))
                .contains("MAX((CAST(\"state\" AS text) COLLATE \"utf8mb4_general_ci\"))");
        assertThat(TranslatedBody.of("SELECT CASE WHEN p > 1 THEN state ELSE 'none' END INTO t FROM item LIMIT 1;"))
                .contains("THEN (CAST(\"state\" AS text) COLLATE \"utf8mb4_general_ci\") ELSE 'none' END");
        assertThat(TranslatedBody.of("UPDATE item SET price = 1 WHERE state = 'new';"))
                .contains("WHERE \"state\" = 'new'");
        assertThat(TranslatedBody.of("UPDATE item SET price = 1 WHERE state = 'gone';"))
                .contains("WHERE (CAST(\"state\" AS text) COLLATE \"utf8mb4_general_ci\") = 'gone'");
        assertThat(TranslatedBody.of("UPDATE item SET price = 1 WHERE state LIKE 'N%';"))
                .contains("WHERE (CAST(\"state\" AS text) COLLATE \"utf8mb4_general_ci\") LIKE 'N%'");
    }
}
