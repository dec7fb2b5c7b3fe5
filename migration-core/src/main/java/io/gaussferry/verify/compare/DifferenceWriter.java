package io.gaussferry.verify.compare;

import io.gaussferry.verify.compare.Difference.Column;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.compare.Difference.Value;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.SourceReader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates {@link Difference}s, with the differing values if they were requested. Used by one thread at a time. */
final class DifferenceWriter {

    private final ComparedTable table;
    private final RowLookup lookup;
    private final boolean values;

    DifferenceWriter(ComparedTable table, RowLookup lookup, boolean values) {
        this.table = table;
        this.lookup = lookup;
        this.values = values;
    }

    /** Reads the values now, within the target connection's transaction. */
    Difference write(List<String> key, Kind kind, BitSet differing, Proof proof, Repair repair, String note)
            throws SQLException {
        List<Integer> columns = differing.stream().boxed().toList();
        Map<Integer, @Nullable String> source = values ? lookup.shownOnSource(key, columns) : Map.of();
        Map<Integer, @Nullable String> target = values ? lookup.shownOnTarget(key, columns) : Map.of();
        List<Column> shown = new ArrayList<>();
        for (int column : columns) {
            String sourceText = source.get(column);
            boolean unconvertible = SourceReader.UNCONVERTIBLE.equals(sourceText);
            shown.add(new Column(
                    table.columnName(column),
                    values,
                    unconvertible ? "(a value that the target cannot store)" : sourceText,
                    target.get(column)));
        }
        return new Difference(table.id(), kind, keyValues(key), shown, 1, proof, repair, note);
    }

    /** Describes an equal row if MySQL stores another value than the target has. */
    StoredOtherwise storedOtherwise(List<String> key, BitSet columns) {
        return new StoredOtherwise(
                table.id(),
                keyValues(key),
                columns.stream().mapToObj(table::columnName).toList(),
                1);
    }

    private List<Value> keyValues(List<String> key) {
        List<Value> named = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            named.add(new Value(table.columnName(table.key()[i]), key.get(i)));
        }
        return named;
    }
}
