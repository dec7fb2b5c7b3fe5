package io.gaussferry.objects.prove;

import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.translate.Parameter;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.objects.translate.UnorderedAggregate;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Calls routines on the target. */
final class TargetCall {

    private static final int LONGEST_CALL_SECONDS = SourceCall.LONGEST_CALL_SECONDS;

    private static final String NUMBER = "-?\\d+(\\.\\d+)?";

    private final Connection target;
    private final Set<UnorderedAggregate> aggregates;

    /** @param aggregates whose results depend on the order of the rows */
    TargetCall(Connection target, Set<UnorderedAggregate> aggregates) {
        this.target = target;
        this.aggregates = aggregates;
    }

    /** @param before the savepoint to which a failure rolls back; null with autocommit */
    CallOutcome of(
            Translated routine, List<@Nullable String> arguments, List<ValueKind> columns, @Nullable Savepoint before)
            throws SQLException {
        try {
            if (routine.object().kind() == ObjectKind.FUNCTION) {
                return functionOfTarget(routine, arguments, columns);
            }
            return routine.returnsRows()
                    ? rowsOfTarget(routine, arguments, columns)
                    : procedureOfTarget(routine, arguments);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            if (before != null) {
                target.rollback(before);
            }
            return CallOutcome.failed(e);
        }
    }

    private static String list(Translated routine, List<@Nullable String> arguments) {
        List<String> list = new ArrayList<>();
        int next = 0;
        for (Parameter parameter : routine.parameters()) {
            if (parameter.mode() != Parameter.Mode.OUT) {
                list.add(ofTarget(arguments.get(next++), parameter));
            }
        }
        return String.join(", ", list);
    }

    /** Writes an argument as the target reads it without changing it: its {@code numeric} without digits has no decimals. */
    private static String ofTarget(@Nullable String value, Parameter parameter) {
        String type = parameter.argumentType();
        return type.equals("numeric") && value != null && value.matches(NUMBER)
                ? "(" + value + ")"
                : "CAST(" + (value == null ? "NULL" : Identifiers.literal(value)) + " AS " + type + ")";
    }

    private CallOutcome functionOfTarget(Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setQueryTimeout(LONGEST_CALL_SECONDS);
            try (ResultSet row = statement.executeQuery(
                    "SELECT " + Identifiers.quoteTarget(routine.name()) + "(" + list(routine, arguments) + ")")) {
                row.next();
                ValueKind kind = columns.isEmpty() ? ValueKind.TEXT : columns.get(0);
                List<@Nullable String> value = new ArrayList<>();
                value.add(kind.ofTarget(row, 1));
                return new CallOutcome(null, value, List.of(), ExecutionWarnings.ofTarget(statement));
            }
        }
    }

    private CallOutcome rowsOfTarget(Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setQueryTimeout(LONGEST_CALL_SECONDS);
            try (ResultSet set = statement.executeQuery("SELECT * FROM " + Identifiers.quoteTarget(routine.name()) + "("
                    + list(routine, arguments) + ")")) {
                List<ValueKind> kinds = new ArrayList<>(columns);
                while (kinds.size() < set.getMetaData().getColumnCount()) {
                    kinds.add(ValueKind.TEXT);
                }
                ComparedRows digest = ComparedRows.read(set, kinds, false, aggregates);
                // a procedure may reach no SELECT, and then returns no result set
                boolean none = columns.isEmpty() && digest.rows() == 0;
                return new CallOutcome(
                        null, List.of(), none ? List.of() : List.of(digest), ExecutionWarnings.ofTarget(statement));
            }
        }
    }

    /** Calls a procedure; the server returns the OUT parameters as a row. */
    private CallOutcome procedureOfTarget(Translated routine, List<@Nullable String> arguments) throws SQLException {
        List<String> list = new ArrayList<>();
        List<ValueKind> kinds = new ArrayList<>();
        int next = 0;
        for (Parameter parameter : routine.parameters()) {
            list.add(ofTarget(parameter.mode() == Parameter.Mode.OUT ? null : arguments.get(next++), parameter));
            if (parameter.mode().returns()) {
                kinds.add(RoutineProof.kind(parameter));
            }
        }
        try (Statement statement = target.createStatement()) {
            statement.setQueryTimeout(LONGEST_CALL_SECONDS);
            boolean hasRow = statement.execute(
                    "CALL " + Identifiers.quoteTarget(routine.name()) + "(" + String.join(", ", list) + ")");
            List<@Nullable String> values = new ArrayList<>();
            if (!kinds.isEmpty() && hasRow) {
                try (ResultSet row = statement.getResultSet()) {
                    row.next();
                    for (int i = 0; i < kinds.size(); i++) {
                        values.add(kinds.get(i).ofTarget(row, i + 1));
                    }
                }
            }
            return new CallOutcome(null, values, List.of(), ExecutionWarnings.ofTarget(statement));
        }
    }
}
