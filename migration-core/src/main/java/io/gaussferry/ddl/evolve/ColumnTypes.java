package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec.StringLiteral;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.TypeSpec;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds a column with the type of a statement, as {@code information_schema.columns} shows it after the statement. */
final class ColumnTypes {

    /** The first version that no longer prints widths of integers. */
    private static final int WITHOUT_WIDTHS = 80019;

    private static final long LONGEST_TINY = 255;
    private static final long LONGEST_PLAIN = 65_535;
    private static final long LONGEST_MEDIUM = 16_777_215;
    private static final long LONGEST = 4_294_967_295L;
    private static final int DECIMAL_DIGITS = 10;
    private static final int VECTOR_LENGTH = 2048;
    private static final int FIRST_BEYOND_BMP = 0x10000;

    private static final Map<String, MySqlType> NUMBERS = Map.of(
            "tinyint", MySqlType.TINYINT,
            "smallint", MySqlType.SMALLINT,
            "mediumint", MySqlType.MEDIUMINT,
            "int", MySqlType.INT,
            "bigint", MySqlType.BIGINT);

    /** The widths of integers, signed and unsigned. */
    private static final Map<MySqlType, int[]> WIDTHS = Map.of(
            MySqlType.TINYINT, new int[] {4, 3},
            MySqlType.SMALLINT, new int[] {6, 5},
            MySqlType.MEDIUMINT, new int[] {9, 8},
            MySqlType.INT, new int[] {11, 10},
            MySqlType.BIGINT, new int[] {20, 20});

    private static final String BINARY = "binary";

    private static final Map<String, String> BINARY_NAMES = Map.of(
            "char", "binary",
            "varchar", "varbinary",
            "tinytext", "tinyblob",
            "text", "blob",
            "mediumtext", "mediumblob",
            "longtext", "longblob");

    private final StatementContext context;
    private final LiteralDecoder texts;

    ColumnTypes(StatementContext context) {
        this.context = context;
        this.texts = new LiteralDecoder(context);
    }

    /** Returns whether a type has a character set. */
    static boolean hasCharacterSet(String typeName) {
        return BINARY_NAMES.containsKey(typeName) || typeName.equals("enum") || typeName.equals("set");
    }

    /**
     * Builds a column.
     *
     * @param collation the column's collation, if its type has one
     */
    ColumnDefinition column(String name, TypeSpec type, String collation, boolean nullable) {
        String characterSet = Collations.characterSetOf(collation);
        boolean isBinary = characterSet.equals(BINARY);
        TypeSpec known =
                isBinary && BINARY_NAMES.containsKey(type.name()) ? type.named(BINARY_NAMES.get(type.name())) : type;
        List<String> members = members(known, characterSet);
        Shape shape = shape(known, characterSet, members);
        return new ColumnDefinition(
                name,
                shape.type,
                type.unsigned(),
                shape.declaration,
                shape.length,
                shape.precision,
                shape.scale,
                hasCharacterSet(known.name()) && !isBinary ? characterSet : null,
                members,
                nullable);
    }

    /** The properties of a type other than its character set. */
    private record Shape(MySqlType type, String declaration, long length, int precision, int scale) {

        private static Shape of(MySqlType type, String declaration) {
            return new Shape(type, declaration, 0, 0, 0);
        }

        private static Shape withLength(MySqlType type, String declaration, long length) {
            return new Shape(type, declaration, length, 0, 0);
        }
    }

