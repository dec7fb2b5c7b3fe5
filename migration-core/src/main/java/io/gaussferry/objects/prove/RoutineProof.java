package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.translate.Parameter;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Proves a function or procedure by calls with the same arguments on both sides: results, OUT parameters, result sets, errors. */
final class RoutineProof {

    private static final int LONGEST_CALL_SECONDS = 10;

    /** MySQL's SQLSTATE of a statement that a read-only transaction refuses. */
    private static final String READ_ONLY = "25006";

    private final Connection source;
    private final Connection target;
    private final ArgumentSamples samples;
    private final Effects effects;
    private final PinnedClock clock;

    /** @param effects compares the changes of calls */
    RoutineProof(Connection source, Connection target, ArgumentSamples samples, Effects effects, PinnedClock clock) {
        this.source = source;
        this.target = target;
        this.samples = samples;
        this.effects = effects;
        this.clock = clock;
    }

    /**
     * The outcome of a call.
     *
     * @param failure the SQLSTATE of its error; null for none
     * @param message the error, with marked values; empty for none
     * @param values the result of a function, or the OUT parameters
     * @param rows the result sets
     */
    private record Outcome(
            @Nullable String failure, String message, List<@Nullable String> values, List<RowDigest> rows) {

        private static Outcome failed(SQLException failure) {
            return new Outcome(
                    String.valueOf(failure.getSQLState()), RowValueMarks.message(failure), List.of(), List.of());
        }
    }

    Proof prove(Translated routine) throws SQLException {
        int succeeded = 0;
        String onSourceOnly = "";
        int calls = 0;
        for (List<@Nullable String> arguments : samples.calls(routine.parameters())) {
            calls++;
            List<ValueKind> columns = new ArrayList<>();
            Savepoint before = target.setSavepoint();
            effects.start();
            clock.pin();
            Outcome expected = onSource(routine, arguments, columns);
            Outcome found = onTarget(routine, arguments, columns, before);
            if (READ_ONLY.equals(expected.failure)) {
                target.rollback(before);
                return new Proof(ObjectState.COMPILES, "it needs a transaction that may write");
            }
            String difference = difference(expected, found);
            if (expected.failure != null && found.failure == null) {
                onSourceOnly = onSourceOnly.isEmpty() ? "call " + calls + ": " + difference : onSourceOnly;
                difference = null;
            }
            if (difference == null && expected.failure == null) {
                difference = effects.difference();
            }
            effects.undo();
            target.rollback(before);
            if (difference != null) {
                return new Proof(ObjectState.DIFFERS, "call " + calls + ": " + difference);
            }
            succeeded += expected.failure == null ? 1 : 0;
        }
        if (succeeded > 0 && !onSourceOnly.isEmpty()) {
            return new Proof(ObjectState.DIFFERS, onSourceOnly);
        }
        return succeeded == 0
                ? new Proof(
                        ObjectState.COMPILES,
                        "none of " + calls + " calls with sampled arguments succeeds on the source"
                                + (onSourceOnly.isEmpty() ? "" : "; " + onSourceOnly))
                : new Proof(
                        ObjectState.EXECUTED,
                        calls + " calls equal" + effects.description()
                                + (succeeded < calls ? ", " + (calls - succeeded) + " of them fail" : ""));
    }

    private static @Nullable String difference(Outcome expected, Outcome found) {
        if (expected.failure != null || found.failure != null) {
            if (expected.failure != null && found.failure != null) {
                return null;
            }
            return expected.failure != null
                    ? "fails on the source only (" + expected.message + ")"
                    : "fails on the target only (" + found.message + ")";
        }
        for (int i = 0; i < expected.values.size(); i++) {
            String value = expected.values.get(i);
            if (value == null ? found.values.get(i) != null : !value.equals(found.values.get(i))) {
                return "value " + (i + 1) + " differs: "
                        + RowValueMarks.marked(value + " on the source, " + found.values.get(i) + " on the target");
            }
        }
        return expected.rows.equals(found.rows)
                ? null
                : "the rows differ: " + rows(expected) + " on the source, " + rows(found) + " on the target";
    }

    private static String rows(Outcome outcome) {
        return outcome.rows.stream()
                .map(set -> String.valueOf(set.rows()))
                .collect(Collectors.joining(" and ", "", outcome.rows.isEmpty() ? "none" : ""));
    }

    private static ValueKind kind(Parameter parameter) {
        return ValueKind.of(parameter.source().type().name());
    }

    // source

