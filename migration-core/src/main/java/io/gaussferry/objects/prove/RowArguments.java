package io.gaussferry.objects.prove;

import io.gaussferry.objects.translate.Parameter;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Arguments that belong together: values of one row of a table for all parameters that the routine compares with its columns, and values of a
 * new row for those that it inserts.
 */
final class RowArguments {

    private static final int ROWS = 4;
    private static final int TABLES = 4;
    private static final int NEW_ROWS = 2;

    private static final String COLUMN = "([\\w`.$]+)";
    private static final String FUNCTION =
            "\\b(YEAR|MONTH|DAY|DAYOFMONTH|DATE|QUARTER|WEEK|HOUR|DAYOFWEEK|WEEKDAY|LOWER|UPPER|DATE_FORMAT|DAYNAME|MONTHNAME)";

    private final ColumnSamples samples;
    private final List<Parameter> given;
    private final String sql;
    /** The columns with which parameters are compared. The search reads all the SQL. */
    private final Map<String, Set<String>> compared = new HashMap<>();

    /**
     * @param given the IN and INOUT parameters
     * @param sql the routine's, in which parameters are compared with columns
     */
    RowArguments(ColumnSamples samples, List<Parameter> given, String sql) {
        this.samples = samples;
        this.given = given;
        this.sql = sql;
    }

