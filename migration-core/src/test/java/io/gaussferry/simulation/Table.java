package io.gaussferry.simulation;

import io.gaussferry.model.TableId;
import io.gaussferry.testing.IntTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of integers, on both sides.
 *
 * @param name of the table
 * @param columns the number of columns
 * @param uniqueKeys the first is the primary key
 * @param hiddenKey a unique key that only the target has; null for none
 * @param events creates row images
 */
record Table(
        String name,
        int columns,
        List<List<Integer>> uniqueKeys,
        @Nullable List<Integer> hiddenKey,
        IntTable events) {

    static Table of(String name, int columns, @Nullable List<Integer> hiddenKey, List<List<Integer>> uniqueKeys) {
        return new Table(name, columns, uniqueKeys, hiddenKey, new IntTable(name, columns, uniqueKeys));
    }

    TableId id() {
        return events.version().definition().id();
    }

    boolean hasRowKey() {
        return !uniqueKeys.isEmpty();
    }

    /**
     * Returns the unique keys that the target enforces.
     *
     * @param withHidden whether to include the key that only the target has
     * @param onlyPrimary whether the other keys are not built yet
     */
    List<List<Integer>> enforcedKeys(boolean withHidden, boolean onlyPrimary) {
        if (onlyPrimary) {
            return uniqueKeys.isEmpty() ? List.of() : List.of(uniqueKeys.get(0));
        }
        List<List<Integer>> keys = new ArrayList<>(uniqueKeys);
        if (withHidden && hiddenKey != null) {
            keys.add(hiddenKey);
        }
        return keys;
    }

    /** Returns the values of a key; null if one of them is NULL. */
    static @Nullable List<Integer> key(List<Integer> columns, List<@Nullable Integer> row) {
        List<Integer> values = new ArrayList<>();
        for (int column : columns) {
            Integer value = row.get(column);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return values;
    }
}
