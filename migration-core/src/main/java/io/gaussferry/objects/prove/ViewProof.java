package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.objects.translate.UnorderedAggregate;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Proves a view by all of its rows. */
final class ViewProof {

    private static final int FETCHED = 1_000;

    private final Connection source;
    private final Connection target;
    private final PinnedClock clock;

    ViewProof(Connection source, Connection target) {
        this.source = source;
        this.target = target;
        this.clock = new PinnedClock(source, target);
    }

    /** @param aggregates whose results depend on the order of the rows */
    Proof prove(Translated view, Set<UnorderedAggregate> aggregates) throws SQLException {
        List<ValueKind> kinds = new ArrayList<>();
        ComparedRows expected;
        boolean hasWarned;
        clock.pin();
        try {
            expected = ofSource(view, kinds, aggregates);
            try (Statement statement = source.createStatement()) {
                hasWarned = ExecutionWarnings.ofSource(statement);
            }
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return Proof.of(ObjectState.COMPILES, "the source refuses to read it (SQLSTATE " + e.getSQLState() + ")");
        }
        Savepoint before = target.setSavepoint();
        try (Statement statement = target.createStatement()) {
            statement.setFetchSize(FETCHED);
            ComparedRows found;
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + Identifiers.quoteTarget(view.name()))) {
                found = ComparedRows.read(rows, kinds, false, aggregates);
            }
            ProofDifference warning = ExecutionWarnings.difference(hasWarned, ExecutionWarnings.ofTarget(statement));
            if (warning != null) {
                return warning.proof("");
            }
            if (!expected.isEqual(found)) {
                String difference = expected.exact().difference(found.exact(), names(view));
                return expected.isEqualWithoutOrder(found)
                        ? Proof.of(
                                ObjectState.COMPILES,
                                difference + ", by the order of " + UnorderedValues.words(aggregates)
                                        + "; the rows are otherwise equal")
                        : new ProofDifference(difference, ProofDifference.Cause.VALUES).proof("");
            }
            return expected.rows() == 0
                    ? Proof.ofNothing("it has no rows on either side, which proves nothing")
                    : Proof.of(ObjectState.EXECUTED, expected.rows() + " rows equal");
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return ProofDifference.failure("the target refuses to read it: " + RowValueMarks.message(e))
                    .proof("");
        } finally {
            target.rollback(before);
        }
    }

    private static List<String> names(Translated view) {
        return view.object().columns().stream()
                .map(SourceObject.ViewColumn::name)
                .toList();
    }

    private ComparedRows ofSource(Translated view, List<ValueKind> kinds, Set<UnorderedAggregate> aggregates)
            throws SQLException {
        try (Statement statement = source.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(
                    "SELECT * FROM " + Identifiers.quoteSource(view.object().name()))) {
                ResultSetMetaData metadata = rows.getMetaData();
                for (int i = 1; i <= metadata.getColumnCount(); i++) {
                    kinds.add(ValueKind.of(metadata, i));
                }
                return ComparedRows.read(rows, kinds, true, aggregates);
            }
        }
    }
}
