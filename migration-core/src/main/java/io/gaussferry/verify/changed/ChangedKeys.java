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

/** The keys of the rows of one table that were changed up to one moment. Read once, by one thread at a time. */
public final class ChangedKeys {

    private final @Nullable RowFormat format;
    private final int[] keyColumns;
    private final List<KeySet.Keys> parts;
    private final long size;

    /** No row was changed. */
    static final ChangedKeys NONE = new ChangedKeys(null, new int[0], List.of(), 0);

    ChangedKeys(@Nullable RowFormat format, int[] keyColumns, List<KeySet.Keys> parts, long size) {
        this.format = format;
        this.keyColumns = keyColumns;
        this.parts = parts;
        this.size = size;
    }

    /** Returns these and the other keys of the same table; null if they are not read alike. */
    @Nullable
    ChangedKeys and(ChangedKeys other) {
        RowFormat known = format;
        if (known == null) {
            return other;
        }
        if (other.format == null) {
            return this;
        }
        if (!ChangedTable.isReadAlike(known, other.format)) {
            return null;
        }
        List<KeySet.Keys> both = new ArrayList<>(parts);
        both.addAll(other.parts);
        return new ChangedKeys(known, keyColumns, both, size + other.size);
    }

    /** Returns how many there are; of rows that were changed twice, some are counted twice. */
    public long size() {
        return size;
    }

    /** Returns whether rows of a table as it is now can be found by these keys. */
    public boolean fit(TableDefinition table) {
        RowFormat known = format;
        if (known == null) {
            return true;
        }
        TableDefinition then = known.table().definition();
        return then.columns().equals(table.columns()) && Arrays.equals(keyColumns, ChangedTable.keyColumns(table));
    }

    /** Returns the keys in the form in which the comparison knows them. */
    public Iterator<List<String>> in(ComparedTable table) {
        RowFormat known = format;
        if (known == null) {
            return List.<List<String>>of().iterator();
        }
        LoggedKey reader = new LoggedKey(table, known);
        Iterator<KeySet.Keys> left = parts.iterator();
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
