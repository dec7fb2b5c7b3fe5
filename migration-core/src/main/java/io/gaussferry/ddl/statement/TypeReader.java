package io.gaussferry.ddl.statement;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CharsetNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CharsetWithOptBinaryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CollationNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DataTypeContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldLengthContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldOptionsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PrecisionContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Converts types with their character sets. */
public final class TypeReader {

    /** The number of digits of FLOAT(p) above which it is a DOUBLE. */
    private static final int FLOAT_DIGITS = 24;

    private final StatementContext context;
    private final Literals literals;

    /** Creates a reader for one statement. */
    public TypeReader(StatementContext context) {
        this.context = context;
        this.literals = new Literals(context);
    }

    /** Returns a type without its character set. */
    public TypeSpec type(DataTypeContext type) {
        long length = type.fieldLength() == null ? -1 : length(type.fieldLength());
        if (type.nchar() != null) {
            return new TypeSpec("char", length);
        }
        return switch (type.type.getType()) {
            case MySqlParser.INT_SYMBOL -> number("int", length, -1, type);
            case MySqlParser.TINYINT_SYMBOL -> number("tinyint", length, -1, type);
            case MySqlParser.SMALLINT_SYMBOL -> number("smallint", length, -1, type);
            case MySqlParser.MEDIUMINT_SYMBOL -> number("mediumint", length, -1, type);
            case MySqlParser.BIGINT_SYMBOL -> number("bigint", length, -1, type);
            case MySqlParser.SERIAL_SYMBOL -> new TypeSpec("bigint", -1, -1, true, false, List.of());
            case MySqlParser.BOOL_SYMBOL, MySqlParser.BOOLEAN_SYMBOL -> new TypeSpec("tinyint", 1);
            case MySqlParser.REAL_SYMBOL ->
                digits(context.has(StatementContext.REAL_AS_FLOAT) ? "float" : "double", type.precision(), type);
            case MySqlParser.DOUBLE_SYMBOL -> digits("double", type.precision(), type);
            case MySqlParser.FLOAT_SYMBOL -> floating(type);
            case MySqlParser.DECIMAL_SYMBOL, MySqlParser.NUMERIC_SYMBOL, MySqlParser.FIXED_SYMBOL -> decimal(type);
            case MySqlParser.CHAR_SYMBOL, MySqlParser.NCHAR_SYMBOL, MySqlParser.NATIONAL_SYMBOL ->
                new TypeSpec(isVarying(type) ? "varchar" : "char", length);
            case MySqlParser.VARCHAR_SYMBOL, MySqlParser.NVARCHAR_SYMBOL -> new TypeSpec("varchar", length);
            case MySqlParser.TIME_SYMBOL, MySqlParser.TIMESTAMP_SYMBOL, MySqlParser.DATETIME_SYMBOL ->
                new TypeSpec(word(type), fraction(type));
            case MySqlParser.LONG_SYMBOL ->
                new TypeSpec(type.VARBINARY_SYMBOL() != null ? "mediumblob" : "mediumtext", -1);
            case MySqlParser.ENUM_SYMBOL, MySqlParser.SET_SYMBOL ->
                new TypeSpec(word(type), -1, -1, false, false, literals.strings(type.stringList()));
            default -> new TypeSpec(word(type), length);
        };
    }

    private static String word(DataTypeContext type) {
        return type.type.getText().toLowerCase(Locale.ROOT);
    }

    private static boolean isVarying(DataTypeContext type) {
        return type.VARYING_SYMBOL() != null || type.VARCHAR_SYMBOL() != null;
    }

    private static TypeSpec number(String name, long length, int decimals, DataTypeContext type) {
        boolean unsigned = false;
        boolean zerofill = false;
        FieldOptionsContext options = type.fieldOptions();
        if (options != null) {
            zerofill = !options.ZEROFILL_SYMBOL().isEmpty();
            unsigned = zerofill || !options.UNSIGNED_SYMBOL().isEmpty();
        }
        return new TypeSpec(name, length, decimals, unsigned, zerofill, List.of());
    }

