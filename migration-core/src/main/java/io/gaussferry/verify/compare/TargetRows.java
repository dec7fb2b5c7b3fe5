package io.gaussferry.verify.compare;

import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Row;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the target that were looked up by key, to be compared with the source's. A column is equal if both sides have the same value, or
 * if the source has the value that MySQL stores for the target's. Only this comparison of single rows knows the latter: the digests of a
 * range differ, which leads here. Used by one thread at a time.
 */
final class TargetRows {

    private final ComparedTable table;
    private final boolean mayStoreOtherwise;
    private final Map<List<String>, long[]> hashes = new HashMap<>();
    private final Map<List<String>, long[]> stored = new HashMap<>();
    private final Map<List<String>, Integer> copies = new HashMap<>();

    TargetRows(ComparedTable table) {
        this.table = table;
        this.mayStoreOtherwise = table.mayStoreOtherwise();
    }

    /** Adds a row. Values after those of the table's columns are ignored. */
    void add(List<String> key, Row row) {
        hashes.put(key, Arrays.copyOf(row.columnHashes(), table.columnCount()));
        if (mayStoreOtherwise) {
            stored.put(key, table.asStored(row).columnHashes());
        }
        copies.merge(key, 1, Integer::sum);
    }

    boolean has(List<String> key) {
        return hashes.containsKey(key);
    }

    /** Returns the number of rows with a key; more than 1 is only possible without a unique index. */
    int copies(List<String> key) {
        return copies.getOrDefault(key, 0);
    }

    /** Returns a row's hashes by column; null if the target does not have it. */
    long @Nullable [] hashes(List<String> key) {
        return hashes.get(key);
    }

    /** Compares the rows with these keys. */
    Map<List<String>, Observation> against(Map<List<String>, long[]> onSource, List<List<String>> keys) {
        Map<List<String>, Observation> observations = new LinkedHashMap<>();
        keys.forEach(key -> observations.put(key, against(onSource.get(key), key)));
        return observations;
    }

    private Observation against(long @Nullable [] source, List<String> key) {
        long[] target = hashes.get(key);
        long[] storedValues = stored.get(key);
        BitSet otherwise = new BitSet();
        if (source == null || target == null || storedValues == null) {
            return new Observation(source, target, copies(key), otherwise);
        }
        long[] equalized = target.clone();
        for (int column = 0; column < source.length; column++) {
            if (source[column] != target[column] && source[column] == storedValues[column]) {
                equalized[column] = source[column];
                otherwise.set(column);
            }
        }
        return new Observation(source, equalized, copies(key), otherwise);
    }
}
