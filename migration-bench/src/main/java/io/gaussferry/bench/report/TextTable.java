package io.gaussferry.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A table of strings, with the first column left-aligned and the others right-aligned. For one thread. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /** Returns the lines, with columns as wide as their content. */
    List<String> lines() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String space = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? "" : "  ").append(column == 0 ? cell + space : space + cell);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
