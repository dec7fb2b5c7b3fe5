package io.gaussferry.model;

import java.util.List;

/**
 * Which tables of the replicated databases are replicated: those that one of the first patterns is for and none of the second.
 *
 * @param include patterns of tables to replicate
 * @param exclude patterns of tables to leave out, whatever includes them
 */
public record TableFilter(List<TablePattern> include, List<TablePattern> exclude) {

    /** Leaves nothing out. */
    public static final TableFilter ALL = new TableFilter(List.of(TablePattern.parse("*.*")), List.of());

    public TableFilter {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    /** Returns whether the table is to be replicated, if its database is. */
    public boolean includes(TableId table) {
        return include.stream().anyMatch(pattern -> pattern.matches(table))
                && exclude.stream().noneMatch(pattern -> pattern.matches(table));
    }
}
