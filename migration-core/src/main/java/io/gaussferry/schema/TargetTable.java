package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.List;

/**
 * A table as the target has it, as far as the columns go that the source's table has too.
 *
 * @param id its name on the target
 * @param columns for each column of the source's table, in its order, what the target has
 */
public record TargetTable(TableId id, List<Column> columns) {

    /**
     * A column of the target.
     *
     * @param name its name
     * @param type its full type, such as {@code character varying(20)}
     * @param elementType its type without a length, for casting an array of values: a cast to a type with a length would cut
     *     silently what assignment refuses. It is the catalog's name, quoted: the dolphin plugin gives types that are named
     *     by keywords a length of their own, such as {@code varbinary} one byte and {@code numeric} no fraction. Temporal
     *     types keep their precision, without which openGauss rounds to seconds.
     * @param hasArrayType whether the target was seen to take an array of this type
     * @param comparable whether values of this type can be compared for equality
     */
    public record Column(String name, String type, String elementType, boolean hasArrayType, boolean comparable) {

        /** Returns the type of the array in which values of this column travel. */
        public String arrayType() {
            return elementType + "[]";
        }
    }

    /** Returns whether rows of this table can travel as one array a column. */
    public boolean takesArrays() {
        return columns.stream().allMatch(Column::hasArrayType);
    }

    public TargetTable {
        columns = List.copyOf(columns);
    }
}
