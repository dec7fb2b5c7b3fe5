package io.gaussferry.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows of all tables. Equal rows are interchangeable. */
final class Rows {

    private static final Comparator<List<@Nullable Integer>> BY_VALUES = (one, other) -> {
        for (int i = 0; i < one.size(); i++) {
            int order =
                    Comparator.nullsFirst(Comparator.<Integer>naturalOrder()).compare(one.get(i), other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    };

    private final Map<String, List<List<@Nullable Integer>>> tables = new TreeMap<>();

    static List<@Nullable Integer> row(@Nullable Integer... values) {
        return Arrays.asList(values);
    }

    List<List<@Nullable Integer>> of(String table) {
        return tables.computeIfAbsent(table, name -> new ArrayList<>());
    }

    /** Applies a change; an image is null if the operation does not have it. Returns whether the row existed. */
    boolean apply(Change change) {
        List<List<@Nullable Integer>> rows = of(change.table().name());
        boolean found = change.before() == null || rows.remove(change.before());
        if (change.after() != null) {
            rows.add(change.after());
        }
        return found;
    }

    /** Returns these rows without the given tables. */
    Rows without(Set<String> names) {
        Rows left = new Rows();
        tables.forEach((name, rows) -> {
            if (!names.contains(name)) {
                left.of(name).addAll(rows);
            }
        });
        return left;
    }

    void copyTo(Rows other) {
        tables.forEach((name, rows) -> other.of(name).addAll(rows));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Rows that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        Map<String, List<List<@Nullable Integer>>> sorted = new TreeMap<>();
        tables.forEach((name, rows) -> {
            if (!rows.isEmpty()) {
                sorted.put(name, rows.stream().sorted(BY_VALUES).toList());
            }
        });
        return sorted.toString();
    }

    /** The row before and after a change. */
    record Change(
            Table table,
            @Nullable List<@Nullable Integer> before,
            @Nullable List<@Nullable Integer> after) {}
}
