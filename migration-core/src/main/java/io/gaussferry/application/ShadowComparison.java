package io.gaussferry.application;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.objects.prove.ExecutionFailures;
import io.gaussferry.objects.prove.RowDigest;
import io.gaussferry.objects.prove.ValueKind;
import io.gaussferry.schema.Identifiers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.text.Normalizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Executes a query in the snapshots of both sides, and compares the results. Keeps no rows. */
final class ShadowComparison {

    private static final int FETCHED = 1_000;
    /** Digits of a DOUBLE that do not depend on the order of additions. */
    private static final MathContext DOUBLE_DIGITS = new MathContext(12);

    /** Digits of a FLOAT that openGauss prints as MySQL does. */
    private static final MathContext FLOAT_DIGITS = new MathContext(6);

    private static final Pattern MARKS = Pattern.compile("\\p{M}+");

    private final Connection source;
    private final Connection target;
    private final Duration timeout;
    /** The state of the target's transaction to which a failed query returns; null before the first query. */
    private @Nullable Savepoint before;

    private String schema = "";

    /** @param timeout of each execution, with reading the rows */
    ShadowComparison(Connection source, Connection target, Duration timeout) {
        this.source = source;
        this.target = target;
        this.timeout = timeout;
    }

    /** Thrown if reading the rows takes longer than the timeout. */
    private static final class RowsTimeout extends SQLTimeoutException {
        private static final long serialVersionUID = 1L;
    }

    /** A side's result. */
    private static final class Result {
        private final List<String> names = new ArrayList<>();
        private final RowDigest exact;
        private final RowDigest rounded;
        /** Without case, accents and blanks at the end, which collations ignore. */
        private final RowDigest folded;

        private String types = "";
        private long nanos;

        private Result(int columns) {
            this.exact = new RowDigest(columns);
            this.rounded = new RowDigest(columns);
            this.folded = new RowDigest(columns);
        }
    }

    /**
     * The parts of a result that its query defines.
     *
     * @param isOrdered whether ORDER BY defines the order of all rows
     * @param isOpen whether it leaves its rows or values open
     * @param returnsAnyOfEqual whether it returns any of the strings that a collation treats as equal
     */
    record Definition(boolean isOrdered, boolean isOpen, boolean returnsAnyOfEqual) {}

    /** The form in which the values of a column are compared. */
    private record Form(ValueKind kind, int scale) {}

    /**
     * Compares a query.
     *
     * @param sourceSql the query as the application sends it
     * @param targetSql the target's
     * @param schema of names without one on the target; empty for none
     * @param definition the parts of the result that the query defines
     */
    ShadowResult compare(String sourceSql, String targetSql, String schema, Definition definition) throws SQLException {
        Savepoint clean = savepoint(schema);
        List<Form> forms = new ArrayList<>();
        Result expected;
        try {
            expected = ofSource(sourceSql, forms);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return ShadowResult.skipped(
                    isTimeout(e) || SourceDialect.of(source).isQueryLimit(e)
                            ? "the source takes longer than " + timeout.toSeconds() + " s"
                            : "the source refuses it (SQLSTATE " + e.getSQLState() + ")");
        }
        try {
            Optional<Result> found = ofTarget(targetSql, forms);
            if (found.isEmpty()) {
                return result(ShadowOutcome.DIFFERS, "another number of columns", expected, 0);
            }
            ShadowResult result = compare(expected, found.get(), definition);
            return result.isSlower()
                    ? result.with(
                            List.of(QueryPlans.ofSource(source, sourceSql), QueryPlans.ofTarget(target, targetSql)))
                    : result;
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            target.rollback(clean);
            if (!isTimeout(e)) {
                return result(ShadowOutcome.DIFFERS, "the target refuses it: " + RowValueMarks.message(e), expected, 0);
            }
            return slow(sourceSql, targetSql, expected);
        }
    }

    /**
     * Returns the savepoint after which names without a schema are those of {@code used}. A query that succeeds changes nothing, so that all queries
     * of a schema share one: nested savepoints make each next statement slower.
     */
    private Savepoint savepoint(String used) throws SQLException {
        if (before == null || !used.equals(schema)) {
            Sql.execute(
                    target,
                    "SET LOCAL search_path " + (used.isEmpty() ? "TO DEFAULT" : "= " + Identifiers.quoteTarget(used)));
            before = target.setSavepoint();
            schema = used;
        }
        return before;
    }

    private ShadowResult slow(String sourceSql, String targetSql, Result expected) throws SQLException {
        ShadowResult result = result(
                ShadowOutcome.SKIPPED,
                "the target takes longer than " + timeout.toSeconds() + " s",
                expected,
                timeout.toNanos());
        return result.isSlower()
                ? result.with(List.of(QueryPlans.ofSource(source, sourceSql), QueryPlans.ofTarget(target, targetSql)))
                : result;
    }