    /** Returns the arguments of calls; null for NULL. */
    List<List<@Nullable String>> calls() throws SQLException {
        List<SampledRows> sampled = new ArrayList<>();
        for (TableDefinition table : samples.tables()) {
            Map<Integer, String> expressions = expressions(table);
            if (!expressions.isEmpty() && sampled.size() < TABLES) {
                List<String> selected = new ArrayList<>(expressions.values());
                List<List<@Nullable String>> rows = new ArrayList<>(samples.rows(table, selected, false, ROWS));
                rows.addAll(samples.rows(table, selected, true, ROWS));
                sampled.add(new SampledRows(table, new ArrayList<>(expressions.keySet()), rows));
            }
        }
        List<@Nullable String> usual = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            usual.add(usual(i, sampled));
        }
        List<List<@Nullable String>> calls = new ArrayList<>();
        calls.add(usual);
        for (SampledRows rows : sampled) {
            for (List<@Nullable String> row : rows.rows()) {
                add(calls, usual, rows.parameters(), row);
            }
            addNew(calls, usual, rows.table());
        }
        return calls;
    }

    /**
     * Rows of a table.
     *
     * @param parameters the positions of the parameters that the row's values are for
     */
    private record SampledRows(TableDefinition table, List<Integer> parameters, List<List<@Nullable String>> rows) {}

    /** Returns a value of the first table that has one for a parameter, or a usual one of its type. */
    private @Nullable String usual(int parameter, List<SampledRows> sampled) {
        for (SampledRows rows : sampled) {
            int column = rows.parameters().indexOf(parameter);
            for (List<@Nullable String> row : column < 0 ? List.<List<@Nullable String>>of() : rows.rows()) {
                if (row.get(column) != null) {
                    return row.get(column);
                }
            }
        }
        return usual(given.get(parameter));
    }

    private static void add(
            List<List<@Nullable String>> calls,
            List<@Nullable String> usual,
            List<Integer> parameters,
            List<@Nullable String> row) {
        List<@Nullable String> call = new ArrayList<>(usual);
        int next = 0;
        for (int parameter : parameters) {
            call.set(parameter, row.get(next++));
        }
        if (!calls.contains(call)) {
            calls.add(call);
        }
    }

    /** Adds calls that may insert a row: keys that no row has, and otherwise the values of a row. */
    private void addNew(List<List<@Nullable String>> calls, List<@Nullable String> usual, TableDefinition table)
            throws SQLException {
        Map<Integer, ColumnDefinition> inserted = new LinkedHashMap<>();
        for (int i = 0; i < given.size(); i++) {
            for (ColumnDefinition column : table.columns()) {
                if (isInserted(given.get(i), column)) {
                    inserted.putIfAbsent(i, column);
                }
            }
        }
        for (int row = 1; row <= NEW_ROWS && !inserted.isEmpty(); row++) {
            List<@Nullable String> call = new ArrayList<>(usual);
            for (Map.Entry<Integer, ColumnDefinition> entry : inserted.entrySet()) {
                ColumnDefinition column = entry.getValue();
                boolean refers = table.extras().foreignKeys().stream()
                        .anyMatch(key -> key.columns().contains(column.name()));
                List<String> values = samples.values(table, column);
                String value = values.isEmpty() ? null : values.get((row - 1) % values.size());
                if (isKey(table, column)) {
                    value = refers ? samples.unusedParent(table, column, row).orElse(value) : fresh(table, column, row);
                }
                call.set(entry.getKey(), value == null ? usual.get(entry.getKey()) : value);
            }
            calls.add(call);
        }
    }

    private @Nullable String fresh(TableDefinition table, ColumnDefinition column, int row) throws SQLException {
        if (column.type().isInteger()) {
            List<List<@Nullable String>> highest = samples.rows(
                    table,
                    List.of("(SELECT MAX(" + Identifiers.quoteSource(column.name()) + ") FROM "
                            + Identifiers.quoteSource(table.id()) + ")"),
                    false,
                    1);
            String value = highest.isEmpty() ? null : highest.get(0).get(0);
            return value == null
                    ? "1"
                    : new BigInteger(value).add(BigInteger.valueOf(row)).toString();
        }
        String value = "gf" + row;
        return column.type().isText() && column.length() >= value.length() ? value : null;
    }

    private static boolean isKey(TableDefinition table, ColumnDefinition column) {
        return table.indexes().stream()
                .filter(IndexDefinition::unique)
                .flatMap(index -> index.parts().stream())
                .anyMatch(part -> part.column() >= 0 && table.columns().get(part.column()) == column);
    }

    private boolean isInserted(Parameter parameter, ColumnDefinition column) {
        return ArgumentSamples.insertedColumns(sql, parameter.name())
                .contains(column.name().toLowerCase(Locale.ROOT));
    }

    /** Returns what a table's row has for the parameters, by their positions: columns and functions of columns. */
    private Map<Integer, String> expressions(TableDefinition table) {
        Map<String, String> names = new HashMap<>();
        table.columns().stream()
                .filter(column -> !column.type().isBytes())
                .forEach(column ->
                        names.put(column.name().toLowerCase(Locale.ROOT), Identifiers.quoteSource(column.name())));
        Map<Integer, String> expressions = new LinkedHashMap<>();
        for (int i = 0; i < given.size(); i++) {
            Parameter parameter = given.get(i);
            String found = ofFunction(parameter.name(), names);
            for (ColumnDefinition column : found == null ? table.columns() : List.<ColumnDefinition>of()) {
                boolean isMeant = ArgumentSamples.isNamedLike(
                                parameter.name(), column.name(), table.id().name())
                        || compared.computeIfAbsent(
                                        parameter.name(), name -> ArgumentSamples.comparedColumns(sql, name))
                                .contains(column.name().toLowerCase(Locale.ROOT));
                if (found == null && isMeant && ArgumentSamples.isSampledFor(column, parameter.source())) {
                    found = bound(parameter.name(), column, table);
                }
            }
            if (found != null) {
                expressions.put(i, found);
            }
        }
        return expressions;
    }

    private @Nullable String ofFunction(String parameter, Map<String, String> names) {
        Matcher matcher = Pattern.compile(
                        FUNCTION + "\\s*\\(\\s*" + COLUMN + "\\s*(,\\s*'[^']*'\\s*)?\\)\\s*(?:=|<=>|LIKE)\\s*`?"
                                + Pattern.quote(parameter) + "\\b",
                        Pattern.CASE_INSENSITIVE)
                .matcher(sql);
        while (matcher.find()) {
            String column = matcher.group(2).replace("`", "").toLowerCase(Locale.ROOT);
            String name = names.get(column.substring(column.lastIndexOf('.') + 1));
            if (name != null) {
                return matcher.group(1) + "(" + name + (matcher.group(3) == null ? "" : matcher.group(3)) + ")";
            }
        }
        return null;
    }

    /** Returns the column, or the lowest or highest value of a column that must be between two parameters. */
    private String bound(String parameter, ColumnDefinition column, TableDefinition table) {
        String name = Identifiers.quoteSource(column.name());
        String quoted = "`?" + Pattern.quote(parameter) + "\\b";
        String compared = "\\b" + Pattern.quote(column.name()) + "`?\\s*\\)?\\s*";
        String aggregate = is(compared + "(>=?\\s*|BETWEEN\\s+)" + quoted)
                ? "MIN"
                : is(compared + "(<=?\\s*|BETWEEN\\s+\\S+\\s+AND\\s+)" + quoted) ? "MAX" : "";
        return aggregate.isEmpty()
                ? name
                : "(SELECT " + aggregate + "(" + name + ") FROM " + Identifiers.quoteSource(table.id()) + ")";
    }

    private boolean is(String pattern) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE).matcher(sql).find();
    }

    private static @Nullable String usual(Parameter parameter) {
        if (parameter.source().type() == MySqlType.ENUM) {
            return parameter.source().members().isEmpty()
                    ? null
                    : parameter.source().members().get(0);
        }
        List<String> values = ColumnType.of(parameter.source()).samples();
        return values.isEmpty() ? null : values.get(0);
    }
}
