package io.gaussferry.convert.rule;

import io.gaussferry.schema.ColumnDefinition;
import java.util.Locale;
import java.util.Set;

/**
 * Which types a rule is for: a type's name ({@code datetime}), whatever stands behind it in a declaration, or a whole
 * declaration as MySQL prints it ({@code tinyint(1)}). Case does not matter.
 */
public final class TypePattern {

    /** As {@code information_schema.columns.data_type} names them. */
    private static final Set<String> NAMES = Set.of(
            "tinyint",
            "smallint",
            "mediumint",
            "int",
            "bigint",
            "decimal",
            "float",
            "double",
            "bit",
            "char",
            "varchar",
            "tinytext",
            "text",
            "mediumtext",
            "longtext",
            "binary",
            "varbinary",
            "tinyblob",
            "blob",
            "mediumblob",
            "longblob",
            "date",
            "time",
            "datetime",
            "timestamp",
            "year",
            "enum",
            "set",
            "json",
            "geometry",
            "point",
            "linestring",
            "polygon",
            "multipoint",
            "multilinestring",
            "multipolygon",
            "geomcollection",
            "geometrycollection",
            "vector");

    private final String text;

    private TypePattern(String text) {
        this.text = text;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it begins with no type of MySQL
     */
    public static TypePattern parse(String text) {
        String folded = text.strip().toLowerCase(Locale.ROOT);
        if (!NAMES.contains(nameOf(folded))) {
            throw new IllegalArgumentException("no type of MySQL: " + text);
        }
        return new TypePattern(folded);
    }

    /** Returns whether a column has such a type. */
    public boolean matches(ColumnDefinition column) {
        String declaration = column.declaration().toLowerCase(Locale.ROOT);
        return text.equals(declaration) || text.equals(nameOf(declaration));
    }

    private static String nameOf(String declaration) {
        return declaration.split("[ (]", 2)[0];
    }

    @Override
    public String toString() {
        return text;
    }
}