    private Outcome onSource(Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        try (Statement statement = source.createStatement()) {
            statement.setQueryTimeout(LONGEST_CALL_SECONDS);
            return routine.object().kind() == ObjectKind.FUNCTION
                    ? functionOfSource(statement, routine, arguments, columns)
                    : procedureOfSource(statement, routine, arguments, columns);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return Outcome.failed(e);
        }
    }

    private static Outcome functionOfSource(
            Statement statement, Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        String list = arguments.stream().map(RoutineProof::ofMySql).collect(Collectors.joining(", "));
        try (ResultSet row = statement.executeQuery(
                "SELECT " + Identifiers.quoteSource(routine.object().name()) + "(" + list + ")")) {
            columns.add(ValueKind.of(row.getMetaData(), 1));
            row.next();
            List<@Nullable String> value = new ArrayList<>();
            value.add(columns.get(0).ofSource(row, 1));
            return new Outcome(null, "", value, List.of());
        }
    }

    private static Outcome procedureOfSource(
            Statement statement, Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        List<String> list = new ArrayList<>();
        List<String> results = new ArrayList<>();
        List<Parameter> returned = new ArrayList<>();
        int next = 0;
        for (Parameter parameter : routine.parameters()) {
            String value = parameter.mode() == Parameter.Mode.OUT ? "NULL" : ofMySql(arguments.get(next++));
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
        List<RowDigest> rows = new ArrayList<>();
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
                    rows.add(ViewProof.digest(set, columns, true));
                }
            }
            hasRows = statement.getMoreResults();
        }
        List<@Nullable String> values = new ArrayList<>();
        if (!results.isEmpty()) {
            try (ResultSet row = statement.executeQuery("SELECT " + String.join(", ", results))) {
                row.next();
                for (int i = 0; i < results.size(); i++) {
                    values.add(kind(returned.get(i)).common(row.getString(i + 1)));
                }
            }
        }
        return new Outcome(null, "", values, rows);
    }

    private static String ofMySql(@Nullable String value) {
        return value == null ? "NULL" : "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    // target

    private Outcome onTarget(
            Translated routine, List<@Nullable String> arguments, List<ValueKind> columns, Savepoint before)
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
            target.rollback(before);
            return Outcome.failed(e);
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

    private static String ofTarget(@Nullable String value, Parameter parameter) {
        return "CAST(" + (value == null ? "NULL" : Identifiers.literal(value)) + " AS " + parameter.type() + ")";
    }

    private Outcome functionOfTarget(Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setQueryTimeout(LONGEST_CALL_SECONDS);
            try (ResultSet row = statement.executeQuery(
                    "SELECT " + Identifiers.quoteTarget(routine.name()) + "(" + list(routine, arguments) + ")")) {
                row.next();
                ValueKind kind = columns.isEmpty() ? ValueKind.TEXT : columns.get(0);
                List<@Nullable String> value = new ArrayList<>();
                value.add(kind.ofTarget(row, 1));
                return new Outcome(null, "", value, List.of());
            }
        }
    }

    private Outcome rowsOfTarget(Translated routine, List<@Nullable String> arguments, List<ValueKind> columns)
            throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setQueryTimeout(LONGEST_CALL_SECONDS);
            try (ResultSet set = statement.executeQuery("SELECT * FROM " + Identifiers.quoteTarget(routine.name()) + "("
                    + list(routine, arguments) + ")")) {
                List<ValueKind> kinds = new ArrayList<>(columns);
                while (kinds.size() < set.getMetaData().getColumnCount()) {
                    kinds.add(ValueKind.TEXT);
                }
                RowDigest digest = ViewProof.digest(set, kinds, false);
                // a procedure may reach no SELECT, and then returns no result set
                boolean none = columns.isEmpty() && digest.rows() == 0;
                return new Outcome(null, "", List.of(), none ? List.of() : List.of(digest));
            }
        }
    }

    /** Calls a procedure; the server returns the OUT parameters as a row. */
    private Outcome procedureOfTarget(Translated routine, List<@Nullable String> arguments) throws SQLException {
        List<String> list = new ArrayList<>();
        List<ValueKind> kinds = new ArrayList<>();
        int next = 0;
        for (Parameter parameter : routine.parameters()) {
            list.add(ofTarget(parameter.mode() == Parameter.Mode.OUT ? null : arguments.get(next++), parameter));
            if (parameter.mode().returns()) {
                kinds.add(kind(parameter));
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
            return new Outcome(null, "", values, List.of());
        }
    }
}
