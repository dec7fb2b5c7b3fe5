package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObject;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.DolphinModes;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.objects.translate.UnorderedAggregate;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Proves procedures that commit, by calls on copies of their tables. The copies are filled before each call, and are dropped at the end. They
 * have no foreign keys, so that a copied table changes no other one.
 */
public final class CommittingProof {

    private static final int MOST_CALLS = 12;

    /** Rows of each table that are copied for each call. Where a table has more, a part of each is. */
    private static final int MOST_ROWS = 20_000;

    private final ProofCopies copies;
    private final boolean dolphin;
    private final Collection<TableDefinition> tables;
    private final StoredSettings sessions;

    /**
     * @param copies of the tables and objects
     * @param tables the replicated tables
     * @param sessions the settings of the source's session
     */
    public CommittingProof(
            ProofCopies copies, boolean dolphin, Collection<TableDefinition> tables, StoredSettings sessions) {
        this.copies = copies;
        this.dolphin = dolphin;
        this.tables = tables;
        this.sessions = sessions;
    }

    /**
     * Prepares a session of the source. Its changes are not in the binlog if the account may set {@code sql_log_bin}; otherwise replicas and
     * other readers of the binlog have the databases for a short time.
     */
    public static void prepare(Connection source) throws SQLException {
        Sql.execute(source, "SET SESSION TRANSACTION READ WRITE");
        Sql.execute(source, WritingProofs.SHORT_WAITS);
        try {
            Sql.execute(source, "SET SESSION sql_log_bin = 0");
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
        }
    }

    /**
     * Proves a procedure.
     *
     * @param reach what an execution can reach
     */
    Proof prove(Translated procedure, UsedObjects.Reach reach) throws SQLException {
        if (!dolphin) {
            return Proof.of(
                    ObjectState.COMPILES, "it commits or rolls back, and is executed on copies with dolphin only");
        }
        String obstacle = procedure.object().kind() == ObjectKind.PROCEDURE
                ? ProofCopies.obstacle(procedure, reach)
                : "it is no procedure";
        if (obstacle != null) {
            return Proof.of(
                    ObjectState.COMPILES, "it commits or rolls back, and is not executed on copies: " + obstacle);
        }
        List<TableDefinition> originals = tables.stream()
                .filter(table -> reach.relations().contains(table.id()))
                .toList();
        try {
            boolean isLarge = false;
            for (TableDefinition table : originals) {
                isLarge |= rows(table.id()) > MOST_ROWS;
            }
            String generated = copies.open(originals, reach.compared(), isLarge ? SampledProof.MOST_ROWS : MOST_ROWS);
            return generated == null
                    ? Proof.of(
                            ObjectState.COMPILES,
                            "the copies of its tables differ: repeat it without writes at the source")
                    : call(procedure, reach, originals, generated, isLarge);
        } catch (SQLException e) {
            ExecutionFailures.requireConnection(e);
            return Proof.of(
                    ObjectState.COMPILES,
                    "it commits or rolls back, and its copies failed: " + CreatingSession.message(e));
        } finally {
            copies.drop();
        }
    }

    private long rows(TableId table) throws SQLException {
        return Sql.first(
                        copies.source(),
                        row -> row.getLong(1),
                        "SELECT COUNT(*) FROM (SELECT 1 FROM "
                                + Identifiers.quoteSource(table) + " LIMIT " + (MOST_ROWS + 1)
                                + ") AS counted")
                .orElse(0L);
    }

