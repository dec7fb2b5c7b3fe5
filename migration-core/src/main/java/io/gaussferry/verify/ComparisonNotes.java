package io.gaussferry.verify;

import io.gaussferry.model.TableId;
import io.gaussferry.verify.compare.StoredOtherwise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Differences that a comparison accepted.
 *
 * @param storedOtherwise the number of rows that count as equal although MySQL stores another value than the target has
 * @param rows the first of these rows
 * @param leftOut the generated columns that were not compared, by table
 */
public record ComparisonNotes(long storedOtherwise, List<StoredOtherwise> rows, Map<TableId, List<String>> leftOut) {

    /** Notes of a comparison that required equal values everywhere. */
    public static final ComparisonNotes NONE = new ComparisonNotes(0, List.of(), Map.of());

    public ComparisonNotes {
        rows = List.copyOf(rows);
        leftOut = new TreeMap<>(leftOut);
    }

    /** Returns one sentence for each note, without a full stop. Contains keys, which are row values. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        leftOut.forEach((table, columns) -> sentences.add("The generated columns of table " + table
                + " were not compared, because only MySQL computes them: " + String.join(", ", columns)));
        rows.forEach(row -> sentences.add(
                "MySQL stores another value than the target has, and the row counts as equal: " + describe(row)));
        if (storedOtherwise > rows.size()) {
            sentences.add(
                    storedOtherwise + " rows count as equal although MySQL stores another value than the target has");
        }
        return sentences;
    }

    private static String describe(StoredOtherwise row) {
        String key = row.key().stream()
                .map(value -> value.column() + " = " + value.text())
                .collect(Collectors.joining(", "));
        return "table " + row.table() + ", row " + (key.isEmpty() ? "without a key" : key) + ", columns "
                + String.join(", ", row.columns());
    }

    /** Returns a summary without row values; empty if there are no notes. */
    public String summary() {
        List<String> parts = new ArrayList<>();
        if (!leftOut.isEmpty()) {
            parts.add("not compared, because only MySQL computes them: "
                    + leftOut.entrySet().stream()
                            .flatMap(entry -> entry.getValue().stream().map(column -> entry.getKey() + "." + column))
                            .collect(Collectors.joining(", ")));
        }
        if (storedOtherwise > 0) {
            parts.add(storedOtherwise
                    + " of these rows count as equal although MySQL stores another value than the target"
                    + " has; the daemon's log lists the first");
        }
        return String.join("; ", parts);
    }
}
