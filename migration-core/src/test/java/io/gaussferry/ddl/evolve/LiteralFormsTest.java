package io.gaussferry.ddl.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.ddl.statement.DefaultSpec;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The values of literals in DDL, in MySQL's notation: existing rows get them on the target. A value that is not certain is refused, so that
 * the statement is held.
 */
class LiteralFormsTest {

    private static ColumnDefinition column(String declaration) {
        return Columns.column(declaration, null);
    }

    private static DefaultSpec number(String digits) {
        return new DefaultSpec.Number(digits);
    }

    private static DefaultSpec literal(String text) {
        if (text.startsWith("0x")) {
            return new DefaultSpec.Bytes(HexFormat.of().parseHex(text.substring(2)), null);
        }
        return text.startsWith("'") ? new DefaultSpec.Text(text.replace("'", "")) : number(text);
    }

    private static void assertUncertain(ThrowingCallable value) {
        assertThatThrownBy(value).isInstanceOf(UncertainValueException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            int             | 1       | 1
            int             | '1'     | 1
            int             | ' -7 '  | -7
            int             | 1.5     | 2
            int             | -1.5    | -2
            int             | -0.4    | 0
            int             | 0x41    | 65
            int             | 2.5e0   | 2
            int             | 3.5e0   | 4
            int             | '2.5e0' | 3
            bigint unsigned | 18446744073709551615 | 18446744073709551615
            """)
    void roundsToIntegers(String declaration, String literal, String expected) {
        assertThat(NumericLiterals.integer(column(declaration), literal(literal)))
                .isEqualTo(expected);
    }

    @Test
    void padsZerofillToWidth() {
        ColumnDefinition padded = new ColumnDefinition(
                "c", MySqlType.INT, true, "int(5) unsigned zerofill", 0, 0, 0, null, List.of(), true);
        assertThat(NumericLiterals.integer(padded, number("42"))).isEqualTo("00042");
        assertThat(NumericLiterals.integer(padded, number("123456"))).isEqualTo("123456");
        ColumnDefinition decimal = new ColumnDefinition(
                "c", MySqlType.DECIMAL, true, "decimal(6,2) unsigned zerofill", 0, 6, 2, null, List.of(), true);
        assertThat(NumericLiterals.decimal(decimal, number("1.5"))).isEqualTo("0001.50");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'abc'", "'1x'", "''", "'1 2'", "'0x41'", "'1e100'", "0x", "0x010203040506070809"})
    void refusesOtherNumbers(String literal) {
        assertUncertain(() -> NumericLiterals.integer(column("int"), literal(literal)));
    }

    /** A number has at most 65 digits and 30 decimals in MySQL: with more, the value depends on the server. */
    @Test
    void refusesNumbersBeyondMySqls() {
        assertThat(NumericLiterals.decimal(column("decimal(65,0)"), number("9".repeat(65))))
                .hasSize(65);
        assertUncertain(() -> NumericLiterals.decimal(column("decimal(65,0)"), number("9".repeat(66))));
        assertUncertain(() -> NumericLiterals.decimal(column("decimal(40,30)"), number("0." + "1".repeat(31))));
    }

    @RepeatedTest(10)
    void roundsDecimalsAwayFromZero() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int scale = random.nextInt(6);
        BigDecimal value = new BigDecimal(random.nextInt(-1_000_000, 1_000_000)).movePointLeft(random.nextInt(8));
        BigDecimal unit = BigDecimal.ONE.movePointLeft(scale);
        // the nearest multiple of the unit, the one farther from zero of two
        BigDecimal multiple =
                value.abs().add(unit.divide(BigDecimal.valueOf(2))).divideToIntegralValue(unit);
        BigDecimal expected = multiple.multiply(unit).multiply(BigDecimal.valueOf(value.signum()));
        assertThat(new BigDecimal(
                        NumericLiterals.decimal(column("decimal(20," + scale + ")"), number(value.toPlainString()))))
                .as("seed %d, %s with %d decimals", seed, value, scale)
                .isEqualByComparingTo(expected)
                .satisfies(decimal -> assertThat(decimal.scale()).isEqualTo(scale));
    }

    /** MySQL prints a FLOAT with six digits and a DOUBLE with fifteen; beyond, its notation is not certain. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            float  | 1.5      | 1.5
            float  | 123456   | 123456
            float  | 1234567  | -
            float  | 1.50000  | 1.5
            double | 1234567  | 1234567
            double | 0.001    | 0.001
            double | 0.0009   | -
            double | 1e14     | 100000000000000
            double | 1e15     | -
            double | 0        | 0
            double | 0.0      | 0
            double | -0       | 0
            double | -0e0     | -
            """)
    void printsFloatingPointNumbers(String declaration, String digits, String expected) {
        if (expected == null) {
            assertUncertain(() -> NumericLiterals.floating(column(declaration), number(digits)));
        } else {
            assertThat(NumericLiterals.floating(column(declaration), number(digits)))
                    .isEqualTo(expected);
        }
    }

    /** Two digits are a year of this or the last century; the number 0 and the string '0' differ. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            0      | 0000
            '0'    | 2000
            '00'   | 2000
            '000'  | 2000
            '0000' | 0000
            1      | 2001
            69     | 2069
            70     | 1970
            99     | 1999
            '7'    | 2007
            2155   | 2155
            2024.4 | 2024
            2.024e3| 2024
            """)
    void readsYears(String literal, String expected) {
        assertThat(NumericLiterals.year(literal(literal))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "10000", "1.5e0", "'2024.0'", "'+7'", "'x'"})
    void refusesOtherYears(String literal) {
        assertUncertain(() -> NumericLiterals.year(literal(literal)));
    }

    @Test
    void readsBits() {
        assertThat(NumericLiterals.bits(literal("0xff"))).isEqualTo(255);
        assertThat(NumericLiterals.bits(number("3"))).isEqualTo(3);
        assertUncertain(() -> NumericLiterals.bits(number("-1")));
        assertUncertain(() -> NumericLiterals.bits(number("1.5e0")));
    }

    @Test
    void writesNumbersAsStrings() {
        assertThat(NumericLiterals.text(new DefaultSpec.Number("1e3"))).isEqualTo("1000");
        assertThat(NumericLiterals.text(new DefaultSpec.Number(".5"))).isEqualTo("0.5");
        assertThat(NumericLiterals.text(new DefaultSpec.Number("1.50"))).isEqualTo("1.50");
        assertUncertain(() -> NumericLiterals.text(new DefaultSpec.Number("1.5e0")));
        assertUncertain(() -> NumericLiterals.text(new DefaultSpec.Number("-0e0")));
    }

    private static TemporalLiterals clock(boolean truncated) {
        return new TemporalLiterals(StatementContext.ofStored(
                "shop", "", truncated ? StatementContext.TIME_TRUNCATE_FRACTIONAL : 0, 80033));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            date        | 2024-02-29            | 2024-02-29
            date        | 24-2-9                | 2024-02-09
            date        | 70.1.1                | 1970-01-01
            date        | 20240229              | 2024-02-29
            date        | 240229                | 2024-02-29
            date        | 0                     | 0000-00-00
            date        | 0000-00-00            | 0000-00-00
            date        | 2024-02-29 23:59:59.4 | 2024-02-29
            date        | 2024-02-29 23:59:59.5 | 2024-03-01
            datetime    | 0                     | 0000-00-00 00:00:00
            datetime(2) | 0                     | 0000-00-00 00:00:00.00
            datetime    | 2024-01-31T10:11:12   | 2024-01-31 10:11:12
            datetime    | 2024-01-31 10:11      | 2024-01-31 10:11:00
            datetime    | 20240131101112        | 2024-01-31 10:11:12
            datetime(3) | 20240131101112.0005   | 2024-01-31 10:11:12.001
            datetime    | 2023-12-31 23:59:59.5 | 2024-01-01 00:00:00
            datetime    | 9999-12-31 23:59:59.5 | -
            date        | 00-00-00              | -
            date        | 2024-01               | -
            date        | 2024013               | -
            date        | x                     | -
            """)
    void readsDates(String declaration, String text, String expected) {
        if (expected == null) {
            assertUncertain(() -> clock(false).date(column(declaration), text));
        } else {
            assertThat(clock(false).date(column(declaration), text)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            time    | 10:11:12       | 10:11:12
            time    | 10:11          | 10:11:00
            time    | -838:59:59     | -838:59:59
            time    | 12345          | 01:23:45
            time    | -5             | -00:00:05
            time    | -0             | 00:00:00
            time    | 59.5           | 00:01:00
            time(3) | 1.0005         | 00:00:01.001
            time    | 838:59:59.5    | -
            time    | 839:00:00      | -
            time    | 00:60:00       | -
            time    | 6099           | -
            time    | 1 10:00:00     | -
            """)
    void readsTimes(String declaration, String text, String expected) {
        if (expected == null) {
            assertUncertain(() -> clock(false).time(column(declaration), text));
        } else {
            assertThat(clock(false).time(column(declaration), text)).isEqualTo(expected);
        }
    }

    @Test
    void truncatesFractionsIfSessionDoes() {
        assertThat(clock(true).date(column("datetime"), "2023-12-31 23:59:59.999"))
                .isEqualTo("2023-12-31 23:59:59");
        assertThat(clock(true).time(column("time(1)"), "10:00:00.99")).isEqualTo("10:00:00.9");
    }

    /** Six digits, rounded by the seventh, then the column's: 0.4999995 becomes 1. */
    @RepeatedTest(5)
    void roundsFractionsTwice() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            StringBuilder digits = new StringBuilder();
            for (int j = random.nextInt(9); j > 0; j--) {
                digits.append("04959".charAt(random.nextInt(5)));
            }
            int scale = random.nextInt(7);
            boolean truncated = random.nextBoolean();
            assertThat(SecondFraction.of(digits.toString(), scale, truncated))
                    .as("seed %d, .%s to %d digits, truncated: %s", seed, digits, scale, truncated)
                    .isEqualTo(fraction(new BigDecimal("0." + digits + "0"), scale, truncated));
        }
    }

    private static SecondFraction fraction(BigDecimal fraction, int scale, boolean truncated) {
        BigDecimal kept = truncated
                ? fraction.setScale(scale, RoundingMode.DOWN)
                : fraction.setScale(Math.min(7, fraction.scale()), RoundingMode.DOWN)
                        .setScale(6, RoundingMode.HALF_UP)
                        .setScale(scale, RoundingMode.HALF_UP);
        boolean carries = kept.compareTo(BigDecimal.ONE) >= 0;
        String shown = kept.subtract(carries ? BigDecimal.ONE : BigDecimal.ZERO)
                .setScale(scale, RoundingMode.UNNECESSARY)
                .toPlainString();
        return new SecondFraction(carries, scale == 0 ? "" : shown.substring(1));
    }

    private static MemberLiterals members(String collation, boolean strict, String... names) {
        ColumnDefinition column =
                new ColumnDefinition("c", MySqlType.ENUM, false, "", 1, 0, 0, "utf8mb4", List.of(names), true);
        long mode = strict ? StatementContext.STRICT_TRANS_TABLES : 0;
        return new MemberLiterals(column, collation, StatementContext.ofStored("shop", "", mode, 80033));
    }

    @Test
    void findsMembersAsCollationDoes() {
        MemberLiterals ignoring = members("utf8mb4_0900_ai_ci", true, "Small", "large", "1");
        assertThat(ignoring.member("small")).isEqualTo("Small");
        assertThat(ignoring.member("large  ")).isEqualTo("large");
        assertThat(ignoring.members("LARGE,small")).isEqualTo("Small,large");
        assertThat(ignoring.members("")).isEmpty();
        MemberLiterals exact = members("utf8mb4_bin", true, "Small", "large");
        assertThat(exact.member("Small")).isEqualTo("Small");
        assertUncertain(() -> exact.member("small"));
        assertUncertain(() -> ignoring.member("medium"));
    }

    /** A collation may treat other letters as equal, too. */
    @Test
    void refusesMembersBeyondAscii() {
        MemberLiterals members = members("utf8mb4_0900_ai_ci", true, "größe", "GRÖSSE");
        assertThat(members.member("größe")).isEqualTo("größe");
        assertUncertain(() -> members.member("GRÖßE"));
        assertUncertain(() -> members("utf8mb4_0900_ai_ci", false, "größe").member("größe"));
    }

    /** A number is first a string that equals a member, and then the member's index. */
    @Test
    void readsNumbersOfMembers() {
        MemberLiterals members = members("utf8mb4_0900_ai_ci", true, "a", "2", "1");
        assertThat(members.member(new DefaultSpec.Number("2"))).isEqualTo("2");
        assertUncertain(() -> members.member(new DefaultSpec.Number("1")));
        assertUncertain(() -> members.member(new DefaultSpec.Number("3")));
        assertUncertain(() -> members.member(new DefaultSpec.Number("0")));
        assertUncertain(() -> members.member(new DefaultSpec.Number("1.0")));
        assertThat(members("utf8mb4_0900_ai_ci", true, "a", "2").members(new DefaultSpec.Number("2")))
                .isEqualTo("2");
    }

    @Test
    void refusesUnknownMembers() {
        assertUncertain(() -> members("utf8mb4_bin", true, "a" + ColumnDefinition.UNKNOWN_CHARACTER));
    }
}
