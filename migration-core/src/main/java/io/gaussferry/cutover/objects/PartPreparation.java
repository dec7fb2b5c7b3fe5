package io.gaussferry.cutover.objects;

import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.cutover.objects.CreatedObjectStore.Entry;
import io.gaussferry.cutover.objects.TablePart.Compared;
import io.gaussferry.cutover.objects.TablePart.PreparedIndex;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.translate.ComputingTrigger;
import io.gaussferry.opengauss.definition.NameQueries;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the parts of tables that replication leaves out, while writers write: compares generated columns and checks with all rows of
 * the target by one query for each table, and creates indexes. A part that the rows or the target do not allow is recorded as manual
 * work, and does not end the cutover. Used by one thread.
 */
final class PartPreparation {

    private static final Logger LOG = LoggerFactory.getLogger(PartPreparation.class);

    /** The class of errors in a statement itself, whose messages contain no value of a row. */
    private static final String OF_STATEMENT = "42";

    private final Connection target;
    private final CreatedObjectStore store;
    private final OwnershipProof proof;
    private final CounterRewrite rewrite;
    private final boolean dolphin;
    private final StepControl control;
    private final PreparationListener listener;

    /** @param target without autocommit; the one of {@code rewrite} */
    PartPreparation(
            Connection target,
            CreatedObjectStore store,
            OwnershipProof proof,
            CounterRewrite rewrite,
            boolean dolphin,
            StepControl control,
            PreparationListener listener) {
        this.target = target;
        this.store = store;
        this.proof = proof;
        this.rewrite = rewrite;
        this.dolphin = dolphin;
        this.control = control;
        this.listener = listener;
    }

    /**
     * Compares and creates all parts; returns a description of the result, empty if there are none.
     *
     * @param limit the longest time for which replication is held while an index is created
     */
    String run(PartPlanner planner, Duration limit) throws SQLException, InterruptedException {
        Map<TableId, List<Compared>> compared = new LinkedHashMap<>();
        List<PreparedIndex> indexes = new ArrayList<>();
        for (TablePart part : planner.parts()) {
            if (part instanceof Compared one) {
                compared.computeIfAbsent(one.table(), unused -> new ArrayList<>())
                        .add(one);
            } else if (part instanceof PreparedIndex index) {
                indexes.add(index);
            } else {
                throw new IllegalStateException("no preparation of " + part.getClass());
            }
        }
        int refused = 0;
        int number = 0;
        for (Map.Entry<TableId, List<Compared>> table : compared.entrySet()) {
            control.check();
            listener.started("generated columns and checks of " + table.getKey(), ++number, compared.size(), 0);
            refused += compare(table.getKey(), table.getValue(), planner.outcomes());
        }
        dropUnknown(planner, indexes);
        number = 0;
        for (PreparedIndex index : indexes) {
            control.check();
            listener.started("index " + index.name(), ++number, indexes.size(), 0);
            refused += create(index, planner.outcomes(), limit) ? 0 : 1;
        }
        int parts = planner.parts().size();
        return parts == 0
                ? ""
                : ", " + parts + " generated columns, checks and indexes compared with the rows, " + refused
                        + " of them by hand";
    }

    /** Returns the number of parts that the rows do not allow. */
    private int compare(TableId table, List<Compared> parts, PartOutcomes outcomes) throws SQLException {
        List<String> reasons = reasons(table, parts);
        int refused = 0;
        proof.hold(target);
        for (int i = 0; i < parts.size(); i++) {
            Compared part = parts.get(i);
            outcomes.record(target, store, part, reasons.get(i), List.of());
            if (!reasons.get(i).isEmpty()) {
                refused++;
                LOG.warn("{} needs manual work: {}", part.name(), reasons.get(i));
            }
        }
        target.commit();
        return refused;
    }

    private List<String> reasons(TableId table, List<Compared> parts) throws SQLException {
        try {
            return read(table, parts);
        } catch (SQLException e) {
            rollBack(e);
            if (parts.size() == 1) {
                return List.of(reason(e));
            }
        }
        List<String> reasons = new ArrayList<>();
        for (Compared part : parts) {
            reasons.addAll(reasons(table, List.of(part)));
        }
        return reasons;
    }