    private static ShadowResult compare(Result expected, Result found, Definition definition) {
        boolean isOrdered = definition.isOrdered();
        boolean mayFold = definition.returnsAnyOfEqual();
        if (definition.isOpen() && expected.exact.rows() == found.exact.rows()) {
            return result(ShadowOutcome.OPEN, "", expected, found.nanos);
        }
        boolean isEqual = isOrdered ? expected.exact.hasOrderOf(found.exact) : expected.exact.equals(found.exact);
        if (isEqual) {
            return result(ShadowOutcome.EQUAL, found.types, expected, found.nanos);
        }
        boolean isRounded =
                isOrdered ? expected.rounded.hasOrderOf(found.rounded) : expected.rounded.equals(found.rounded);
        if (isRounded) {
            return result(
                    ShadowOutcome.DIGITS,
                    expected.exact.difference(found.exact, expected.names),
                    expected,
                    found.nanos);
        }
        if (mayFold && expected.folded.equals(found.folded)) {
            return result(
                    ShadowOutcome.OPEN, "other strings that the collation treats as equal", expected, found.nanos);
        }
        String difference = expected.rounded.equals(found.rounded)
                ? "the rows are equal, in another order"
                : expected.rounded.difference(found.rounded, expected.names);
        String types = found.types.isEmpty() ? "" : "; " + found.types;
        return result(ShadowOutcome.DIFFERS, difference + types, expected, found.nanos);
    }

    private static ShadowResult result(ShadowOutcome outcome, String detail, Result expected, long targetNanos) {
        return new ShadowResult(outcome, detail, expected.exact.rows(), expected.nanos, targetNanos, List.of());
    }

    private Result ofSource(String sql, List<Form> forms) throws SQLException {
        try (Statement statement = source.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE);
            statement.setEscapeProcessing(false);
            long start = System.nanoTime();
            try (ResultSet rows = statement.executeQuery(sql)) {
                ResultSetMetaData metadata = rows.getMetaData();
                for (int i = 1; i <= metadata.getColumnCount(); i++) {
                    forms.add(new Form(ValueKind.of(metadata, i).asRead(), metadata.getScale(i)));
                }
                return read(rows, forms, true, start);
            }
        }
    }

    private Optional<Result> ofTarget(String sql, List<Form> forms) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setFetchSize(FETCHED);
            statement.setEscapeProcessing(false);
            statement.setQueryTimeout((int) timeout.toSeconds());
            long start = System.nanoTime();
            try (ResultSet rows = statement.executeQuery(sql)) {
                if (rows.getMetaData().getColumnCount() != forms.size()) {
                    return Optional.empty();
                }
                Result result = read(rows, forms, false, start);
                result.types =
                        ResultTypes.difference(forms.stream().map(Form::kind).toList(), rows.getMetaData());
                return Optional.of(result);
            }
        }
    }

    private Result read(ResultSet rows, List<Form> forms, boolean ofSource, long start) throws SQLException {
        Result result = new Result(forms.size());
        for (int i = 1; i <= forms.size(); i++) {
            result.names.add(rows.getMetaData().getColumnLabel(i));
        }
        long end = start + timeout.toNanos();
        while (rows.next()) {
            List<@Nullable String> exact = new ArrayList<>();
            List<@Nullable String> rounded = new ArrayList<>();
            List<@Nullable String> folded = new ArrayList<>();
            for (int i = 0; i < forms.size(); i++) {
                ValueKind kind = forms.get(i).kind();
                String value = ofSource ? kind.ofSource(rows, i + 1) : kind.ofTarget(rows, i + 1);
                String number = value == null ? null : rounded(value, forms.get(i));
                exact.add(kind == ValueKind.FIXED ? rows.getString(i + 1) : value);
                rounded.add(number);
                folded.add(number == null ? null : folded(number));
            }
            result.exact.add(exact);
            result.rounded.add(rounded);
            result.folded.add(folded);
            if (result.exact.rows() % FETCHED == 0 && System.nanoTime() - end > 0) {
                if (ofSource) {
                    // the driver would read the rest of the rows when it closes the result
                    rows.getStatement().cancel();
                }
                throw new RowsTimeout();
            }
        }
        result.nanos = System.nanoTime() - start;
        return result;
    }

    /** Returns a number with the digits that the source computes, and without those that depend on the order of additions. */
    private static String rounded(String value, Form form) {
        try {
            return switch (form.kind()) {
                case DECIMAL ->
                    new BigDecimal(value)
                            .setScale(form.scale(), RoundingMode.HALF_UP)
                            .toPlainString();
                case DOUBLE -> rounded(value, DOUBLE_DIGITS);
                case FLOAT -> rounded(value, FLOAT_DIGITS);
                case INTEGER, YEAR, BITS, TEMPORAL, BYTES, GEOMETRY, FIXED, TEXT -> value;
            };
        } catch (NumberFormatException e) {
            return value;
        }
    }

    private static String folded(String text) {
        return MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFD))
                .replaceAll("")
                .stripTrailing()
                .toLowerCase(Locale.ROOT);
    }

    private static String rounded(String value, MathContext digits) {
        return new BigDecimal(value).round(digits).stripTrailingZeros().toString();
    }

    /** SQLSTATE 57014 is the cancellation on the target. */
    private static boolean isTimeout(SQLException e) {
        return e instanceof SQLTimeoutException || "57014".equals(e.getSQLState());
    }
}
