package io.gaussferry.e2e.definitions;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Compares computed definitions with real ones. */
final class Comparison {

    private Comparison() {}

    /** Returns the lines that only one side has; empty if there is no difference. */
    static String ofLines(List<String> computed, List<String> real) {
        List<String> lines = new ArrayList<>();
        List<String> left = new ArrayList<>(computed);
        real.forEach(left::remove);
        List<String> right = new ArrayList<>(real);
        computed.forEach(right::remove);
        left.forEach(line -> lines.add("  has   " + line));
        right.forEach(line -> lines.add("  lacks " + line));
        return String.join("\n", lines);
    }

    static String ofDefinitions(Collection<TableDefinition> computed, Collection<TableDefinition> real) {
        String lines = ofLines(lines(computed), lines(real));
        return lines.isEmpty() && !lines(computed).equals(lines(real))
                ? "another order: " + lines(computed) + lines(real)
                : lines;
    }

    /** Returns comparable lines: without defaults that the source does not show, and without the blanks and escapes of expressions. */
    private static List<String> lines(Collection<TableDefinition> tables) {
        List<String> lines = new ArrayList<>();
        tables.stream()
                .sorted(Comparator.comparing(TableDefinition::id))
                .forEach(table -> lines.addAll(Description.of(table).lines().toList()));
        return lines.stream()
                .map(line -> line.replaceAll(" default '[^']*" + ColumnDefinition.UNKNOWN_CHARACTER + "[^']*'", ""))
                .map(line -> line.replace("\\", ""))
                .toList();
    }
}
