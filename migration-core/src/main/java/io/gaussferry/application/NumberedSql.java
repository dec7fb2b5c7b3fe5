package io.gaussferry.application;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;

/** Writes an application's statement as a driver of the target sends it: unchanged but for its parameters. */
final class NumberedSql {

    private NumberedSql() {}

    /** Returns the SQL with {@code $1}, {@code $2}, … in place of {@code ?}. */
    static String of(CommonTokenStream tokens) {
        StringBuilder sql = new StringBuilder();
        int parameters = 0;
        for (Token token : tokens.getTokens()) {
            boolean isEnd = token.getType() == Token.EOF || token.getType() == MySqlLexer.SEMICOLON_SYMBOL;
            if (!isEnd) {
                sql.append(token.getType() == MySqlLexer.PARAM_MARKER ? "$" + ++parameters : token.getText());
            }
        }
        return sql.toString();
    }
}
