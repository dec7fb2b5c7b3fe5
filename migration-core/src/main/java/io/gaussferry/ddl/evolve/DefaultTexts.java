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
 * Writes a default as MySQL shows it: as a value of its column's type. It has the literals whose value was seen to be the same whatever the
 * server and the session; all others are uncertain.
 */
final class DefaultTexts {

    private static final int MICROSECOND_DIGITS = 6;

    private final StatementContext context;
    private final LiteralText texts;
    private final ClockTexts clock;

    DefaultTexts(StatementContext context) {
        this.context = context;
        this.texts = new LiteralText(context);
        this.clock = new ClockTexts(context);
    }

    /**
     * Returns a literal; null for none.
     *
     * @param collation the column's, if it has one
     * @throws UncertainValueException if what MySQL makes of it is not certain
     */
    @Nullable
    String of(ColumnDefinition column, String collation, DefaultSpec value) {
        if (value instanceof DefaultSpec.Moment moment) {
            return clock.of(column, moment);
        }
        return switch (column.type()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> NumberTexts.integer(column, plain(value));
            case DECIMAL -> NumberTexts.decimal(column, plain(value));
            case FLOAT, DOUBLE -> NumberTexts.floating(column, plain(value));
            case BIT -> "b'" + NumberTexts.bits(bitsOf(value)).toString(2) + "'";
            case CHAR -> fitting(column, text(column, value)).replaceAll(" +\\z", "");
            case VARCHAR -> fitting(column, text(column, value));
            case BINARY, VARBINARY -> "0x" + HexFormat.of().withUpperCase().formatHex(bytes(column, value));
            case DATE, DATETIME, TIMESTAMP -> clock.date(column, clock(value));
            case TIME -> clock.time(column, clock(value));
            case YEAR -> NumberTexts.year(plain(value));
            case ENUM -> {
                MemberTexts members = new MemberTexts(column, collation, context);
                yield value instanceof DefaultSpec.Number number
                        ? members.member(number)
                        : members.member(text(column, value));
            }
            case SET -> {
                MemberTexts members = new MemberTexts(column, collation, context);
                yield value instanceof DefaultSpec.Number number
                        ? members.members(number)
                        : members.members(text(column, value));
            }
            case TEXT, BLOB, JSON, GEOMETRY, VECTOR -> null; // a session that is not strict leaves it out
        };
    }

    /** Bytes with a character set are text where a number is wanted. */
    private DefaultSpec plain(DefaultSpec value) {
        boolean number = value instanceof DefaultSpec.Bytes bytes && bytes.introducer() == null;
        return value instanceof StringLiteral literal && !number
                ? new DefaultSpec.Text(texts.of(literal, null))
                : value;
    }

    /** A text is its bytes here, and not the number that it reads as. */
    private DefaultSpec bitsOf(DefaultSpec value) {
        return value instanceof StringLiteral literal ? new DefaultSpec.Bytes(texts.bytes(literal), null) : value;
    }

    private String text(ColumnDefinition column, DefaultSpec value) {
        return value instanceof StringLiteral literal
                ? texts.of(literal, column.characterSet())
                : NumberTexts.text((DefaultSpec.Number) value);
    }

    /** Cuts blanks at the end that exceed the column's length. */
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
                : NumberTexts.text((DefaultSpec.Number) value).getBytes(StandardCharsets.US_ASCII);
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
        String text = NumberTexts.text(number);
        // a number with more digits is rounded from nine of them
        int point = text.indexOf('.');
        if (number.isFloating() || (point >= 0 && text.length() - point - 1 > MICROSECOND_DIGITS)) {
            throw new UncertainValueException();
        }
        return text;
    }
}
