package io.gaussferry.schema;

import io.gaussferry.model.TableId;
import java.util.List;

/**
 * A table on the target, limited to the columns that the source's table has too.
 *
 * @param id its name on the target
 * @param columns the target's column for each column of the source's table, in that order
 * @param partitioned whether the rows of several partitions may have the same {@code ctid}
 */
public record TargetTable(TableId id, List<Column> columns, boolean partitioned) {

    /** Creates a table without partitions. */
    public TargetTable(TableId id, List<Column> columns) {
        this(id, columns, false);
    }

    /**
     * A column of the target.
     *
     * @param name its name
     * @param type its full type, such as {@code character varying(20)}
     * @param elementType its type without a length, for casting an array of values: a cast to a type with a length would silently
     *     truncate values that assignment rejects. It is the catalog's name, quoted: the dolphin plugin gives types named by
     *     keywords a default length, such as one byte for {@code varbinary} and no fraction for {@code numeric}. Temporal types
     *     keep their precision, without which openGauss rounds to seconds. It is the carrier's type if that differs.
     * @param hasArrayType whether the target has accepted an array of the element type
     * @param carrier the type in which parameters are sent
     * @param identity how two values are compared for exact identity
     * @param equality which strings the column treats as equal; ignored for other types
     * @param blanks how the source treats trailing blanks of the column's values
     */
    public record Column(
            String name,
            String type,
            String elementType,
            boolean hasArrayType,
            Carrier carrier,
            Identity identity,
            StringEquality equality,
            TrailingBlanks blanks) {

        /** Creates a column in whose values the source ignores trailing blanks. */
        public Column(
                String name,
                String type,
                String elementType,
                boolean hasArrayType,
                Carrier carrier,
                Identity identity,
                StringEquality equality) {
            this(name, type, elementType, hasArrayType, carrier, identity, equality, TrailingBlanks.IGNORED);
        }

        /** Returns the column for a source column with another treatment of trailing blanks. */
        public Column with(TrailingBlanks ofSource) {
            return new Column(name, type, elementType, hasArrayType, carrier, identity, equality, ofSource);
        }

        /** Returns the expression to compare with a parameter in order to match the column's value. */
        public String comparisonExpression(String quotedColumn) {
            return carrier == Carrier.TEXT ? "CAST(" + quotedColumn + " AS TEXT)" : quotedColumn;
        }

        /** Returns whether the target treats values as equal whose bytes differ. */
        public boolean hasEqualSpellings() {
            return switch (identity) {
                case EQUALITY -> false;
                case TEXT -> equality != StringEquality.EXACT;
                case FLOAT4, FLOAT8 -> true;
            };
        }

        /** Returns the placeholder for one value of the column. */
        public String parameter() {
            return switch (carrier) {
                case OWN_TYPE -> "?";
                case TEXT -> "CAST(? AS TEXT)";
                case VARBIT -> "CAST(? AS varbit)";
            };
        }

        /** Returns the type of an array of the column's values. */
        public String arrayType() {
            return elementType + "[]";
        }
    }

    /** The type in which a value is sent as a parameter. */
    public enum Carrier {
        /** The column's own type. */
        OWN_TYPE,
        /**
         * For enumerations and sets of the dolphin plugin: they have no array types and take no parameter of unknown type. They
         * are also compared as text, because the plugin's hash of an enumeration differs from that of its text.
         */
        TEXT,
        /** For bits: the plugin casts text to {@code bit} by its bytes, eight bits per digit. */
        VARBIT
    }

    /**
     * How the target distinguishes values that its equality operator treats as equal. Text ignores trailing blanks in openGauss's
     * compatibility B with any collation, and may ignore case; floating-point numbers have two zeros; {@code jsonb} does not
     * distinguish 1 from 1.0. {@code json} has no equality operator.
     */
    public enum Identity {
        EQUALITY("%s"),
        TEXT("pg_catalog.textsend(CAST(%s AS TEXT))"),
        FLOAT4("pg_catalog.float4send(%s)"),
        FLOAT8("pg_catalog.float8send(%s)");

        private final String form;

        Identity(String form) {
            this.form = form;
        }

        /** Returns the expression to compare; its results are equal exactly if the values are identical bit by bit. */
        public String of(String expression) {
            return form.formatted(expression);
        }

        /**
         * Returns the identity for a type, by its name in {@code pg_type}, because the plugin puts binary types into the string
         * category.
         */
        public static Identity ofType(String typeName) {
            return switch (typeName) {
                case "text", "varchar", "bpchar", "nvarchar2", "clob", "json", "jsonb" -> TEXT;
                case "float4" -> FLOAT4;
                case "float8" -> FLOAT8;
                default -> EQUALITY;
            };
        }
    }

    /** Returns whether rows of this table can be sent as one array per column. */
    public boolean takesArrays() {
        return columns.stream().allMatch(Column::hasArrayType);
    }

    public TargetTable {
        columns = List.copyOf(columns);
    }
}
