package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** MySQL assigns the columns of an UPDATE from left to right. */
class SequentialAssignmentsTest {

    @Test
    void repeatsTheAssignedValue() throws SQLException {
        assertThat(TranslatedBody.of("UPDATE Item SET price = price + 1, name = price WHERE id = p;"))
                .contains("\"name\" = CAST((\"price\" + 1) AS numeric(10,2))");
        assertThat(TranslatedBody.of("UPDATE Item SET id = id + 1, price = id, name = price;"))
                .contains("\"name\" = CAST((CAST((\"Id\" + 1) AS bigint)) AS numeric(10,2))");
        assertThat(
                        TranslatedBody.of(
                                "INSERT INTO Item (id, price) SELECT 1, p ON DUPLICATE KEY UPDATE price = price + VALUES(price), name = price;"))
                .contains("\"name\" = CAST((\"price\" + VALUES(\"price\")) AS numeric(10,2))");
    }

    @Test
    void leavesProposedValues() throws SQLException {
        assertThat(
                        TranslatedBody.of(
                                "INSERT INTO Item (id, price) SELECT 1, p ON DUPLICATE KEY UPDATE price = price + 1, weight = VALUES(price);"))
                .contains("\"weight\" = VALUES(\"price\")");
    }

    @Test
    void leavesTheOrderOfUpsertsToTheTarget() throws SQLException {
        String upsert = "INSERT INTO Item (id, price) VALUES (1, p) ON DUPLICATE KEY UPDATE ";
        assertThat(TranslatedBody.of(upsert + "price = price + VALUES(price), name = price;"))
                .contains("\"name\" = \"price\"");
        assertThat(TranslatedBody.of(upsert + "price = VALUES(price), weight = VALUES(price);"))
                .contains("\"weight\" = VALUES(\"price\")");
        assertThat(TranslatedBody.refusal(upsert + "price = price + 1, weight = VALUES(price);"))
                .contains("VALUES() of a column after ON DUPLICATE KEY UPDATE has assigned it");
    }

    @Test
    void leavesColumnsThatAreAssignedLater() throws SQLException {
        assertThat(TranslatedBody.of("UPDATE Item SET name = price, price = price + 1;"))
                .contains("\"name\" = \"price\", \"price\" = \"price\" + 1");
    }

    @Test
    void refusesValuesThatCannotBeRepeated() throws SQLException {
        assertThat(TranslatedBody.refusal("UPDATE Item SET weight = price / 3, name = weight;"))
                .contains("after the same UPDATE has assigned it");
        assertThat(TranslatedBody.refusal("UPDATE Item SET price = (SELECT 1), name = price;"))
                .contains("after the same UPDATE has assigned it");
    }

    @Test
    void leavesColumnsOfSubqueries() throws SQLException {
        assertThat(TranslatedBody.of("INSERT INTO Item SET name = (SELECT i.name FROM Item i WHERE i.id = p),"
                        + " price = (SELECT i.price FROM Item i WHERE i.name = t);"))
                .contains("WHERE \"i\".\"name\" = \"v_t\"");
        assertThat(TranslatedBody.refusal("UPDATE Item SET name = (SELECT 'a'),"
                        + " price = (SELECT i.price FROM Item i WHERE i.name = Item.name);"))
                .contains("after the same UPDATE has assigned it");
    }

    @Test
    void leavesColumnsOfOtherTables() throws SQLException {
        assertThat(TranslatedBody.of("UPDATE Item a JOIN Item b ON a.id = b.weight SET a.price = 1, a.name = b.price;"))
                .doesNotContain("CAST((1) AS numeric");
    }
}
