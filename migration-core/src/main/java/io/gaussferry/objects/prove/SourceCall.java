package io.gaussferry.objects.prove;

import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.translate.Parameter;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.objects.translate.UnorderedAggregate;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.MySqlType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Calls routines on the source. */
final class SourceCall {

    /** Longest execution of a call. */
    static final int LONGEST_CALL_SECONDS = 10;

    private final Connection source;
    private final Set<UnorderedAggregate> aggregates;

    /** @param aggregates whose results depend on the order of the rows */
    SourceCall(Connection source, Set<UnorderedAggregate> aggregates) {
        this.source = source;
        this.aggregates = aggregates;
    }

    /** @param columns receives the kinds of a function's result, or of the last result set */
    CallOutcome of(Translated routine, List<@Nullable String> arguments, List<ValueKind> columns) throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.setQueryTimeout(LONGEST_CALL_SECONDS);
            return routine.object().kind() == ObjectKind.FUNCTION
                    ? functionOfSource(statement, routine, arguments, columns)
                    : procedureOfSource(statement, routine, arguments, columns);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return CallOutcome.failed(e);
        }
    }

    private CallOutcome functionOfSource(
            Statement statement, Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            values.add(ofMySql(routine.parameters().get(i), arguments.get(i)));
        }
        String list = String.join(", ", values);
        try (ResultSet row = statement.executeQuery(
                "SELECT " + Identifiers.quoteSource(routine.object().name()) + "(" + list + ")")) {
            columns.add(ValueKind.of(row.getMetaData(), 1));
            row.next();
            List<@Nullable String> value = new ArrayList<>();
            value.add(columns.get(0).ofSource(row, 1));
            row.close();
            return new CallOutcome(null, value, List.of(), warning(statement));
        }
    }

    private CallOutcome procedureOfSource(
            Statement statement, Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        List<String> list = new ArrayList<>();
        List<String> results = new ArrayList<>();
        List<Parameter> returned = new ArrayList<>();
        int next = 0;
        for (Parameter parameter : routine.parameters()) {
            String value = parameter.mode() == Parameter.Mode.OUT ? "NULL" : ofMySql(parameter, arguments.get(next++));
            if (parameter.mode().returns()) {
                String variable = "@gaussferry_" + returned.size();
                statement.execute("SET " + variable + " = " + value);
                returned.add(parameter);
                results.add("CAST(" + variable + " AS CHAR)");
                list.add(variable);
            } else {
                list.add(value);
            }
        }
        List<ComparedRows> rows = new ArrayList<>();
        boolean hasRows = statement.execute(
                "CALL " + Identifiers.quoteSource(routine.object().name()) + "(" + String.join(", ", list) + ")");
        while (hasRows || statement.getUpdateCount() != -1) {
            if (hasRows) {
                try (ResultSet set = statement.getResultSet()) {
                    columns.clear();
                    ResultSetMetaData metadata = set.getMetaData();
                    for (int i = 1; i <= metadata.getColumnCount(); i++) {
                        columns.add(ValueKind.of(metadata, i));
                    }
                    rows.add(ComparedRows.read(set, columns, true, aggregates));
                }
            }
            hasRows = statement.getMoreResults();
        }
        String warning = warning(statement);
        List<@Nullable String> values = new ArrayList<>();
        if (!results.isEmpty()) {
            try (ResultSet row = statement.executeQuery("SELECT " + String.join(", ", results))) {
                row.next();
                for (int i = 0; i < results.size(); i++) {
                    values.add(RoutineProof.kind(returned.get(i)).common(row.getString(i + 1)));
                }
            }
        }
        return new CallOutcome(null, values, rows, warning);
    }

    /** A string for a BIT is the bits of its characters, so that a number remains one. */
    private static String ofMySql(Parameter parameter, @Nullable String value) {
        if (value == null) {
            return "NULL";
        }
        boolean isNumber = parameter.source().type() == MySqlType.BIT && value.matches("-?\\d+");
        return isNumber ? value : SourceSession.literal(value);
    }

    private static @Nullable String warning(Statement statement) throws SQLException {
        return ExecutionWarnings.ofSource(statement) ? "" : null;
    }
}
