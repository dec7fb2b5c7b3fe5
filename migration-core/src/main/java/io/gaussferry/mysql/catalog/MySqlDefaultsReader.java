package io.gaussferry.mysql.catalog;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads defaults that information_schema does not report exactly: it truncates literals of binary columns at the first zero byte, prints a question
 * mark for a character beyond U+FFFF, and omits expressions of strings in a table that CREATE TABLE … SELECT created. An outer join without rows
 * returns the exact literals of nullable columns. Those of the others need a row of the table, or are read from SHOW CREATE TABLE if they are bytes of
 * UTF-8.
 */
final class MySqlDefaultsReader {

    private static final String UNKNOWN = String.valueOf(ColumnDefinition.UNKNOWN_CHARACTER);

    /** Replaces bytes that are not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private final Connection connection;

    MySqlDefaultsReader(Connection connection) {
        this.connection = connection;
    }

    /** Returns the defaults of binary columns as {@code 0x…}, or {@link ColumnDefinition#UNKNOWN_CHARACTER}. */
    Map<String, String> bytes(TableId table, List<String> columns) throws SQLException {
        Map<String, String> defaults = read(table, columns, "HEX(DEFAULT(t.%s))", digits -> "0x" + digits);
        if (defaults.containsValue(UNKNOWN)) {
            Map<String, String> declared = declared(table);
            defaults.replaceAll((column, bytes) ->
                    bytes.equals(UNKNOWN) ? declaredBytes(declared.get(column)).orElse(UNKNOWN) : bytes);
        }
        return defaults;
    }

    /** Returns the expressions that are the defaults of columns. */
    Map<String, String> expressions(TableId table, List<String> columns) throws SQLException {
        Map<String, String> declared = columns.isEmpty() ? Map.of() : declared(table);
        return columns.stream()
                .filter(column -> declared.getOrDefault(column, "").startsWith("("))
                .collect(Collectors.toMap(column -> column, column -> {
                    String text = declared.getOrDefault(column, "");
                    return text.substring(1, text.length() - 1);
                }));
    }

    /** Returns the bytes of a literal; empty if one of its characters may replace another. */
    private static Optional<String> declaredBytes(@Nullable String literal) {
        return Optional.ofNullable(literal)
                .filter(text -> text.startsWith("'") && text.indexOf('?') < 0 && text.indexOf(REPLACEMENT) < 0)
                .flatMap(PrintedDefault::unquoted)
                .map(text -> "0x" + HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8)));
    }

    private Map<String, String> declared(TableId table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW CREATE TABLE " + Identifiers.quoteSource(table))) {
            return row.next() ? DeclaredDefaults.of(row.getString(2)) : Map.of();
        }
    }

    /** Returns the defaults of string, ENUM and SET columns, or {@link ColumnDefinition#UNKNOWN_CHARACTER}. */
    Map<String, String> strings(TableId table, List<String> columns) throws SQLException {
        return read(
                table,
                columns,
                "HEX(CONVERT(DEFAULT(t.%s) USING utf8mb4))",
                digits -> new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8));
    }

    private Map<String, String> read(
            TableId table, List<String> columns, String expression, Function<String, String> decoder)
            throws SQLException {
        Map<String, String> defaults = new HashMap<>();
        if (columns.isEmpty()) {
            return defaults;
        }
        columns.forEach(column -> defaults.put(column, UNKNOWN));
        String quoted = Identifiers.quoteSource(table);
        for (String from :
                List.of("(SELECT 1) AS one LEFT JOIN " + quoted + " AS t ON FALSE", quoted + " AS t LIMIT 1")) {
            String query = columns.stream()
                    .map(column -> String.format(expression, Identifiers.quoteSource(column)))
                    .collect(Collectors.joining(", ", "SELECT ", " FROM " + from));
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                boolean found = row.next();
                for (int i = 0; found && i < columns.size(); i++) {
                    String digits = row.getString(i + 1);
                    if (digits != null) {
                        defaults.put(columns.get(i), decoder.apply(digits));
                    }
                }
            }
        }
        return defaults;
    }
}
