package io.gaussferry.mysql.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.text.PlainText;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decimals in MySQL's binary form, compared with an encoder that follows the description in {@code strings/decimal.cc}. */
class BinaryDecimalTest {

    private static final int MOST_DIGITS = 65;
    private static final int MOST_DECIMALS = 30;

    private static String decoded(byte[] bytes, int precision, int scale) {
        PlainText text = new PlainText();
        // within a larger image
        byte[] image = new byte[bytes.length + 3];
        System.arraycopy(bytes, 0, image, 2, bytes.length);
        BinaryDecimal.write(image, 2, precision, scale, "c", text);
        return new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8);
    }

    /** Encodes a number in groups of nine digits, counted from the point. */
    private static byte[] encoded(BigDecimal value, int precision, int scale) {
        String digits = value.abs().setScale(scale).unscaledValue().toString();
        String padded = "0".repeat(precision - digits.length()) + digits;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int whole = precision - scale;
        for (int at = 0; at < whole; ) {
            int size = (whole - at) % 9 == 0 ? 9 : (whole - at) % 9;
            group(padded.substring(at, at + size), bytes);
            at += size;
        }
        for (int at = whole; at < precision; at += 9) {
            group(padded.substring(at, Math.min(at + 9, precision)), bytes);
        }
        byte[] result = bytes.toByteArray();
        result[0] ^= (byte) 0x80;
        if (value.signum() < 0) {
            for (int i = 0; i < result.length; i++) {
                result[i] = (byte) ~result[i];
            }
        }
        return result;
    }

    private static void group(String digits, ByteArrayOutputStream bytes) {
        int size = new int[] {0, 1, 1, 2, 2, 3, 3, 4, 4, 4}[digits.length()];
        int number = Integer.parseInt(digits);
        for (int i = size - 1; i >= 0; i--) {
            bytes.write(number >> 8 * i);
        }
    }

    /** From the comment in MySQL's source: 1234567890.1234 as DECIMAL(14,4). */
    @Test
    void decodesExampleOfMySql() {
        byte[] bytes = HexFormat.of().parseHex("810dfb38d204d2");
        assertThat(decoded(bytes, 14, 4)).isEqualTo("1234567890.1234");
        assertThat(decoded(HexFormat.of().parseHex("7ef204c72dfb2d"), 14, 4)).isEqualTo("-1234567890.1234");
    }

    @RepeatedTest(5)
    void decodesRandomNumbers() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            int precision = 1 + random.nextInt(MOST_DIGITS);
            int scale = random.nextInt(Math.min(MOST_DECIMALS, precision) + 1);
            BigInteger limit = BigInteger.TEN.pow(1 + random.nextInt(precision));
            BigInteger unscaled = new BigInteger(limit.bitLength() + 8, random).mod(limit);
            BigDecimal value = new BigDecimal(random.nextBoolean() ? unscaled.negate() : unscaled, scale);
            byte[] bytes = encoded(value, precision, scale);
            assertThat(BinaryDecimal.size(precision, scale)).isEqualTo(bytes.length);
            assertThat(decoded(bytes, precision, scale))
                    .as("seed %d, %s as DECIMAL(%d,%d)", seed, value, precision, scale)
                    .isEqualTo(value.toPlainString());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 1", "9, 0, 4", "10, 0, 5", "9, 9, 4", "65, 30, 30", "65, 0, 29", "30, 30, 14"})
    void knowsSizes(int precision, int scale, int bytes) {
        assertThat(BinaryDecimal.size(precision, scale)).isEqualTo(bytes);
    }

    /** No column has a negative zero, and a double negation must not make one. */
    @Test
    void readsNegativeZeroAsZero() {
        assertThat(decoded(HexFormat.of().parseHex("7fffff"), 5, 2)).isEqualTo("0.00");
        assertThat(decoded(HexFormat.of().parseHex("7ffffe"), 5, 2)).isEqualTo("-0.01");
    }

    /** A group that exceeds its digits would shift those of the others. */
    @Test
    void rejectsGroupWithTooManyDigits() {
        assertThatThrownBy(() -> decoded(HexFormat.of().parseHex("80ff"), 3, 2))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("255 is not a valid group of 2 decimal digits");
    }
}
