package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** LAST_INSERT_ID() is not the number of a row that a trigger has inserted. */
class InsertedNumberTest {

    private static final String READ = " SET p = LAST_INSERT_ID();";

    @Test
    void readsTheNumberOfTheInsertedRow() throws SQLException {
        assertThat(TranslatedBody.of("INSERT INTO Numbered (name) VALUES (t);" + READ))
                .contains(
                        "VALUES (\"v_t\") RETURNING \"No\" INTO \"gf_1\";",
                        "\"v_p\" := coalesce(\"gf_1\", last_insert_id());");
        assertThat(TranslatedBody.of("INSERT INTO Numbered SET name = t;" + READ))
                .contains("RETURNING \"No\" INTO");
    }

    @Test
    void leavesOtherStatementsToTheTarget() throws SQLException {
        for (String insert : new String[] {
            "INSERT INTO Numbered (name) VALUES (t), ('b');",
            "INSERT INTO Numbered (no, name) VALUES (p, t);",
            "INSERT INTO Numbered VALUES (NULL, t);",
            "INSERT INTO Numbered (name) SELECT name FROM Item;",
            "INSERT IGNORE INTO Numbered (name) VALUES (t);",
            "INSERT INTO Item (id) VALUES (1);"
        }) {
            assertThat(TranslatedBody.of(insert + READ))
                    .doesNotContain("RETURNING")
                    .contains("\"gf_1\" := NULL;");
        }
        assertThat(TranslatedBody.of("INSERT INTO Numbered (name) VALUES (t);")).doesNotContain("RETURNING");
    }
}
