package io.gaussferry.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index of a source table.
 *
 * @param name its name; {@code PRIMARY} for the primary key
 * @param unique whether it is unique
 * @param parts its parts in order; at least one
 */
public record IndexDefinition(String name, boolean unique, List<Part> parts) {

    /**
     * A part of an index.
     *
     * @param column the column's index in the table, from 0; -1 for an expression
     * @param prefixLength the indexed characters (or bytes of a binary column); 0 for the whole value
     * @param descending whether the order is descending
     * @param expression the expression in MySQL's syntax; null for a column
     */
    public record Part(
            int column,
            int prefixLength,
            boolean descending,
            @Nullable String expression) {

        /** Creates a part that is a column or its prefix, or an unknown expression. */
        public Part(int column, int prefixLength, boolean descending) {
            this(column, prefixLength, descending, null);
        }
    }

    public IndexDefinition {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("index " + name + " has no parts");
        }
    }

    /** Returns whether this is the primary key. */
    public boolean isPrimary() {
        return name.equals("PRIMARY");
    }

    /** Returns whether every part is a whole column, so that index entries are equal exactly if the columns are. */
    public boolean isOnWholeColumns() {
        return parts.stream().allMatch(part -> part.column() >= 0 && part.prefixLength() == 0);
    }
}
