package io.gaussferry.preflight.opengauss;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The target's name of a type, taken apart: {@code timestamp(6) without time zone} is {@code timestamp without time zone} with
 * the argument 6.
 *
 * @param base the name without its arguments
 * @param arguments its length, or its precision and scale
 */
record TypeName(String base, List<Integer> arguments) {

    private static final Pattern WITH_ARGUMENTS = Pattern.compile("([^(]+)\\((\\d+)(?:, ?(\\d+))?\\)(.*)");

    private static final Set<String> BUILT_IN = Set.of(
            "tinyint",
            "int1",
            "smallint",
            "int2",
            "integer",
            "int4",
            "bigint",
            "int8",
            "int16",
            "uint1",
            "uint2",
            "uint4",
            "uint8",
            "numeric",
            "real",
            "double precision",
            "boolean",
            "bit",
            "bit varying",
            "character",
            "bpchar",
            "character varying",
            "varchar",
            "nvarchar2",
            "text",
            "clob",
            "tinytext",
            "mediumtext",
            "longtext",
            "bytea",
            "raw",
            "binary",
            "varbinary",
            "blob",
            "tinyblob",
            "mediumblob",
            "longblob",
            "date",
            "time without time zone",
            "time with time zone",
            "time",
            "interval",
            "timestamp without time zone",
            "timestamp with time zone",
            "datetime",
            "smalldatetime",
            "year",
            "json",
            "jsonb",
            "uuid",
            "money",
            "inet",
            "xml",
            "point");

    static TypeName parse(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        Matcher matcher = WITH_ARGUMENTS.matcher(name);
        if (!matcher.matches()) {
            return new TypeName(name, List.of());
        }
        List<Integer> arguments = new ArrayList<>();
        arguments.add(Integer.valueOf(matcher.group(2)));
        if (matcher.group(3) != null) {
            arguments.add(Integer.valueOf(matcher.group(3)));
        }
        return new TypeName((matcher.group(1).strip() + matcher.group(4)), arguments);
    }

    /** Returns whether a type's meaning is known; others are enumerations, domains and extensions' own. */
    static boolean isBuiltIn(String base) {
        return BUILT_IN.contains(base);
    }

    /** Returns an argument; 0 where there is none. */
    int argument(int index) {
        return index < arguments.size() ? arguments.get(index) : 0;
    }
}
