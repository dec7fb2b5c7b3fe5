package io.gaussferry.model;

import java.util.List;

/**
 * The tables of the replicated databases that are replicated: those that match an include pattern and no exclude
 * pattern.
 *
 * @param include patterns of tables to replicate
 * @param exclude patterns of tables to exclude, which take precedence
 */
public record TableFilter(List<TablePattern> include, List<TablePattern> exclude) {

    /** Excludes no table. */
    public static final TableFilter ALL = new TableFilter(List.of(TablePattern.parse("*.*")), List.of());

    public TableFilter {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    /** Returns whether the table is replicated, provided that its database is. */
    public boolean includes(TableId table) {
        return include.stream().anyMatch(pattern -> pattern.matches(table))
                && exclude.stream().noneMatch(pattern -> pattern.matches(table));
    }
}
