package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import java.util.HashMap;
import java.util.Map;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;

/** Writes the markers of an application's statement as {@code $1}, {@code $2}, …, in the order of the source's SQL. */
final class NumberedParameters implements MarkerWriter {

    /** The numbers by the index of their token. */
    private final Map<Integer, Integer> numbers = new HashMap<>();

    NumberedParameters(CommonTokenStream tokens) {
        for (Token token : tokens.getTokens()) {
            if (token.getType() == MySqlParser.PARAM_MARKER) {
                numbers.put(token.getTokenIndex(), numbers.size() + 1);
            }
        }
    }

    @Override
    public String value(Token token) {
        return "$" + numbers.get(token.getTokenIndex());
    }

    @Override
    public String limit(Token token) {
        return value(token);
    }
}
