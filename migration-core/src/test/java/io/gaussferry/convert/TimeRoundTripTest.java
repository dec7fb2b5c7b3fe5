package io.gaussferry.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.TimeEncoder;
import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.mysql.value.TimeCodec;
import io.gaussferry.mysql.wire.BinaryOutput;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TIME from the target to MySQL's bytes and back, for every precision and sign. */
class TimeRoundTripTest {

    private static final long SECONDS = 838 * 3600L + 59 * 60 + 59;

    private static byte[] image(String text, int digits) {
        BinaryOutput output = new BinaryOutput(8);
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        new TimeEncoder("c", digits, TargetType.TEXT).encode(bytes, 0, bytes.length, output);
        return output.toByteArray();
    }

    private static String decoded(byte[] image, int digits) {
        TimeCodec codec = new TimeCodec("c", false, digits, true, ConversionRules.defaults(), ColumnUsage.NONE);
        assertThat(codec.skip(image, 0, image.length)).isEqualTo(image.length);
        return Columns.copied(codec, image);
    }

    private static String text(boolean negative, long seconds, long fraction, int digits) {
        String time = String.format(
                Locale.ROOT, "%s%02d:%02d:%02d", negative ? "-" : "", seconds / 3600, seconds / 60 % 60, seconds % 60);
        return digits == 0 ? time : time + "." + String.format(Locale.ROOT, "%0" + digits + "d", fraction);
    }

    @RepeatedTest(5)
    void preservesEveryTime() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            int digits = random.nextInt(7);
            long seconds = random.nextLong(random.nextBoolean() ? 90_000 : SECONDS);
            long fraction = random.nextLong((long) Math.pow(10, digits));
            boolean negative = random.nextBoolean() && (seconds > 0 || fraction > 0);
            String text = text(negative, seconds, fraction, digits);
            assertThat(decoded(image(text, digits), digits)).as("seed %d", seed).isEqualTo(text);
        }
    }

    /** The bytes of MySQL sort as its times do: the server's index depends on it. */
    @RepeatedTest(5)
    void imagesSortByTime() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int digits = random.nextInt(7);
        byte[] last = null;
        long micros = -SECONDS;
        while (micros < SECONDS) {
            byte[] next = image(text(micros < 0, Math.abs(micros), 0, digits), digits);
            assertThat(last == null || Arrays.compareUnsigned(last, next) < 0)
                    .as("seed %d, %d seconds", seed, micros)
                    .isTrue();
            last = next;
            micros += 1 + random.nextInt(20_000);
        }
    }

    @ParameterizedTest
    @CsvSource({"838:59:59, 0, true", "839:00:00, 0, false", "838:59:59.000001, 6, false", "-838:59:59, 0, true"})
    void refusesTimesBeyondRange(String text, int digits, boolean accepted) {
        if (accepted) {
            assertThat(decoded(image(text, digits), digits)).isEqualTo(text);
        } else {
            assertThatThrownBy(() -> image(text, digits)).hasMessageContaining("838:59:59");
        }
    }

    private static byte[] interval(long micros, int days, int months) {
        BinaryOutput output = new BinaryOutput(16);
        output.appendBigEndian(micros, 8);
        output.appendBigEndian(days, 4);
        output.appendBigEndian(months, 4);
        return output.toByteArray();
    }

    private static String ofInterval(long micros, int days, int months) {
        BinaryOutput output = new BinaryOutput(8);
        byte[] bytes = interval(micros, days, months);
        new TimeEncoder("c", 3, TargetType.INTERVAL).encode(bytes, 0, bytes.length, output);
        return decoded(output.toByteArray(), 3);
    }

    @Test
    void readsIntervals() {
        assertThat(ofInterval(-1_500_000, 0, 0)).isEqualTo("-00:00:01.500");
        assertThat(ofInterval(3_600_000_000L, 1, 0)).isEqualTo("25:00:00.000");
        assertThat(ofInterval(3_600_000_000L, -1, 0)).isEqualTo("-23:00:00.000");
        assertThat(ofInterval(0, -34, 0)).isEqualTo("-816:00:00.000");
    }

    /** The days of an interval may be so many that their microseconds exceed 64 bits. */
    @ParameterizedTest
    @CsvSource({"0, 0, 1", "0, 35, 0", "0, -35, 0", "0, 2147483647, 0", "0, -2147483648, 0", "9223372036854775807, 1, 0"
    })
    void refusesIntervalsBeyondRange(long micros, int days, int months) {
        assertThatThrownBy(() -> ofInterval(micros, days, months)).isInstanceOf(UnconvertibleValueException.class);
    }

    @Test
    void refusesDigitsThatColumnLacks() {
        assertThatThrownBy(() -> ofInterval(1_500, 0, 0)).hasMessageContaining("more than the 3 fractional digits");
    }
}