    private Shape shape(TypeSpec type, String characterSet, List<String> members) {
        String name = type.name();
        MySqlType number = NUMBERS.get(name);
        if (number != null) {
            return Shape.of(number, integer(number, type));
        }
        long length = type.length();
        return switch (name) {
            case "decimal" -> decimal(type);
            case "float", "double" -> floating(type);
            case "bit" -> Shape.withLength(MySqlType.BIT, "bit(" + Math.max(1, length) + ")", Math.max(1, length));
            case "char" -> fixed(MySqlType.CHAR, "char", length);
            case "binary" -> fixed(MySqlType.BINARY, "binary", length);
            case "varchar" -> varying(MySqlType.VARCHAR, length, characterSet);
            case "varbinary" -> varying(MySqlType.VARBINARY, length, "binary");
            case "tinytext", "text", "mediumtext", "longtext" -> large(MySqlType.TEXT, name, length, characterSet);
            case "tinyblob", "blob", "mediumblob", "longblob" -> large(MySqlType.BLOB, name, length, "binary");
            case "year" -> Shape.of(MySqlType.YEAR, context.isAtLeast(WITHOUT_WIDTHS) ? "year" : "year(4)");
            case "time", "datetime", "timestamp" -> clock(name, Math.max(0, (int) length));
            case "enum", "set" -> choice(type, members);
            case "vector" -> {
                long entries = length < 0 ? VECTOR_LENGTH : length;
                yield Shape.withLength(MySqlType.VECTOR, "vector(" + entries + ")", entries * Float.BYTES);
            }
            case "geometrycollection" ->
                Shape.of(MySqlType.GEOMETRY, context.isAtLeast(80011) ? "geomcollection" : name);
            default ->
                MySqlType.named(name)
                        .filter(plain -> length < 0)
                        .map(plain -> Shape.of(plain, name))
                        .orElseThrow(() -> new UnknownDefinitionException("the type " + name + " is unknown"));
        };
    }

    private String integer(MySqlType number, TypeSpec type) {
        int[] widths = Objects.requireNonNull(WIDTHS.get(number));
        long width = type.length() >= 0 ? type.length() : widths[type.unsigned() ? 1 : 0];
        boolean asBoolean = number == MySqlType.TINYINT && type.length() == 1 && !type.unsigned();
        boolean shown = !context.isAtLeast(WITHOUT_WIDTHS) || type.zerofill() || asBoolean;
        return type.name() + (shown ? "(" + width + ")" : "") + signs(type);
    }

    private static String signs(TypeSpec type) {
        return (type.unsigned() ? " unsigned" : "") + (type.zerofill() ? " zerofill" : "");
    }

    private static Shape decimal(TypeSpec type) {
        int precision = type.length() <= 0 ? DECIMAL_DIGITS : (int) type.length();
        int scale = Math.max(0, type.decimals());
        return new Shape(
                MySqlType.DECIMAL, "decimal(" + precision + "," + scale + ")" + signs(type), 0, precision, scale);
    }

    private static Shape floating(TypeSpec type) {
        MySqlType known = type.name().equals("float") ? MySqlType.FLOAT : MySqlType.DOUBLE;
        return type.decimals() < 0
                ? Shape.of(known, type.name() + signs(type))
                : new Shape(
                        known,
                        type.name() + "(" + type.length() + "," + type.decimals() + ")" + signs(type),
                        0,
                        (int) type.length(),
                        type.decimals());
    }

    private static Shape fixed(MySqlType type, String name, long length) {
        long known = length < 0 ? 1 : length;
        return Shape.withLength(type, name + "(" + known + ")", known);
    }

    /**
     * Returns a VARCHAR or VARBINARY, or the TEXT or BLOB that replaces a too long one in a session that is not strict.
     */
    private static Shape varying(MySqlType type, long length, String characterSet) {
        if (length * Collations.longestCharacter(characterSet) > LONGEST_PLAIN) {
            return large(type == MySqlType.VARCHAR ? MySqlType.TEXT : MySqlType.BLOB, "text", length, characterSet);
        }
        return Shape.withLength(type, type.name().toLowerCase(Locale.ROOT) + "(" + length + ")", length);
    }

    /** Returns a TEXT or BLOB; {@code TEXT(n)} is the smallest type with sufficient capacity. */
    private static Shape large(MySqlType type, String name, long length, String characterSet) {
        long capacity = length >= 0 ? length * Collations.longestCharacter(characterSet) : longest(name);
        return ofCapacity(type, capacity, characterSet);
    }

    /** Returns the smallest TEXT or BLOB for a number of bytes. Its length in characters is that of the shortest ones, as MySQL's catalog has it. */
    private static Shape ofCapacity(MySqlType type, long capacity, String characterSet) {
        String end = type == MySqlType.TEXT ? "text" : "blob";
        String name = "long" + end;
        for (String prefix : List.of("medium", "", "tiny")) {
            if (capacity <= longest(prefix + end)) {
                name = prefix + end;
            }
        }
        return Shape.withLength(type, name, longest(name) / Collations.shortestCharacter(characterSet));
    }

