package io.gaussferry.convert.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A value in the target's binary format becomes bytes of a row image, which the replication codec decodes to the same
 * value.
 */
class ValueEncodersTest {

    private static final TargetProfile DOLPHIN = Columns.DOLPHIN;

    private static String back(String declaration, TargetType type, String text) {
        return back(declaration, null, type, text);
    }

    private static String back(String declaration, @Nullable String characterSet, TargetType type, String text) {
        return back(declaration, characterSet, type, TargetValues.of(type, text), DOLPHIN);
    }

    private static String back(
            String declaration, @Nullable String characterSet, TargetType type, byte[] value, TargetProfile target) {
        ColumnDefinition column = Columns.column(declaration, characterSet);
        ValueEncoder encoder = ColumnType.of(column).encoder(type, target).orElseThrow();
        byte[] around = new byte[value.length + 5];
        System.arraycopy(value, 0, around, 2, value.length);
        BinaryOutput image = new BinaryOutput(4);
        image.appendLittleEndian(0x55, 1);
        encoder.encode(around, 2, 2 + value.length, image);
        byte[] bytes = image.toByteArray();
        PlainText sink = new PlainText();
        var codec = ColumnType.of(column).codec(target, ConversionRules.defaults(), ColumnUsage.NONE);
        var wired = ColumnType.of(column)
                .codec(ColumnType.of(column).wireType(), target, ConversionRules.defaults(), ColumnUsage.NONE);
        assertThat(wired.skip(bytes, 1, bytes.length)).isEqualTo(bytes.length);
        assertThat(codec.skip(bytes, 1, bytes.length)).isEqualTo(bytes.length);
        wired.write(bytes, 1, bytes.length, sink);
        return new String(sink.buffer(), 0, sink.length(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tinyint; INT1; -128",
                "tinyint; INT2; 127",
                "tinyint unsigned; UINT1; 255",
                "smallint; INT2; -32768",
                "smallint unsigned; INT4; 65535",
                "mediumint; INT4; -8388608",
                "mediumint unsigned; UINT4; 16777215",
                "int; INT4; -2147483648",
                "int unsigned; INT8; 4294967295",
                "bigint; INT8; -9223372036854775808",
                "bigint unsigned; UINT8; 18446744073709551615",
                "bigint unsigned; NUMERIC; 18446744073709551615",
                "bigint unsigned; NUMERIC; 0",
                "decimal(10,2); NUMERIC; -99999999.99",
                "decimal(10,2); NUMERIC; 0.00",
                "decimal(9,9); NUMERIC; 0.000000001",
                "decimal(65,30); NUMERIC; -99999999999999999999999999999999999.999999999999999999999999999999",
                "float; FLOAT4; 101.002975",
                "double; FLOAT8; 5e-324",
                "double(10,2); NUMERIC; 12345678.91",
                "float(7,3); NUMERIC; 1234.568",
                "float(10,2); NUMERIC; 1234567.88",
                "float(10,2); NUMERIC; 1234567.12",
                "float(10,2); NUMERIC; 100000000.00",
                "double(20,5); NUMERIC; 1000000000000000.00000",
                "float; NUMERIC; 0.1",
                "double; NUMERIC; 0.30000000000000004",
                "bit(1); BITS; 1",
                "bit(10); BITS; 1000000001",
                "bit(64); BITS; 1111111111111111111111111111111111111111111111111111111111111110",
                "date; DATE; 0000-00-00",
                "date; DATE; 0000-01-01",
                "date; DATE; 1000-01-01",
                "date; DATE; 9999-12-31",
                "datetime(6); TIMESTAMP; 2024-02-29 23:59:59.999999",
                "datetime(3); TIMESTAMP; 0001-01-01 00:00:00.001",
                "timestamp(2); TIMESTAMPTZ; 1970-01-01 00:00:01.50+00",
                "timestamp(6); TIMESTAMPTZ; 2038-01-19 03:14:07.999999+00",
                "time(6); TIME; -838:59:58.999999",
                "time(1); TIME; -00:00:00.1",
                "year; YEAR; 2155",
                "year; INT2; 1901",
                "enum('a','b,'); TEXT; a",
                "set('a','b','c'); SET; a,c",
                "json; JSON; {\"a\": [1, -2.5, null, true, \"é\"]}",
            })
    void preservesValue(String declaration, TargetType type, String text) {
        assertThat(back(declaration, type, text)).isEqualTo(text.contains("e-") ? "5e-324" : text);
    }

    @Test
    void encodesZeroDatesOfDolphin() {
        assertThat(back("datetime(2)", TargetType.TIMESTAMP, "0000-00-00 00:00:00.00"))
                .isEqualTo("0000-00-00 00:00:00.00");
        assertThat(back("datetime(2)", TargetType.TIMESTAMP, "0000-00-00 23:59:59.01"))
                .isEqualTo("0000-00-00 23:59:59.01");
        assertThatThrownBy(() -> back("timestamp", TargetType.TIMESTAMPTZ, "0000-00-00 00:00:01+00"))
                .hasMessageContaining("out of range for MySQL's TIMESTAMP");
        assertThat(back("timestamp", TargetType.TIMESTAMPTZ, "0000-00-00 00:00:00+00"))
                .isEqualTo("0000-00-00 00:00:00+00");
    }

    @Test
    void encodesYearZero() {
        assertThat(back("year", TargetType.YEAR, "0")).isEqualTo("0000");
    }

    @Test
    void removesPaddingOfChar() {
        assertThat(back("char(5)", "utf8mb4", TargetType.PADDED_TEXT, " ab  ")).isEqualTo(" ab");
        assertThat(back("varchar(5)", "utf8mb4", TargetType.TEXT, " ab  ")).isEqualTo(" ab  ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tinyint; INT2; 128; out of range for MySQL's integer",
                "tinyint unsigned; INT2; -1; out of range for MySQL's unsigned integer",
                "bigint; NUMERIC; 9223372036854775808; out of range for MySQL's integer",
                "bigint unsigned; NUMERIC; 18446744073709551616; exceeds 64 bits",
                "int; NUMERIC; 1.5; not an integer",
                "decimal(4,2); NUMERIC; 100; out of range for MySQL's DECIMAL",
                "decimal(4,2); NUMERIC; 0.001; out of range for MySQL's DECIMAL",
                "decimal(4,2) unsigned; NUMERIC; -1; out of range for MySQL's DECIMAL",
                "float; FLOAT8; 0.1; more digits than MySQL's FLOAT",
                "float(10,2); NUMERIC; 1234567.89; more digits than MySQL's FLOAT",
                "float(10,2); NUMERIC; 99999999.99; more digits than MySQL's FLOAT",
                "float(5,2); NUMERIC; 1.001; more digits than MySQL's FLOAT",
                "double(20,5); NUMERIC; -123456789012345.12345; more digits than MySQL's DOUBLE",
                "float; NUMERIC; 0.123456789; more digits than MySQL's FLOAT",
                "double; NUMERIC; 0.30000000000000000004; more digits than MySQL's DOUBLE",
                "double; FLOAT8; NaN; not a number in MySQL",
                "double; FLOAT8; Infinity; not a number in MySQL",
                "bit(4); BITS; 10; does not have the 4 bits",
                "year; INT2; 1900; not a MySQL YEAR",
                "time(1); TIME; 839:00:00; out of range for MySQL's TIME",
                "time(1); TIME; 00:00:00.05; more than the 1 fractional digits",
                "datetime(0); TIMESTAMP; 2024-01-01 00:00:00.5; more than the 0 fractional digits",
                "timestamp; TIMESTAMPTZ; 2038-01-19 03:14:08; out of range for MySQL's TIMESTAMP",
                "timestamp; TIMESTAMPTZ; 1970-01-01 00:00:00; out of range for MySQL's TIMESTAMP",
                "enum('a','b'); TEXT; c; is not a member of",
                "set('a','b'); TEXT; a,c; is not a set of members",
                "set('a','b'); TEXT; 'a,'; is not a set of members",
                "json; JSON; [1,; ends prematurely",
                "json; JSON; 0.12345678901234567890; more digits than MySQL stores",
            })
    void rejectsValuesThatMySqlCannotStore(String declaration, TargetType type, String text, String problem) {
        assertThatThrownBy(() -> back(declaration, type, text))
                .isInstanceOf(UnconvertibleValueException.class)
                .hasMessageContaining("column c")
                .hasMessageContaining(problem);
    }

    @Test
    void padsBinaryLikeMySql() {
        assertThat(back("binary(3)", null, TargetType.BYTES, new byte[] {1}, DOLPHIN))
                .isEqualTo(back("binary(3)", null, TargetType.BYTES, new byte[] {1, 0, 0}, DOLPHIN));
    }

    @Test
    void rejectsStringsThatMySqlCannotStore() {
        assertThatThrownBy(() -> back("varchar(2)", "utf8mb4", TargetType.TEXT, "äöü"))
                .hasMessageContaining("longer than MySQL's column (2 characters)");
        assertThatThrownBy(() -> back("varchar(9)", "latin1", TargetType.TEXT, "ü€Ж"))
                .hasMessageContaining("not in the character set of MySQL's column");
        assertThatThrownBy(() -> back("varchar(9)", "utf8mb3", TargetType.TEXT, "a😀"))
                .hasMessageContaining("not in the character set of MySQL's column");
        assertThatThrownBy(() -> back("tinytext", "utf8mb4", TargetType.TEXT, "x".repeat(256)))
                .hasMessageContaining("longer than MySQL's column (255 bytes)");
        assertThatThrownBy(() -> back("binary(3)", null, TargetType.BYTES, new byte[4], DOLPHIN))
                .hasMessageContaining("at most 3");
    }

    @Test
    void returnsNoEncoderForUnsupportedTypes() {
        assertThat(ColumnType.of(Columns.column("point", null)).encoder(TargetType.TEXT, DOLPHIN))
                .isEmpty();
        assertThat(ColumnType.of(Columns.column("int", null)).encoder(TargetType.TEXT, DOLPHIN))
                .isEmpty();
        assertThat(ColumnType.of(Columns.column("datetime", null)).encoder(TargetType.TIMESTAMPTZ, DOLPHIN))
                .isEmpty();
    }

    @RepeatedTest(3)
    void preservesRandomValues() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            same(seed, "bigint", TargetType.INT8, Long.toString(random.nextLong()));
            same(seed, "bigint unsigned", TargetType.NUMERIC, Long.toUnsignedString(random.nextLong()));
            int scale = random.nextInt(31);
            int precision = Math.max(1, scale + random.nextInt(35));
            String decimal = new BigDecimal(new BigInteger(random.nextInt(200), random), scale)
                    .remainder(BigDecimal.TEN.pow(precision - scale))
                    .setScale(scale)
                    .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1))
                    .toPlainString();
            same(seed, "decimal(" + precision + "," + scale + ")", TargetType.NUMERIC, decimal);
            LocalDate date = LocalDate.ofEpochDay(random.nextInt(3_652_059) - 719_162);
            same(seed, "date", TargetType.DATE, date.toString());
            String time = "%02d:%02d:%02d.%06d"
                    .formatted(random.nextInt(24), random.nextInt(60), random.nextInt(60), random.nextInt(1_000_000));
            same(seed, "datetime(6)", TargetType.TIMESTAMP, date + " " + time);
            same(seed, "time(6)", TargetType.TIME, (random.nextBoolean() ? "" : "-") + "8" + time);
            float single = Float.intBitsToFloat(random.nextInt());
            if (Float.isFinite(single) && single != 0) {
                assertThat(Float.parseFloat(back("float", TargetType.FLOAT4, Float.toString(single))))
                        .as("seed %d", seed)
                        .isEqualTo(single);
            }
        }
    }

    private static void same(long seed, String declaration, TargetType type, String text) {
        assertThat(back(declaration, type, text))
                .as("%s, seed %d", declaration, seed)
                .isEqualTo(text);
    }
}
