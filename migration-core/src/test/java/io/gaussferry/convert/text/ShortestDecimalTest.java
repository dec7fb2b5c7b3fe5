package io.gaussferry.convert.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortestDecimalTest {

    private final CopyText sink = new CopyText();

    private String print(double value) {
        sink.reset();
        ShortestDecimal.write(value, sink);
        return Columns.text(sink);
    }

    private String print(float value) {
        sink.reset();
        ShortestDecimal.write(value, sink);
        return Columns.text(sink);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, -0",
        "1, 1",
        "-1.5, -1.5",
        "0.1, 0.1",
        "2e-3, 0.002",
        "2E23, 2e23",
        "1e14, 100000000000000",
        "1e15, 1e15",
        "123456789012345680, 1.2345678901234568e17",
        "4.9E-324, 5e-324",
        "2.2250738585072014E-308, " + "2.2250738585072014e-308",
        "1.7976931348623157E308, 1.7976931348623157e308",
        "9007199254740993, " + "9.007199254740992e15",
        "1e-15, 0.000000000000001",
        "1e-16, 1e-16"
    })
    void writesDoubles(String value, String printed) {
        assertThat(print(Double.parseDouble(value))).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "3.4028235E38, 3.4028235e38",
        "1.4E-45, 1e-45",
        "1.17549435E-38, 1.1754944e-38",
        "0.1, 0.1",
        "16777217, " + "16777216",
        "-0.0, -0",
        "2.0E10, 20000000000"
    })
    void writesFloats(String value, String printed) {
        assertThat(print(Float.parseFloat(value))).isEqualTo(printed);
    }

    @Test
    void writesRandomDoublesExactlyAndShortest() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            long bits = switch (i % 4) {
                case 0 -> random.nextLong();
                case 1 -> random.nextLong() & 0xFFF0_0000_0000_0000L; // powers of two
                case 2 -> random.nextLong() & 0x800F_FFFF_FFFF_FFFFL >> random.nextInt(52); // subnormal
                default -> Double.doubleToRawLongBits(random.nextInt(1_000_000) / 100.0);
            };
            double value = Double.longBitsToDouble(bits);
            if (!Double.isFinite(value)) {
                continue;
            }
            String text = print(value);
            assertThat(Double.doubleToRawLongBits(Double.parseDouble(text)))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(Double.doubleToRawLongBits(value));
            if (i % 8 < 2 && value != 0) {
                assertNoShorter(value, text, seed);
            }
        }
    }

    private static void assertNoShorter(double value, String text, long seed) {
        BigDecimal exact = new BigDecimal(value);
        int digits = new BigDecimal(text).stripTrailingZeros().precision();
        if (digits > 1) {
            for (RoundingMode mode : new RoundingMode[] {RoundingMode.UP, RoundingMode.DOWN}) {
                assertThat(exact.round(new MathContext(digits - 1, mode)).doubleValue())
                        .as("seed %d: fewer digits than %s", seed, text)
                        .isNotEqualTo(value);
            }
        }
        assertThat(exact.round(new MathContext(digits, RoundingMode.HALF_EVEN)).compareTo(new BigDecimal(text)) == 0
                        || exact.round(new MathContext(digits, RoundingMode.HALF_EVEN))
                                        .doubleValue()
                                != value)
                .as("seed %d: closer than %s", seed, text)
                .isTrue();
    }

    @Test
    void writesRandomFloatsExactly() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            int bits = i % 5 == 0 ? random.nextInt() & 0xFF80_0000 : random.nextInt();
            float value = Float.intBitsToFloat(bits);
            if (Float.isFinite(value)) {
                String text = print(value);
                assertThat(Float.floatToRawIntBits(Float.parseFloat(text)))
                        .as("seed %d: %s", seed, text)
                        .isEqualTo(bits);
                assertThat(new BigDecimal(text).stripTrailingZeros().precision())
                        .as("seed %d: %s", seed, text)
                        .isLessThanOrEqualTo(9);
            }
        }
    }
}