    private static long longest(String name) {
        if (name.startsWith("tiny")) {
            return LONGEST_TINY;
        }
        if (name.startsWith("medium")) {
            return LONGEST_MEDIUM;
        }
        return name.startsWith("long") ? LONGEST : LONGEST_PLAIN;
    }

    private static Shape clock(String name, int digits) {
        MySqlType type = MySqlType.valueOf(name.toUpperCase(Locale.ROOT));
        return new Shape(type, digits == 0 ? name : name + "(" + digits + ")", 0, 0, digits);
    }

    private static Shape choice(TypeSpec type, List<String> members) {
        boolean isEnum = type.name().equals("enum");
        long length = isEnum
                ? members.stream().mapToInt(ColumnTypes::characters).max().orElse(0)
                : members.stream().mapToInt(ColumnTypes::characters).sum() + members.size() - 1;
        String declaration = members.stream().map(ColumnTypes::printed).collect(Collectors.joining(","));
        return Shape.withLength(isEnum ? MySqlType.ENUM : MySqlType.SET, type.name() + "(" + declaration + ")", length);
    }

    private static int characters(String text) {
        return text.codePointCount(0, text.length());
    }

    private List<String> members(TypeSpec type, String characterSet) {
        List<String> members = new ArrayList<>();
        for (StringLiteral member : type.members()) {
            members.add(member(member, characterSet));
        }
        return members;
    }

    /** Returns a member, without trailing blanks, which MySQL removes unless they are bytes. */
    private String member(StringLiteral member, String characterSet) {
        try {
            String text = texts.of(member, characterSet);
            return characterSet.equals(BINARY) ? text : text.replaceAll(" +\\z", "");
        } catch (UncertainValueException e) {
            return String.valueOf(ColumnDefinition.UNKNOWN_CHARACTER);
        }
    }

    /** Returns a member as declarations show it; MySQL stores them in utf8mb3. */
    private static String printed(String member) {
        StringBuilder text = new StringBuilder("'");
        member.codePoints().forEach(character -> {
            switch (character) {
                case '\'' -> text.append("''");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\0' -> text.append("\\0");
                default -> text.appendCodePoint(character < FIRST_BEYOND_BMP ? character : '?');
            }
        });
        return text.append('\'').toString();
    }

    /** Returns a character column in another character set: CONVERT preserves the capacity in characters, and in bytes if they become binary. */
    static ColumnDefinition converted(ColumnDefinition column, String characterSet) {
        if (characterSet.equals(BINARY)) {
            return inBinary(column);
        }
        int before = Collations.longestCharacter(String.valueOf(column.characterSet()));
        int after = Collations.longestCharacter(characterSet);
        long length = column.length();
        String declaration = column.declaration();
        @Nullable Shape larger = null;
        if (column.type() == MySqlType.TEXT) {
            long capacity = longest(declaration);
            larger = ofCapacity(MySqlType.TEXT, after > before ? capacity / before * after : capacity, characterSet);
        } else if (column.type() == MySqlType.VARCHAR && length * after > LONGEST_PLAIN) {
            larger = ofCapacity(MySqlType.TEXT, length * after, characterSet);
        }
        return new ColumnDefinition(
                column.name(),
                larger == null ? column.type() : larger.type,
                column.unsigned(),
                larger == null ? declaration : larger.declaration,
                larger == null ? length : larger.length,
                column.precision(),
                column.scale(),
                characterSet,
                column.members(),
                column.nullable());
    }

    /** Returns a character column whose characters become bytes: an ENUM or SET only loses its character set. */
    private static ColumnDefinition inBinary(ColumnDefinition column) {
        @Nullable Shape bytes = null;
        if (column.type() == MySqlType.CHAR) {
            bytes = fixed(MySqlType.BINARY, "binary", column.length());
        } else if (column.type() == MySqlType.VARCHAR) {
            bytes = varying(MySqlType.VARBINARY, column.length(), BINARY);
        } else if (column.type() == MySqlType.TEXT) {
            bytes = ofCapacity(MySqlType.BLOB, longest(column.declaration()), BINARY);
        }
        return new ColumnDefinition(
                column.name(),
                bytes == null ? column.type() : bytes.type,
                column.unsigned(),
                bytes == null ? column.declaration() : bytes.declaration,
                bytes == null ? column.length() : bytes.length,
                column.precision(),
                column.scale(),
                null,
                column.members(),
                column.nullable());
    }
}
