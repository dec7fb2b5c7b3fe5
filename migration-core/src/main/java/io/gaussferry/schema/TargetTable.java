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
     * @param identity how two values are told to be the same in every bit
     */
    public record Column(String name, String type, String elementType, boolean hasArrayType, Identity identity) {

        /** Returns the type of the array in which values of this column travel. */
        public String arrayType() {
            return elementType + "[]";
        }
    }

    /**
     * By what the target tells that two values are the same, where its equality takes different values for equal: text ignores
     * trailing blanks in openGauss's compatibility B whatever the collation, and may ignore case; numbers have two zeros;
     * {@code jsonb} knows no difference between 1 and 1.0. Or where it has none, as for {@code json}.
     */
    public enum Identity {
        EQUALITY("%s"),
        TEXT("pg_catalog.textsend(CAST(%s AS text))"),
        FLOAT4("pg_catalog.float4send(%s)"),
        FLOAT8("pg_catalog.float8send(%s)");

        private final String form;

        Identity(String form) {
            this.form = form;
        }

        /** Returns the expression of which two values are compared; equality of its values is that of every bit. */
        public String of(String expression) {
            return form.formatted(expression);
        }

        /** Returns that of a type, by its name and category in {@code pg_type}. */
        public static Identity of(String typeName, String category) {
            return switch (typeName) {
                case "json", "jsonb" -> TEXT;
                case "float4" -> FLOAT4;
                case "float8" -> FLOAT8;
                default -> category.equals(STRING_CATEGORY) ? TEXT : EQUALITY;
            };
        }
    }

    private static final String STRING_CATEGORY = "S";

    /** Returns whether rows of this table can travel as one array a column. */
    public boolean takesArrays() {
        return columns.stream().allMatch(Column::hasArrayType);
    }

    public TargetTable {
        columns = List.copyOf(columns);
    }
}
