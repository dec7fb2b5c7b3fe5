package io.gaussferry.ddl.evolve;

import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.DefaultSpec.StringLiteral;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.StatementLiteral;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
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
        if (column.type() == MySqlType.BLOB && context.hasLargeDefaults()) {
            throw new UncertainValueException();
        }
        return ColumnType.of(column)
                .declaredDefault(new Literal(column, collation, value))
                .orElse(null);
    }

    /** Reads a literal for one column. */
    private final class Literal implements StatementLiteral {

        private final ColumnDefinition column;
        private final String collation;
        private final DefaultSpec value;

        Literal(ColumnDefinition column, String collation, DefaultSpec value) {
            this.column = column;
            this.collation = collation;
            this.value = value;
        }

        @Override
        public String integer() {
            return NumericLiterals.integer(column, plain());
        }

        @Override
        public String decimal() {
            return NumericLiterals.decimal(column, plain());
        }

        @Override
        public String floating() {
            return NumericLiterals.floating(column, plain());
        }

        @Override
        public String year() {
            return NumericLiterals.year(plain());
        }

        /** Reads bytes with a character set as a string if a number is required. */
        private DefaultSpec plain() {
            boolean number = value instanceof DefaultSpec.Bytes bytes && bytes.introducer() == null;
            return value instanceof StringLiteral literal && !number
                    ? new DefaultSpec.Text(texts.of(literal, null))
                    : value;
        }

        /** Reads a string as its bytes, not as the number that it spells. */
        @Override
        public BigInteger bits() {
            return NumericLiterals.bits(
                    value instanceof StringLiteral literal ? new DefaultSpec.Bytes(texts.bytes(literal), null) : value);
        }

        @Override
        public String text() {
            String fitting = string();
            while (fitting.codePointCount(0, fitting.length()) > column.length()) {
                if (!fitting.endsWith(" ")) {
                    throw new UncertainValueException();
                }
                fitting = fitting.substring(0, fitting.length() - 1);
            }
            return fitting;
        }

        @Override
        public boolean isForLargeColumns() {
            return context.hasLargeDefaults();
        }

        private String string() {
            return value instanceof StringLiteral literal
                    ? texts.of(literal, column.characterSet())
                    : NumericLiterals.text((DefaultSpec.Number) value);
        }

        @Override
        public byte[] bytes() {
            byte[] given = value instanceof StringLiteral literal
                    ? texts.bytes(literal)
                    : NumericLiterals.text((DefaultSpec.Number) value).getBytes(StandardCharsets.US_ASCII);
            if (given.length > column.length()) {
                throw new UncertainValueException();
            }
            return given;
        }

        @Override
        public String date() {
            return clock.date(column, digits());
        }

        @Override
        public String time() {
            return clock.time(column, digits());
        }

        private String digits() {
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

        @Override
        public String member() {
            MemberLiterals members = new MemberLiterals(column, collation, context);
            return value instanceof DefaultSpec.Number number ? members.member(number) : members.member(string());
        }

        @Override
        public String members() {
            MemberLiterals members = new MemberLiterals(column, collation, context);
            return value instanceof DefaultSpec.Number number ? members.members(number) : members.members(string());
        }
    }
}
