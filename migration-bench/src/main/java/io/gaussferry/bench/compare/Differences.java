package io.gaussferry.bench.compare;

import java.util.ArrayList;
import java.util.List;

/** Counts differences and stores the first of them. Confined to one thread. */
final class Differences {
    private final int limit;
    private final List<Difference> first = new ArrayList<>();
    private long count;

    Differences(int limit) {
        this.limit = limit;
    }

    void add(Difference difference) {
        count++;
        if (first.size() < limit) {
            first.add(difference);
        }
    }

    void addForTable(String table, Difference.Kind kind) {
        add(new Difference(table, kind, "", "", "", ""));
    }

    void addForColumn(String table, Difference.Kind kind, String column) {
        add(new Difference(table, kind, "", column, "", ""));
    }

    long count() {
        return count;
    }

    List<Difference> first() {
        return List.copyOf(first);
    }
}