    private Proof call(
            Translated original,
            UsedObjects.Reach reach,
            List<TableDefinition> originals,
            String generated,
            boolean isLarge)
            throws SQLException {
        List<SourceObject> objects =
                reach.objects().stream().map(Translated::object).toList();
        List<TableDefinition> copied = copies.tables(originals);
        Translated procedure = filled(original, originals, objects);
        if (procedure == null) {
            return Proof.of(
                    ObjectState.COMPILES,
                    "it commits or rolls back, and names its database, so that it is not executed on copies");
        }
        Connection source = copies.source();
        Connection target = copies.target();
        CopiedRows rows = new CopiedRows(source, target, reach.unordered());
        ProofDifference before = rows.difference(copies.name(), copied);
        if (before != null) {
            return Proof.of(
                    ObjectState.COMPILES, "the copies of its tables differ before it is executed: " + before.detail());
        }
        Map<String, ComparedRows> initial = rows.last();
        List<List<@Nullable String>> arguments = new ArgumentSamples(
                        new ColumnSamples(source, copied, Set.of()), ProofRows.VARIED)
                .calls(
                        procedure.parameters(),
                        procedure.compared(),
                        Objects.requireNonNullElse(original.object().sql(), ""));
        arguments = arguments.subList(0, Math.min(MOST_CALLS, arguments.size()));
        int succeeded = 0;
        int signalled = 0;
        boolean isVisible = false;
        ProofDifference reservation = null;
        String refusal = "";
        for (int call = 1; call <= arguments.size(); call++) {
            if (call > 1) {
                Translated unused = filled(original, originals, objects);
            }
            Outcome outcome = call(procedure, arguments.get(call - 1), reach.unordered(), rows, copied);
            SQLException failure = outcome.expected().failure();
            if (ExecutionFailures.isDenied(failure)) {
                return Proof.of(ObjectState.COMPILES, ExecutionFailures.DENIED);
            }
            boolean fails = failure != null;
            ProofDifference difference = outcome.difference();
            if (difference == null && outcome.ofRows() != null && fails) {
                reservation = new ProofDifference(
                        "call " + call + " fails on both sides, and only the source keeps the rows that it has changed"
                                + " before its error: " + outcome.ofRows().detail(),
                        ProofDifference.Cause.ORDER);
                continue;
            }
            difference = difference == null ? outcome.ofRows() : difference;
            if (difference != null && difference.cause() == ProofDifference.Cause.ORDER) {
                reservation = difference;
            } else if (difference != null) {
                return difference.proof("call " + call + " on copies: ");
            }
            succeeded += fails ? 0 : 1;
            signalled += CommonFailure.isSignal(failure) ? 1 : 0;
            refusal = failure == null ? refusal : " (SQLSTATE " + failure.getSQLState() + " on the source)";
            isVisible |= !fails && (outcome.expected().isVisible() || !isEqual(initial, rows.last()));
        }
        if (reservation != null) {
            return Proof.of(ObjectState.COMPILES, reservation.detail());
        }
        if (succeeded + signalled == 0) {
            return Proof.ofNothing("none of " + arguments.size() + " calls on copies of its tables succeeds" + refusal);
        }
        if (signalled == 0 && !isVisible) {
            return Proof.ofNothing(arguments.size()
                    + " calls equal, but none returns a value or a row or changes one, which proves nothing");
        }
        return Proof.of(
                ObjectState.EXECUTED,
                arguments.size() + " calls equal on "
                        + (isLarge ? SampledProof.COPIED + ": " : "copies without foreign keys of ")
                        + copied.stream().map(table -> table.id().name()).collect(Collectors.joining(", "))
                        + generated);
    }

    private static boolean isEqual(Map<String, ComparedRows> one, Map<String, ComparedRows> other) {
        return one.keySet().equals(other.keySet())
                && one.entrySet().stream()
                        .allMatch(entry -> entry.getValue().isEqual(Objects.requireNonNull(other.get(entry.getKey()))));
    }

    private record Outcome(
            CallOutcome expected,
            @Nullable ProofDifference difference,
            @Nullable ProofDifference ofRows) {}

    private Outcome call(
            Translated procedure,
            List<@Nullable String> arguments,
            Set<UnorderedAggregate> aggregates,
            CopiedRows rows,
            List<TableDefinition> copied)
            throws SQLException {
        List<ValueKind> columns = new ArrayList<>();
        copies.target().setAutoCommit(true);
        new PinnedClock(copies.source(), copies.target()).pin();
        CallOutcome expected = new SourceCall(copies.source(), aggregates).of(procedure, arguments, columns);
        // what it has not committed is not kept
        Sql.execute(copies.source(), "ROLLBACK");
        CallOutcome found = new TargetCall(copies.target(), aggregates).of(procedure, arguments, columns, null);
        return new Outcome(
                expected,
                expected.difference(found, RoutineProof.kinds(procedure, columns), aggregates),
                rows.difference(copies.name(), copied));
    }

    /** Fills the copies; returns the copied procedure, or null if it reaches anything else. */
    private @Nullable Translated filled(
            Translated original, List<TableDefinition> originals, List<SourceObject> objects) throws SQLException {
        List<Translated> created = copies.fill(originals, objects);
        boolean isWithin = created.size() == objects.size() && copies.areWithin(created);
        if (dolphin) {
            Sql.execute(copies.target(), "SET dolphin.sql_mode = '" + DolphinModes.of(sessions) + "'");
            Sql.execute(copies.target(), "SET enable_set_variable_b_format = on");
            copies.target().commit();
        }
        return isWithin
                ? created.stream()
                        .filter(object -> object.object()
                                        .name()
                                        .equals(copies.copied(original.object().name()))
                                && object.object().kind() == ObjectKind.PROCEDURE)
                        .findFirst()
                        .orElse(null)
                : null;
    }
}