    private static TypeSpec digits(String name, @Nullable PrecisionContext digits, DataTypeContext type) {
        if (digits == null) {
            return number(name, -1, -1, type);
        }
        return number(
                name,
                Long.parseLong(digits.INT_NUMBER(0).getText()),
                Integer.parseInt(digits.INT_NUMBER(1).getText()),
                type);
    }

    private static TypeSpec floating(DataTypeContext type) {
        if (type.floatOptions() == null || type.floatOptions().precision() != null) {
            return digits(
                    "float",
                    type.floatOptions() == null ? null : type.floatOptions().precision(),
                    type);
        }
        long bits = length(type.floatOptions().fieldLength());
        return number(bits > FLOAT_DIGITS ? "double" : "float", -1, -1, type);
    }

    private static TypeSpec decimal(DataTypeContext type) {
        if (type.floatOptions() == null) {
            return number("decimal", -1, -1, type);
        }
        return type.floatOptions().precision() != null
                ? digits("decimal", type.floatOptions().precision(), type)
                : number("decimal", length(type.floatOptions().fieldLength()), 0, type);
    }

    private static long fraction(DataTypeContext type) {
        return type.typeDatetimePrecision() == null
                ? -1
                : Long.parseLong(type.typeDatetimePrecision().INT_NUMBER().getText());
    }

    static long length(FieldLengthContext length) {
        String digits =
                length.getText().substring(1, length.getText().length() - 1).strip();
        return digits.startsWith("0x") ? Long.parseLong(digits.substring(2), 16) : Long.parseLong(digits);
    }

    /** Returns the character set that a type specifies, without a subsequent COLLATE. */
    public CharacterSetSpec characters(DataTypeContext type) {
        boolean binary =
                type.BINARY_SYMBOL() != null && type.type != null && type.type.getType() != MySqlParser.BINARY_SYMBOL;
        if (isNational(type)) {
            return new CharacterSetSpec("utf8mb3", null, binary || type.BINARY_SYMBOL() != null);
        }
        CharsetWithOptBinaryContext characters = type.charsetWithOptBinary();
        if (characters == null) {
            return CharacterSetSpec.NONE;
        }
        if (characters.ascii() != null) {
            return new CharacterSetSpec("latin1", null, characters.ascii().BINARY_SYMBOL() != null);
        }
        if (characters.unicode() != null) {
            return new CharacterSetSpec("ucs2", null, characters.unicode().BINARY_SYMBOL() != null);
        }
        if (characters.BYTE_SYMBOL() != null) {
            return new CharacterSetSpec("binary", null, false);
        }
        return new CharacterSetSpec(
                characters.charsetName() == null ? null : characterSet(characters.charsetName()),
                null,
                characters.BINARY_SYMBOL() != null);
    }

    private static boolean isNational(DataTypeContext type) {
        if (type.nchar() != null) {
            return true;
        }
        int first = type.type.getType();
        return first == MySqlParser.NATIONAL_SYMBOL
                || first == MySqlParser.NCHAR_SYMBOL
                || first == MySqlParser.NVARCHAR_SYMBOL;
    }

    /** Returns a character set by the name that MySQL prints. */
    String characterSet(CharsetNameContext name) {
        String lower = (name.textOrIdentifier() == null ? name.getText() : literals.text(name.textOrIdentifier()))
                .toLowerCase(Locale.ROOT);
        return lower.equals("utf8") ? "utf8mb3" : lower;
    }

    /** Returns a collation by the name that MySQL prints. */
    public String collation(CollationNameContext name) {
        String lower = (name.textOrIdentifier() == null ? name.getText() : literals.text(name.textOrIdentifier()))
                .toLowerCase(Locale.ROOT);
        return lower.startsWith("utf8_") ? "utf8mb3_" + lower.substring("utf8_".length()) : lower;
    }
}
