package io.gaussferry.objects.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Columns of queries in FROM have the types of their expressions, not those of columns of the same name. */
class DerivedTablesTest {

    private static final String TEXT = "COLLATE \"default\"";

    @Test
    void readsTheExpressionOfAColumn() throws SQLException {
        assertThat(TranslatedBody.of("SELECT LOWER(q.price) INTO t FROM (SELECT name AS price FROM Item) q;"))
                .contains("lower((\"q\".\"price\") " + TEXT);
        assertThat(TranslatedBody.of("SELECT LOWER(q.name) INTO t FROM (SELECT price AS name FROM Item) q;"))
                .doesNotContain(TEXT);
        assertThat(TranslatedBody.of("SELECT HOUR(q.x) INTO p FROM (SELECT late x FROM Item) q;"))
                .contains("abs(hour(");
        assertThat(TranslatedBody.of("SELECT q.x % 1 INTO @n FROM (SELECT weight * 2 x FROM Item) q;"))
                .contains(" MOD ");
        assertThat(TranslatedBody.of("SELECT q.weight % 1 INTO @n FROM (SELECT id AS weight FROM Item) q;"))
                .doesNotContain(" MOD ");
    }

    @Test
    void readsCommonTableExpressions() throws SQLException {
        assertThat(TranslatedBody.of("WITH c AS (SELECT weight x FROM Item) SELECT d.x % 1 INTO @n FROM c d;"))
                .contains(" MOD ");
        assertThat(TranslatedBody.of("WITH c (y) AS (SELECT weight FROM Item) SELECT y % 1 INTO @n FROM c;"))
                .contains(" MOD ");
    }

    @Test
    void doesNotDecideBetweenSeveralColumns() throws SQLException {
        assertThat(TranslatedBody.of("SELECT LOWER(price) INTO t FROM (SELECT name AS price FROM Item) q;"))
                .contains("lower(CAST((\"price\") AS text) " + TEXT);
        assertThat(TranslatedBody.of(
                        "SELECT q.x % 1 INTO @n FROM (SELECT weight x FROM Item UNION SELECT id FROM Item) q;"))
                .doesNotContain(" MOD ");
    }

    @Test
    void acceptsAColumnNamedLikeItsOwnExpression() throws SQLException {
        assertThat(TranslatedBody.of("SELECT weight % 1 INTO @n FROM (SELECT weight + 1 AS weight FROM Item) q;"))
                .contains(" MOD ");
    }

    @Test
    void readsTheTableOfAnAlias() throws SQLException {
        assertThat(
                        TranslatedBody.of(
                                "SELECT COUNT(*) INTO p FROM Item i JOIN Other o ON o.id = i.id GROUP BY i.state ORDER BY i.state;"))
                .contains("(CASE WHEN \"i\".\"state\" = 'new' THEN 1");
        assertThat(TranslatedBody.refusal(
                        "SELECT COUNT(*) INTO p FROM Item i JOIN Other o ON o.id = i.id ORDER BY state;"))
                .contains("the number of its member");
    }
}
