package io.gaussferry.objects.prove;

import io.gaussferry.objects.translate.Parameter;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.type.ColumnType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Chooses arguments for a routine: values of columns that are named like its parameters, and values at the edge of each type. */
final class ArgumentSamples {

    private static final int CALLS = 8;
    private static final int SAMPLED = 5;
    private static final int SAMPLED_TABLES = 3;
    private static final List<String> PREFIXES = List.of("p_", "in_", "i_", "par_", "v_", "_", "p", "in");

    private final Connection source;
    private final Collection<TableDefinition> tables;

    /** @param source a snapshot of the source */
    ArgumentSamples(Connection source, Collection<TableDefinition> tables) {
        this.source = source;
        this.tables = tables;
    }

    /** Returns the arguments of some calls: for each IN and INOUT parameter a value, as both servers read it; null for NULL. */
    List<List<@Nullable String>> calls(List<Parameter> parameters) throws SQLException {
        List<List<@Nullable String>> values = new ArrayList<>();
        for (Parameter parameter : parameters) {
            if (parameter.mode() != Parameter.Mode.OUT) {
                values.add(values(parameter));
            }
        }
        int calls = values.isEmpty() ? 1 : CALLS;
        List<List<@Nullable String>> arguments = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            List<@Nullable String> row = new ArrayList<>();
            for (List<@Nullable String> choice : values) {
                row.add(choice.get(call % choice.size()));
            }
            arguments.add(row);
        }
        return arguments;
    }

    private List<@Nullable String> values(Parameter parameter) throws SQLException {
        Set<@Nullable String> values = new LinkedHashSet<>(sampled(parameter));
        values.addAll(ColumnType.of(parameter.source()).samples());
        values.add(null);
        return new ArrayList<>(values);
    }

    private List<String> sampled(Parameter parameter) throws SQLException {
        List<String> values = new ArrayList<>();
        if (parameter.source().type().isBytes()) {
            return values;
        }
        int read = 0;
        for (TableDefinition table : tables) {
            for (ColumnDefinition column : table.columns()) {
                boolean fits =
                        isNamedLike(parameter.name(), column.name(), table.id().name())
                                && isSampledFor(column, parameter.source());
                if (fits && read < SAMPLED_TABLES) {
                    read++;
                    values.addAll(values(table, column));
                }
            }
        }
        return values;
    }

    private static boolean isSampledFor(ColumnDefinition column, ColumnDefinition parameter) {
        return column.type().isText() && parameter.type().isText()
                || ValueKind.of(column.type().name())
                        == ValueKind.of(parameter.type().name());
    }

    /** Returns whether a parameter's name is a column's, with a usual prefix, or with the table's name before it. */
    static boolean isNamedLike(String parameter, String column, String table) {
        String name = parameter.toLowerCase(Locale.ROOT);
        String known = column.toLowerCase(Locale.ROOT);
        String qualified = table.toLowerCase(Locale.ROOT) + "_" + known;
        if (name.equals(known) || name.equals(qualified)) {
            return true;
        }
        return PREFIXES.stream().anyMatch(prefix -> name.equals(prefix + known) || name.equals(prefix + qualified));
    }

    private List<String> values(TableDefinition table, ColumnDefinition column) throws SQLException {
        List<String> values = new ArrayList<>();
        String name = Identifiers.quoteSource(column.name());
        try (Statement statement = source.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + name + " FROM "
                        + Identifiers.quoteSource(table.id()) + " WHERE " + name + " IS NOT NULL LIMIT " + SAMPLED)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
        }
        return values;
    }
}