    private List<String> read(TableId table, List<Compared> parts) throws SQLException {
        String counts = parts.stream()
                .map(part -> "count(CASE WHEN " + part.violation() + " THEN 1 END)")
                .collect(Collectors.joining(", "));
        try (Statement statement = target.createStatement()) {
            // the session's plans are those of lookups by key
            statement.execute("SET LOCAL enable_seqscan = on");
            for (String setting : ComputingTrigger.settings(dolphin)) {
                statement.execute("SET LOCAL " + setting);
            }
            List<String> reasons = new ArrayList<>();
            try (ResultSet row =
                    statement.executeQuery("SELECT " + counts + " FROM " + Identifiers.quoteTarget(table))) {
                row.next();
                for (int i = 0; i < parts.size(); i++) {
                    long rows = row.getLong(i + 1);
                    reasons.add(rows == 0 ? "" : parts.get(i).obstacle(rows));
                }
            }
            target.rollback();
            return reasons;
        }
    }

    private void rollBack(SQLException failure) throws SQLException {
        if (SqlFailure.of(failure).mayPass()) {
            throw failure;
        }
        target.rollback();
    }

    private static String reason(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return "the target refuses it" + (state.startsWith(OF_STATEMENT) ? ": " + RowValueMarks.message(failure) : "")
                + " (SQLSTATE " + state + ")";
    }

    /** Drops the indexes that MySQL no longer has, or has in another form. */
    private void dropUnknown(PartPlanner planner, List<PreparedIndex> indexes)
            throws SQLException, InterruptedException {
        List<Entry> known = indexes.stream()
                .flatMap(index -> planner.outcomes().createdIndex(index).stream())
                .toList();
        for (Entry entry : planner.outcomes().createdIndexes()) {
            if (!known.contains(entry)) {
                drop(target, store, proof, entry);
            }
        }
    }

    /** Drops an index that PREPARE has created. */
    static void drop(Connection target, CreatedObjectStore store, OwnershipProof proof, Entry entry)
            throws SQLException {
        for (String sql : entry.action().undo()) {
            Sql.execute(target, sql);
        }
        store.setState(target, Preparation.ID, entry, "UNDONE");
        proof.hold(target);
        target.commit();
    }

    /** Returns false if the target does not get the index. */
    private boolean create(PreparedIndex index, PartOutcomes outcomes, Duration limit)
            throws SQLException, InterruptedException {
        boolean exists = outcomes.createdIndex(index).isPresent()
                && Sql.exists(target, NameQueries.index(index.table(), index.wanted()));
        target.rollback();
        if (exists) {
            return true;
        }
        try {
            rewrite.locked(index.table(), locked -> {
                String name = Sql.first(
                                locked,
                                row -> row.getString(1),
                                NameQueries.freeRelation(index.table().schema(), index.wanted()))
                        .orElseThrow();
                try (Statement statement = locked.createStatement()) {
                    statement.setQueryTimeout(TimeLimit.seconds(limit));
                    statement.execute(index.create(name));
                }
                outcomes.record(
                        locked,
                        store,
                        index,
                        "",
                        List.of("DROP INDEX IF EXISTS "
                                + Identifiers.quoteTarget(
                                        new TableId(index.table().schema(), name))));
            });
            return true;
        } catch (SQLException e) {
            SqlFailure failure = SqlFailure.of(e);
            if (failure.mayPass() && failure != SqlFailure.CONTENTION) {
                throw e;
            }
            String reason = failure == SqlFailure.CONTENTION
                    ? "it takes longer than gaussferry.cutover.maximum-prepare-lag (" + limit.toSeconds() + " s)"
                    : reason(e);
            LOG.warn("Index {} needs manual work: {}", index.name(), reason);
            proof.hold(target);
            outcomes.record(target, store, index, reason, List.of());
            target.commit();
            return false;
        }
    }
}
