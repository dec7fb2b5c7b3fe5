package io.gaussferry.verify;

import io.gaussferry.model.TableId;
import io.gaussferry.verify.ContinuousVerification.State;
import io.gaussferry.verify.ContinuousVerification.TableState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Progress of the current round, and the results of the last complete one. Not thread-safe. */
final class RoundProgress {

    private final Map<TableId, TableState> lastRound = new TreeMap<>();
    private State last = new State(0, null, 0, 0, 0, null, 0, 0, 0, null);
    private @Nullable Verification present;
    private @Nullable Instant roundStart;

    /** A round starts now. */
    void start(Verification round) {
        present = round;
        roundStart = Instant.now();
    }

    /** The current round has ended without a result. */
    void abandon() {
        present = null;
        roundStart = null;
    }

    /** The current round is complete. */
    void complete(VerificationReport report) {
        Instant startedAt = roundStart;
        abandon();
        if (startedAt == null) {
            return;
        }
        lastRound
                .keySet()
                .retainAll(report.tables().stream().map(TableOutcome::table).toList());
        report.tables()
                .forEach(table -> lastRound.compute(table.table(), (id, before) -> complete(table, before, startedAt)));
        long undecided = report.tables().stream()
                .filter(table -> !table.undecided().isEmpty())
                .count();
        last = new State(
                last.rounds() + 1,
                undecided == 0 ? startedAt : last.verifiedUpTo(),
                report.differenceCount(),
                report.structureDifferenceCount(),
                undecided,
                null,
                0,
                0,
                0,
                null);
    }

    /** The current round has failed. */
    void fail(String problem) {
        abandon();
        last = new State(
                last.rounds(),
                last.verifiedUpTo(),
                last.differences(),
                last.structureDifferences(),
                last.undecidedTables(),
                null,
                0,
                0,
                0,
                problem);
    }

    /**
     * Returns the progress.
     *
     * @param share percentage of the time that the current or the last round has used
     */
    State state(int share) {
        Collection<TableState> tables = roundStart == null ? List.of() : tables();
        return new State(
                last.rounds(),
                last.verifiedUpTo(),
                last.differences(),
                last.structureDifferences(),
                last.undecidedTables(),
                roundStart,
                share,
                tables.stream().mapToLong(TableState::rows).sum(),
                tables.stream().mapToLong(TableState::estimatedRows).sum(),
                last.problem());
    }

    /** Returns the progress of each known table. */
    Collection<TableState> tables() {
        Verification round = present;
        if (round == null) {
            return List.copyOf(lastRound.values());
        }
        Map<TableId, TableState> tables = new TreeMap<>();
        lastRound.forEach((table, before) -> tables.put(table, before.notComparedYet()));
        for (TableOutcome outcome : round.outcomes()) {
            tables.compute(outcome.table(), (table, before) -> merged(outcome, before, round.estimatedRows(table)));
        }
        return tables.values();
    }

    private static TableState merged(TableOutcome outcome, @Nullable TableState before, long estimatedRows) {
        return new TableState(
                outcome.table(),
                outcome.rows(),
                Math.max(outcome.rows(), before == null ? estimatedRows : before.estimatedRows()),
                before == null ? null : before.verifiedUpTo(),
                Math.max(outcome.differences(), before == null ? 0 : before.differences()),
                outcome.undecided().isEmpty() && before != null ? before.undecided() : outcome.undecided());
    }

    private static TableState complete(TableOutcome outcome, @Nullable TableState before, Instant startedAt) {
        Instant earlier = before == null ? null : before.verifiedUpTo();
        return new TableState(
                outcome.table(),
                outcome.rows(),
                // where the round skipped a table, the compared rows are only a part of it
                Math.max(outcome.rows(), outcome.undecided().isEmpty() || before == null ? 0 : before.estimatedRows()),
                outcome.undecided().isEmpty() ? startedAt : earlier,
                outcome.differences(),
                outcome.undecided());
    }
}
