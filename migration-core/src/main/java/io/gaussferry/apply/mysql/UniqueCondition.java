package io.gaussferry.apply.mysql;

import io.gaussferry.change.RowImage;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.IndexDefinition.Part;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.type.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Conditions for the rows of MySQL that have a unique value of a given row, by MySQL's own equality. Indexes on
 * expressions are left out: MySQL refuses a duplicate there. Stateless.
 */
public final class UniqueCondition {

    private UniqueCondition() {}

    /** Returns the condition for the rows that share a unique value with the row; empty if no other row can. */
    public static Optional<String> of(RowImage row) {
        TableVersion version = row.change().format().table();
        TableDefinition table = version.definition();
        List<WireType> wires = WireType.parse(version.wireTypes(), version.wireMetadata());
        int[] offsets = new int[table.columns().size() + 1];
        row.locate(offsets);
        List<String> conditions = new ArrayList<>();
        for (IndexDefinition index : table.uniqueIndexes()) {
            boolean isSimple = index.parts().stream()
                    .allMatch(part -> part.column() >= 0 && offsets[part.column()] < offsets[part.column() + 1]);
            if (isSimple && !table.rowKey().filter(index::equals).isPresent()) {
                conditions.add(index.parts().stream()
                        .map(part -> equality(row, table, wires, offsets, part))
                        .collect(Collectors.joining(" AND ", "(", ")")));
            }
        }
        return conditions.isEmpty() ? Optional.empty() : Optional.of(String.join(" OR ", conditions));
    }

    private static String equality(
            RowImage row, TableDefinition table, List<WireType> wires, int[] offsets, Part part) {
        int column = part.column();
        StringBuilder literal = new StringBuilder();
        ColumnType.of(table.columns().get(column))
                .imageLiteral(wires.get(column))
                .write(row.change().bytes(), offsets[column], offsets[column + 1], literal);
        String name = Identifiers.quoteSource(table.columns().get(column).name());
        return part.prefixLength() == 0
                ? name + " = " + literal
                : "LEFT(" + name + ", " + part.prefixLength() + ") = LEFT(" + literal + ", " + part.prefixLength()
                        + ")";
    }
}
