package io.gaussferry.bench.measure;

import io.gaussferry.bench.change.RowChange;
import io.gaussferry.bench.change.TableShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The net effect of a list of changes, row by row. For one thread. */
final class NetEffect {
    private final Map<List<@Nullable String>, Row> rows = new LinkedHashMap<>();
    private final List<Row> keyless = new ArrayList<>();

    /** A row before the first change and after the last; null if it does not exist. */
    static final class Row {
        private final TableShape table;
        private final @Nullable String @Nullable [] before;
        private @Nullable String @Nullable [] after;

        private Row(RowChange change) {
            this.table = change.table();
            this.before = change.before();
            this.after = change.after();
        }

        TableShape table() {
            return table;
        }

        @Nullable
        String @Nullable [] before() {
            return before;
        }

        @Nullable
        String @Nullable [] after() {
            return after;
        }

        /** Returns the columns whose values differ, of a row that existed before and still exists. */
        List<Integer> changedColumns() {
            @Nullable String[] from = Objects.requireNonNull(before, "the row did not exist before");
            @Nullable String[] to = Objects.requireNonNull(after, "the row no longer exists");
            List<Integer> changed = new ArrayList<>();
            for (int column = 0; column < from.length; column++) {
                if (!Objects.equals(from[column], to[column])) {
                    changed.add(column);
                }
            }
            return changed;
        }
    }

    /** Adds the next change. */
    void add(RowChange change) {
        List<Integer> key = change.table().key();
        if (key.isEmpty()) {
            if (change.before() != null) {
                throw new IllegalArgumentException(
                        "table " + change.table().name() + " has no key that identifies a row");
            }
            keyless.add(new Row(change));
            return;
        }
        List<@Nullable String> identity = identity(change);
        Row row = rows.get(identity);
        if (row == null) {
            rows.put(identity, new Row(change));
        } else {
            row.after = change.after();
        }
    }

    private static List<@Nullable String> identity(RowChange change) {
        @Nullable String[] row = change.before() == null ? change.resulting() : change.existing();
        TableShape table = change.table();
        @Nullable String[] identity = new @Nullable String[table.key().size() + 1];
        identity[0] = table.name();
        for (int part = 1; part < identity.length; part++) {
            int column = table.key().get(part - 1);
            identity[part] = row[column];
            if (change.before() != null
                    && change.after() != null
                    && !Objects.equals(change.existing()[column], change.resulting()[column])) {
                throw new IllegalArgumentException("unsupported change of a key in table " + table.name());
            }
        }
        return Arrays.asList(identity);
    }

    /** Returns the rows that changed; a row that was inserted and deleted again is not included. */
    List<Row> rows() {
        List<Row> left = new ArrayList<>(keyless);
        for (Row row : rows.values()) {
            if (row.before != null || row.after != null) {
                left.add(row);
            }
        }
        return left;
    }
}
