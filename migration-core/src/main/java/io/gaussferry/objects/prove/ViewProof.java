package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.source.SourceObject;
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
import org.jspecify.annotations.Nullable;

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

    Proof prove(Translated view) throws SQLException {
        List<ValueKind> kinds = new ArrayList<>();
        RowDigest expected;
        clock.pin();
        try {
            expected = ofSource(view, kinds);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return new Proof(ObjectState.COMPILES, "the source refuses to read it (SQLSTATE " + e.getSQLState() + ")");
        }
        Savepoint before = target.setSavepoint();
        try {
            RowDigest found = ofTarget(view, kinds);
            if (!expected.equals(found)) {
                return new Proof(ObjectState.DIFFERS, expected.difference(found, names(view)));
            }
            return expected.rows() == 0
                    ? new Proof(ObjectState.COMPILES, "it has no rows on either side, which proves nothing")
                    : new Proof(ObjectState.EXECUTED, expected.rows() + " rows equal");
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return new Proof(ObjectState.DIFFERS, "the target refuses to read it: " + RowValueMarks.message(e));
        } finally {
            target.rollback(before);
        }
    }

    private static List<String> names(Translated view) {
        return view.object().columns().stream()
                .map(SourceObject.ViewColumn::name)
                .toList();
    }

    private RowDigest ofSource(Translated view, List<ValueKind> kinds) throws SQLException {
        try (Statement statement = source.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(
                    "SELECT * FROM " + Identifiers.quoteSource(view.object().name()))) {
                ResultSetMetaData metadata = rows.getMetaData();
                for (int i = 1; i <= metadata.getColumnCount(); i++) {
                    kinds.add(ValueKind.of(metadata, i));
                }
                return digest(rows, kinds, true);
            }
        }
    }

    private RowDigest ofTarget(Translated view, List<ValueKind> kinds) throws SQLException {
        try (Statement statement = target.createStatement()) {
            statement.setFetchSize(FETCHED);
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + Identifiers.quoteTarget(view.name()))) {
                return digest(rows, kinds, false);
            }
        }
    }

    static RowDigest digest(ResultSet rows, List<ValueKind> kinds, boolean ofSource) throws SQLException {
        RowDigest digest = new RowDigest(kinds.size());
        while (rows.next()) {
            List<@Nullable String> row = new ArrayList<>();
            for (int i = 0; i < kinds.size(); i++) {
                row.add(
                        ofSource
                                ? kinds.get(i).ofSource(rows, i + 1)
                                : kinds.get(i).ofTarget(rows, i + 1));
            }
            digest.add(row);
        }
        return digest;
    }
}
