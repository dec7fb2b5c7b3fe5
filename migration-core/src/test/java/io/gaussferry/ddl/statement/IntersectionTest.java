package io.gaussferry.ddl.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryExpressionBodyContext;
import io.gaussferry.objects.translate.ParseTrees;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntersectionTest {

    private static ParsedSql parse(String sql, int version) {
        return StatementParser.tree(StatementContext.ofStored("shop", sql, 0, version));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 INTERSECT SELECT 2",
                "(SELECT 1) intersect ALL (SELECT 2)",
                "SELECT a FROM t WHERE b IN (SELECT 1 INTERSECT TABLE u)",
                "SELECT 1 UNION SELECT 2 INTERSECT DISTINCT SELECT 3"
            })
    void isAnOperatorOfQueries(String sql) {
        assertThat(ParseTrees.all(parse(sql, 80033).query(), QueryExpressionBodyContext.class))
                .anyMatch(body -> !body.INTERSECT_SYMBOL().isEmpty());
    }

    @Test
    void isANameInOtherPlacesAndBefore() {
        assertThat(parse("SELECT `intersect` FROM t", 80033).query()).isNotNull();
        assertThat(parse("SELECT intersect FROM t", 80030).query()).isNotNull();
        assertThatThrownBy(() -> parse("SELECT 1 INTERSECT SELECT 2", 80030))
                .isInstanceOf(ParseCancellationException.class);
    }
}
