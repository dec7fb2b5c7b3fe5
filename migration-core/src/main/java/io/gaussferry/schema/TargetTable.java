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
     *     types keep their precision, without which openGauss rounds to seconds. It is the carrier's where the carrier is another
     *     type.
     * @param hasArrayType whether the target was seen to take an array of the element type
     * @param carrier as what values travel
     * @param identity how two values are told to be the same in every bit
     * @param equality which texts are equal to it; of no meaning for other types
     */
    public record Column(
            String name,
            String type,
            String elementType,
            boolean hasArrayType,
            Carrier carrier,
            Identity identity,
            TextEquality equality) {

        /** Returns the expression that equals a value as it travels where the column has that value. */
        public String matched(String quotedColumn) {
            return carrier == Carrier.TEXT ? "CAST(" + quotedColumn + " AS text)" : quotedColumn;
        }

        /** Returns a parameter that takes one value of the column. */
        public String parameter() {
            return switch (carrier) {
                case OWN_TYPE -> "?";
                case TEXT -> "CAST(? AS text)";
                case VARBIT -> "CAST(? AS varbit)";
            };
        }

        /** Returns the type of the array in which values of this column travel. */
        public String arrayType() {
            return elementType + "[]";
        }
    }

    /** The type of a value that travels as a parameter. */
    public enum Carrier {
        /** The column's own. */
        OWN_TYPE,
        /**
         * For enumerations and sets of the dolphin plugin: they have no arrays, take no parameter of unknown type, and are compared as
         * text too, because the plugin's hash of an enumeration is not that of its text.
         */
        TEXT,
        /** For bits: the plugin casts text to {@code bit} by its bytes, eight bits a digit. */
        VARBIT
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

        /** Returns that of a type, by its name in {@code pg_type}. The plugin puts types of bytes into the category of strings. */
        public static Identity ofType(String typeName) {
            return switch (typeName) {
                case "text", "varchar", "bpchar", "nvarchar2", "clob", "json", "jsonb" -> TEXT;
                case "float4" -> FLOAT4;
                case "float8" -> FLOAT8;
                default -> EQUALITY;
            };
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
