package io.gaussferry.e2e.definitions;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Copies a few rows, as literals that the target parses by the types of its columns. */
final class RowTransfer {

    private RowTransfer() {}

    static void copy(Connection source, Connection target, TableDefinition table) throws SQLException {
        String columns = table.columns().stream().map(RowTransfer::selected).collect(Collectors.joining(", "));
        try (Statement select = source.createStatement();
                Statement insert = target.createStatement();
                ResultSet rows =
                        select.executeQuery("SELECT " + columns + " FROM " + Identifiers.quoteSource(table.id()))) {
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 0; i < table.columns().size(); i++) {
                    values.add(literal(table.columns().get(i), rows.getString(i + 1)));
                }
                String names = table.columns().stream()
                        .map(column -> Identifiers.quoteTarget(column.name()))
                        .collect(Collectors.joining(", "));
                insert.execute("INSERT INTO " + Identifiers.quoteTarget(table.targetId()) + " (" + names + ") VALUES ("
                        + String.join(", ", values) + ")");
            }
        }
    }

    private static String selected(ColumnDefinition column) {
        String name = Identifiers.quoteSource(column.name());
        return switch (column.type()) {
            case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> "HEX(" + name + ")";
            case BIT -> "LPAD(BIN(" + name + " + 0), " + column.length() + ", '0')";
            case DATE, TIME, DATETIME, TIMESTAMP, YEAR -> "CAST(" + name + " AS CHAR)";
            default -> name;
        };
    }

    private static String literal(ColumnDefinition column, @Nullable String value) {
        if (value == null) {
            return "NULL";
        }
        return switch (column.type()) {
            case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> Identifiers.literal("\\x" + value);
            case BIT -> "B'" + value + "'";
            case TIMESTAMP -> "'" + value + "+00'";
            default -> Identifiers.literal(value);
        };
    }
}
