package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.gaussferry.ddl.statement.ParsedSql;
import io.gaussferry.objects.translate.SqlTemplate.Text;
import io.gaussferry.objects.translate.SqlTemplate.Value;
import io.gaussferry.schema.Identifiers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.Token;

/**
 * A prepared statement while it is written in the target's SQL. Its values are marks in the written SQL until {@link #execute} composes the
 * text for EXECUTE of them.
 */
final class DynamicSql implements MarkerWriter {

    private static final char MARK = Marks.VALUE;

    private final ParsedSql parsed;
    private final List<String> using;
    /** The markers by the position of their token. */
    private final Map<Integer, Marker> markers = new HashMap<>();
    /** The expressions of the marks that were written. */
    private final List<String> written = new ArrayList<>();

    /** @param using the user variables after USING, as on the target */
    DynamicSql(ParsedSql parsed, List<Marker> markers, List<String> using) {
        this.parsed = parsed;
        this.using = using;
        for (Token token : parsed.tokens().getTokens()) {
            if (token.getType() == MySqlParser.PARAM_MARKER) {
                this.markers.put(token.getTokenIndex(), markers.get(this.markers.size()));
            }
        }
        if (this.markers.size() != markers.size()) {
            throw new IllegalStateException("the SQL has other markers than its template");
        }
    }

    ParsedSql parsed() {
        return parsed;
    }

    @Override
    public String value(Token token) {
        Marker marker = marker(token);
        if (marker instanceof Marker.Parameter parameter) {
            return "(" + using.get(parameter.number()) + ")";
        }
        if (marker instanceof Marker.Number number) {
            return "(" + mark(number.variable()) + ")";
        }
        return marker instanceof Marker.Literal literal
                ? mark("quote_nullable(" + literal.variable() + ")")
                : mark("quote_literal(" + content((Marker.Quoted) marker) + ")");
    }

    @Override
    public String limit(Token token) {
        Marker marker = marker(token);
        if (marker instanceof Marker.Number number) {
            return mark(number.variable());
        }
        if (marker instanceof Marker.Parameter parameter) {
            return mark("CAST(CAST(" + using.get(parameter.number()) + " AS bigint) AS text)");
        }
        throw new UntranslatableException("a string in LIMIT", token);
    }

    private Marker marker(Token token) {
        Marker marker = markers.get(token.getTokenIndex());
        if (marker == null) {
            throw new IllegalStateException("a marker without a value");
        }
        return marker;
    }

    private static String content(Marker.Quoted quoted) {
        return quoted.content().stream()
                .map(piece ->
                        piece instanceof Value value ? value.variable() : Identifiers.literal(((Text) piece).sql()))
                .collect(Collectors.joining(" || "));
    }

    private String mark(String expression) {
        written.add(expression);
        return MARK + String.valueOf(written.size() - 1) + MARK;
    }

    /** Returns written SQL with NULL for each value, so that it can be prepared outside of the routine. */
    String asTypes(String sql) {
        StringBuilder text = new StringBuilder();
        String[] parts = sql.split(String.valueOf(MARK), -1);
        for (int i = 0; i < parts.length; i++) {
            text.append(i % 2 == 0 ? parts[i] : "NULL");
        }
        return using.stream().reduce(text.toString(), (all, variable) -> all.replace("(" + variable + ")", "(NULL)"));
    }

    /** Returns PL/pgSQL that executes written SQL with its values. */
    String execute(String sql) {
        String[] parts = sql.split(String.valueOf(MARK), -1);
        List<String> expressions = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            if (i % 2 != 0) {
                expressions.add(written.get(Integer.parseInt(parts[i])));
            } else if (i == 0 || !parts[i].isEmpty()) {
                expressions.add(Identifiers.literal(parts[i]));
            }
        }
        return "EXECUTE " + String.join(" || ", expressions);
    }
}
