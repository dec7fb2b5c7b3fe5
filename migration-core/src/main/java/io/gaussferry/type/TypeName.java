package io.gaussferry.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parsed name of a target type: {@code timestamp(6) without time zone} is {@code timestamp without time zone} with
 * the argument 6.
 *
 * @param base the name without its arguments
 * @param arguments its length, or its precision and scale
 */
public record TypeName(String base, List<Integer> arguments) {

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

    /** Aliases in SQL of the names that {@code format_type} prints. */
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("int", "integer"),
            Map.entry("int4", "integer"),
            Map.entry("int2", "smallint"),
            Map.entry("int8", "bigint"),
            Map.entry("bool", "boolean"),
            Map.entry("decimal", "numeric"),
            Map.entry("float4", "real"),
            Map.entry("float8", "double precision"),
            Map.entry("float", "double precision"),
            Map.entry("varchar", "character varying"),
            Map.entry("char", "character"),
            Map.entry("bpchar", "character"),
            Map.entry("varbit", "bit varying"),
            Map.entry("time", "time without time zone"),
            Map.entry("timetz", "time with time zone"),
            Map.entry("timestamp", "timestamp without time zone"),
            Map.entry("datetime", "timestamp without time zone"),
            Map.entry("timestamptz", "timestamp with time zone"));

    /** Returns the same type with the name printed by {@code format_type}, without quotes and schema. */
    public TypeName canonical() {
        String plain = base.replace("\"", "").replaceAll("\\s+", " ").strip();
        String last = plain.substring(plain.lastIndexOf('.') + 1);
        String known = ALIASES.getOrDefault(last, last);
        boolean isDecimal = known.equals("numeric") && arguments.size() == 1;
        return new TypeName(known, isDecimal ? List.of(arguments.get(0), 0) : arguments);
    }

    /** Parses a name. */
    public static TypeName parse(String text) {
        // openGauss quotes names that are keywords of dolphin: "varbinary"(30)
        String name = text.toLowerCase(Locale.ROOT).replaceFirst("^\"(\\w+)\"", "$1");
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

    /** Returns whether a type is built in; other types are enumerations, domains and types of extensions. */
    public static boolean isBuiltIn(String base) {
        return BUILT_IN.contains(base);
    }

    /** Returns an argument; 0 if it is missing. */
    public int argument(int index) {
        return index < arguments.size() ? arguments.get(index) : 0;
    }
}
