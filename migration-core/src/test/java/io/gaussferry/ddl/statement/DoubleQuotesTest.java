package io.gaussferry.ddl.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.statement.DefinitionStatement.UnparsedStatement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text in double quotes is a string, or with ANSI_QUOTES a name, wherever it is. */
class DoubleQuotesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE t (a VARCHAR(9) DEFAULT \"y\")",
                "CREATE TABLE t (a VARCHAR(9), CHECK (a <> \"y\"))",
                "CREATE TABLE t (a VARCHAR(9), b VARCHAR(20) AS (CONCAT(a, \"it's\")))",
                "ALTER TABLE t ADD COLUMN c VARCHAR(9) DEFAULT (CONCAT(\"a\", 'b'))"
            })
    void areStringsInExpressions(String sql) {
        assertThat(StatementParser.parse(new StatementContext("d", sql))).isNotInstanceOf(UnparsedStatement.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE \"t\" (\"a\" VARCHAR(9), CHECK (\"a\" <> 'y'))",
                "CREATE TABLE t (\"a\"\"b\" INT, c INT AS (\"a\"\"b\" + 1))"
            })
    void areNamesWithAnsiQuotes(String sql) {
        StatementContext context = new StatementContext(
                "d", sql, StatementContext.ANSI_QUOTES, true, true, true, null, null, null, null, null, 80033);
        assertThat(StatementParser.parse(context)).isNotInstanceOf(UnparsedStatement.class);
    }
}
