package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.DefaultSpec.StringLiteral;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Converts a default to MySQL's notation of a value of its column's type. Supports literals whose observed value is the
 * same for every server and session; all others are uncertain.
 */
final class DefaultValues {

    private static final int MICROSECOND_DIGITS = 6;

    private final StatementContext context;
    private final LiteralDecoder texts;
    private final TemporalLiterals clock;

    DefaultValues(StatementContext context) {
        this.context = context;
        this.texts = new LiteralDecoder(context);
        this.clock = new TemporalLiterals(context);
    }

    /**
     * Returns the value of a literal; null for none.
     *
     * @param collation the column's collation, if it has one
     * @throws UncertainValueException if the resulting value is uncertain
     */
    @Nullable
    String of(ColumnDefinition column, String collation, DefaultSpec value) {
        if (value instanceof DefaultSpec.Moment moment) {
            return clock.of(column, moment);
        }
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> NumericLiterals.integer(column, plain(value));
            case DECIMAL -> NumericLiterals.decimal(column, plain(value));
            case FLOAT, DOUBLE -> NumericLiterals.floating(column, plain(value));
            case BIT -> "b'" + NumericLiterals.bits(bitsOf(value)).toString(2) + "'";
            case CHAR -> fitting(column, text(column, value)).replaceAll(" +\\z", "");
            case VARCHAR -> fitting(column, text(column, value));
            case BINARY, VARBINARY -> "0x" + HexFormat.of().withUpperCase().formatHex(bytes(column, value));
            case DATE, DATETIME, TIMESTAMP -> clock.date(column, clock(value));
            case TIME -> clock.time(column, clock(value));
            case YEAR -> NumericLiterals.year(plain(value));
            case ENUM -> {
                MemberLiterals members = new MemberLiterals(column, collation, context);
                yield value instanceof DefaultSpec.Number number
                        ? members.member(number)
                        : members.member(text(column, value));
            }
            case SET -> {
                MemberLiterals members = new MemberLiterals(column, collation, context);
                yield value instanceof DefaultSpec.Number number
                        ? members.members(number)
                        : members.members(text(column, value));
            }
            case TEXT, BLOB, JSON, GEOMETRY, VECTOR -> null; // a session that is not strict ignores the default
        };
    }

    /** Returns bytes with a character set as a string if a number is required. */
    private DefaultSpec plain(DefaultSpec value) {
        boolean number = value instanceof DefaultSpec.Bytes bytes && bytes.introducer() == null;
        return value instanceof StringLiteral literal && !number
                ? new DefaultSpec.Text(texts.of(literal, null))
                : value;
    }

    /** Returns a string as its bytes, not as the number that it spells. */
    private DefaultSpec bitsOf(DefaultSpec value) {
        return value instanceof StringLiteral literal ? new DefaultSpec.Bytes(texts.bytes(literal), null) : value;
    }

    private String text(ColumnDefinition column, DefaultSpec value) {
        return value instanceof StringLiteral literal
                ? texts.of(literal, column.characterSet())
                : NumericLiterals.text((DefaultSpec.Number) value);
    }

    /** Removes trailing blanks beyond the column's length. */
    private static String fitting(ColumnDefinition column, String text) {
        String fitting = text;
        while (fitting.codePointCount(0, fitting.length()) > column.length()) {
            if (!fitting.endsWith(" ")) {
                throw new UncertainValueException();
            }
            fitting = fitting.substring(0, fitting.length() - 1);
        }
        return fitting;
    }

    private byte[] bytes(ColumnDefinition column, DefaultSpec value) {
        byte[] given = value instanceof StringLiteral literal
                ? texts.bytes(literal)
                : NumericLiterals.text((DefaultSpec.Number) value).getBytes(StandardCharsets.US_ASCII);
        if (given.length > column.length()) {
            throw new UncertainValueException();
        }
        return column.type() == MySqlType.VARBINARY ? given : Arrays.copyOf(given, (int) column.length());
    }

    private String clock(DefaultSpec value) {
        if (value instanceof StringLiteral literal) {
            return texts.of(literal, null);
        }
        DefaultSpec.Number number = (DefaultSpec.Number) value;
        String text = NumericLiterals.text(number);
        // MySQL rounds a number with more digits from nine digits.
        int point = text.indexOf('.');
        if (number.isFloating() || (point >= 0 && text.length() - point - 1 > MICROSECOND_DIGITS)) {
            throw new UncertainValueException();
        }
        return text;
    }
}
