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
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads literal defaults that information_schema does not report exactly: it truncates those of binary columns at the first zero
 * byte, and prints a question mark for a character beyond U+FFFF. An outer join without rows returns the exact defaults of
 * nullable columns; the others need a row of the table.
 */
final class MySqlDefaultsReader {

    private final Connection connection;

    MySqlDefaultsReader(Connection connection) {
        this.connection = connection;
    }

    /** Returns the defaults of binary columns as {@code 0x…}, or {@link ColumnDefinition#UNKNOWN_CHARACTER}. */
    Map<String, String> bytes(TableId table, List<String> columns) throws SQLException {
        return read(table, columns, "HEX(DEFAULT(t.%s))", digits -> "0x" + digits);
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
        columns.forEach(column -> defaults.put(column, String.valueOf(ColumnDefinition.UNKNOWN_CHARACTER)));
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
