package io.gaussferry.verify.changed;

import io.gaussferry.convert.RowFormat;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.LoggedKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Keys of the changed rows of one table at one moment. Immutable. */
public final class ChangedKeys {

    private final @Nullable RowFormat format;
    private final int[] keyColumns;
    private final List<KeySet.Keys> parts;
    private final long size;
    private final boolean hasReplacedRows;

    /** No changed rows. */
    static final ChangedKeys NONE = new ChangedKeys(null, new int[0], List.of(), 0, false);

    ChangedKeys(
            @Nullable RowFormat format, int[] keyColumns, List<KeySet.Keys> parts, long size, boolean hasReplacedRows) {
        this.format = format;
        this.keyColumns = keyColumns;
        this.parts = parts;
        this.size = size;
        this.hasReplacedRows = hasReplacedRows;
    }

    /** Returns the union with the keys of another part of the same table; null if the two parts have different row formats. */
    @Nullable
    ChangedKeys and(ChangedKeys other) {
        RowFormat known = format;
        if (known == null) {
            return other;
        }
        if (other.format == null) {
            return this;
        }
        if (!ChangedTable.hasSameRowFormat(known, other.format)) {
            return null;
        }
        List<KeySet.Keys> both = new ArrayList<>(parts);
        both.addAll(other.parts);
        return new ChangedKeys(known, keyColumns, both, size + other.size, hasReplacedRows || other.hasReplacedRows);
    }

    /** Returns the number of keys; rows that were changed in several parts are counted more than once. */
    public long size() {
        return size;
    }

    /** Returns whether rows were updated or deleted: actions of foreign keys may have changed rows of other tables. */
    public boolean hasReplacedRows() {
        return hasReplacedRows;
    }

    /** Returns whether these keys identify rows under the table's current definition. */
    public boolean fit(TableDefinition table) {
        RowFormat known = format;
        if (known == null) {
            return true;
        }
        TableDefinition then = known.table().definition();
        return then.columns().equals(table.columns()) && Arrays.equals(keyColumns, ChangedTable.keyColumns(table));
    }

    /** Returns the keys in the form that the comparison uses. */
    public Iterator<List<String>> in(ComparedTable table) {
        RowFormat known = format;
        if (known == null) {
            return List.<List<String>>of().iterator();
        }
        LoggedKey reader = new LoggedKey(table, known);
        Iterator<KeySet.Keys> left = parts.stream().map(KeySet.Keys::fromStart).iterator();
        return new Iterator<>() {
            private KeySet.@Nullable Keys present = advance();

            private KeySet.@Nullable Keys advance() {
                KeySet.Keys part = present;
                while (part == null || !part.next()) {
                    if (!left.hasNext()) {
                        return null;
                    }
                    part = left.next();
                }
                return part;
            }

            @Override
            public boolean hasNext() {
                return present != null;
            }

            @Override
            public List<String> next() {
                KeySet.Keys key = present;
                if (key == null) {
                    throw new NoSuchElementException();
                }
                List<String> text = reader.text(key.bytes(), key.from(), key.to());
                present = advance();
                return text;
            }
        };
    }
}
