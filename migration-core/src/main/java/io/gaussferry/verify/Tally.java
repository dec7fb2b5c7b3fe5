package io.gaussferry.verify;

import io.gaussferry.model.TableId;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.compare.RowFindings;
import io.gaussferry.verify.compare.StoredOtherwise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects the results of the workers. Thread-safe. */
final class Tally implements RowFindings {

    private static final class Counts {
        private long rows;
        private long pieces;
        private long differences;
        private long repaired;
        private long storedOtherwise;
        private String undecided = "";
        private int comparedAgain;
    }

    private final int differencesKept;
    private final Map<TableId, Counts> tables = new TreeMap<>();
    private final List<Difference> kept = new ArrayList<>();
    private final List<StoredOtherwise> keptNotes = new ArrayList<>();
    private final Map<TableId, List<String>> leftOut = new TreeMap<>();

    Tally(int differencesKept) {
        this.differencesKept = differencesKept;
    }

    /** Adds a table, so that it is in the report in every case. */
    synchronized void add(TableId table) {
        tables.computeIfAbsent(table, unused -> new Counts());
    }

    /** Discards the results of a table because it is compared again. */
    synchronized void again(TableId table) {
        forget(table).comparedAgain++;
    }

    synchronized void compared(TableId table, long rows) {
        Counts counts = counts(table);
        counts.rows += rows;
        counts.pieces++;
    }

    @Override
    public synchronized void differs(Difference difference) {
        Counts counts = counts(difference.table());
        counts.differences += difference.copies();
        if (difference.repair() == Repair.DONE) {
            counts.repaired += difference.copies();
        }
        if (kept.size() < differencesKept) {
            kept.add(difference);
        }
    }

    @Override
    public synchronized void storedOtherwise(StoredOtherwise row) {
        counts(row.table()).storedOtherwise += row.copies();
        if (keptNotes.size() < differencesKept) {
            keptNotes.add(row);
        }
    }

    /** Records that columns of a table are not compared. */
    synchronized void leavesOut(TableId table, List<String> columns) {
        leftOut.put(table, List.copyOf(columns));
    }

    /** Records why a table is undecided. Keeps only the first reason, because the others are most likely the same. */
    synchronized void undecided(TableId table, String reason) {
        Counts counts = counts(table);
        if (counts.undecided.isEmpty()) {
            counts.undecided = reason;
        }
    }

    /** Discards the results of a table and records why it can no longer be decided. */
    synchronized void withdraw(TableId table, String reason) {
        if (!tables.containsKey(table)) {
            return; // not part of this verification
        }
        forget(table).undecided = reason;
    }

    /** Repaired rows stay in the report: they did differ, whatever a later comparison finds. */
    private Counts forget(TableId table) {
        Counts before = counts(table);
        kept.removeIf(difference -> difference.table().equals(table) && difference.repair() != Repair.DONE);
        keptNotes.removeIf(row -> row.table().equals(table));
        Counts counts = new Counts();
        counts.differences = before.repaired;
        counts.repaired = before.repaired;
        counts.comparedAgain = before.comparedAgain;
        tables.put(table, counts);
        return counts;
    }

    private Counts counts(TableId table) {
        return tables.computeIfAbsent(table, unused -> new Counts());
    }

    synchronized long rows() {
        return tables.values().stream().mapToLong(counts -> counts.rows).sum();
    }

    synchronized List<TableOutcome> outcomes() {
        List<TableOutcome> outcomes = new ArrayList<>();
        tables.forEach((table, counts) -> outcomes.add(new TableOutcome(
                table,
                counts.rows,
                counts.pieces,
                counts.differences,
                counts.repaired,
                counts.undecided,
                counts.comparedAgain)));
        return outcomes;
    }

    synchronized ComparisonNotes notes() {
        return new ComparisonNotes(
                tables.values().stream()
                        .mapToLong(counts -> counts.storedOtherwise)
                        .sum(),
                keptNotes,
                leftOut);
    }

    synchronized List<Difference> differences() {
        return List.copyOf(kept);
    }
}
