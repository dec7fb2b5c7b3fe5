package io.gaussferry.mysql.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.UnconvertibleValueException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The integers, lengths and times of row images. Each read is within its limit, whatever the bytes are. */
class WireTest {

    private static final byte[] IMAGE = {3, 'a', 'b', 'c', 9};

    @Test
    void checksLengths() {
        assertThat(Wire.end(1, 4, 5, "c")).isEqualTo(5);
        assertThatThrownBy(() -> Wire.end(1, 5, 5, "c"))
                .isInstanceOf(MalformedRowImageException.class)
                .hasMessageContaining("it needs 5 bytes, but only 4 are left");
        assertThat(Wire.endOfPrefixed(IMAGE, 0, 1, 5, "c")).isEqualTo(4);
        assertThatThrownBy(() -> Wire.endOfPrefixed(IMAGE, 0, 1, 3, "c"))
                .hasMessageContaining("its length is 3 bytes, but only 2 are left");
        assertThatThrownBy(() -> Wire.endOfPrefixed(IMAGE, 4, 2, 5, "c"))
                .isInstanceOf(MalformedRowImageException.class);
    }

    /** A length of LONGBLOB may exceed a signed integer. */
    @Test
    void rejectsLengthBeyondTwoGigabytes() {
        byte[] image = {-1, -1, -1, -1, 0};
        assertThatThrownBy(() -> Wire.endOfPrefixed(image, 0, 4, 5, "c"))
                .hasMessageContaining("its length is 4294967295 bytes");
    }

    @RepeatedTest(5)
    void readsWhatIsWritten() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            int size = 1 + random.nextInt(8);
            long value = size == 8 ? random.nextLong() : random.nextLong() & (1L << 8 * size) - 1;
            BinaryOutput output = new BinaryOutput(1);
            output.appendLittleEndian(value, size);
            output.appendBigEndian(value, size);
            byte[] bytes = output.toByteArray();
            assertThat(Wire.littleEndian(bytes, 0, size)).as("seed %d", seed).isEqualTo(value);
            assertThat(Wire.bigEndian(bytes, size, size)).as("seed %d", seed).isEqualTo(value);
            assertThat(new BigInteger(1, Arrays.copyOfRange(bytes, size, 2 * size)).longValue())
                    .as("seed %d", seed)
                    .isEqualTo(value);
            if (size == 8) {
                assertThat(Wire.int64(bytes, 0)).isEqualTo(value);
                assertThat(Wire.int32(bytes, 0)).isEqualTo((int) value);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "fa, 250, 1",
        "fc0001, 256, 3",
        "fcfb00, 251, 3",
        "fdffffff, 16777215, 4",
        "fe0000000001000000, 4294967296, 9",
        "feffffffffffffffff, -1, 9"
    })
    void readsLengthEncodedIntegers(String hex, long value, int size) {
        byte[] bytes = new BigInteger("01" + hex, 16).toByteArray();
        assertThat(LengthEncoded.size(bytes[1])).isEqualTo(size);
        assertThat(LengthEncoded.read(bytes, 1, bytes.length, "c")).isEqualTo(value);
    }

    /** 251 is NULL in other places, and 255 an error: neither is a length. */
    @ParameterizedTest
    @ValueSource(strings = {"fb", "ff", "fc00", "fd0000", "fe00000000000000"})
    void rejectsOtherLengths(String hex) {
        byte[] bytes = new BigInteger("01" + hex, 16).toByteArray();
        assertThatThrownBy(() -> LengthEncoded.read(bytes, 1, bytes.length, "c"))
                .isInstanceOf(MalformedRowImageException.class);
        assertThatThrownBy(() -> LengthEncoded.read(bytes, bytes.length, bytes.length, "c"))
                .isInstanceOf(MalformedRowImageException.class);
    }

    /** Reserved bytes are zero, also where the buffer was used before. */
    @Test
    void reservesZerosInUsedMemory() {
        BinaryOutput output = new BinaryOutput(2);
        output.append(new byte[] {1, 2, 3, 4}, 1, 4);
        output.truncate(1);
        int at = output.reserve(2);
        output.setBit(at, 7);
        output.flipBit(at + 1, 0);
        output.flipBit(0, 1);
        assertThat(output.toByteArray()).containsExactly(0, 0x80, 1);
        output.put(at, 2, 0x0201);
        output.put(0, new byte[] {9, 8}, 1, 2);
        assertThat(output.toByteArray()).containsExactly(8, 1, 2);
        assertThat(output.length()).isEqualTo(3);
    }

    @Test
    void refusesMoreThanAnArrayHolds() {
        BinaryOutput output = new BinaryOutput(1);
        output.appendLittleEndian(1, 1);
        assertThatThrownBy(() -> output.reserve(Integer.MAX_VALUE)).isInstanceOf(IllegalStateException.class);
    }

    private static TemporalParser parser(String text) {
        return new TemporalParser(text.getBytes(StandardCharsets.US_ASCII), "c");
    }

    @Test
    void parsesTimes() {
        TemporalParser moment = parser("2024-02-29 23:59:58.0123");
        assertThat(moment.date()).isEqualTo(20240229);
        moment.expect(' ');
        assertThat(moment.timeOfDay()).isEqualTo(235958);
        assertThat(moment.fractionAndEnd(4)).isEqualTo(12_300);
        assertThat(parser("838:59:59").hours()).isEqualTo(838);
        assertThat(parser("08:59:59").hours()).isEqualTo(8);
    }

    /** Another number of decimals is another type's: accepting it would lose digits. */
    @ParameterizedTest
    @CsvSource({"0, .5", "0, x", "2, .5", "2, .500", "2, 50", "6, .12345x", "1, ''"})
    void rejectsOtherFractions(int digits, String text) {
        assertThatThrownBy(() -> parser(text).fractionAndEnd(digits)).isInstanceOf(UnconvertibleValueException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-1-01", "24-01-01", "2024/01/01", "2024-01-", "", "+024-01-01"})
    void rejectsOtherDates(String text) {
        assertThatThrownBy(() -> parser(text).date()).isInstanceOf(UnconvertibleValueException.class);
    }

    /** A fraction needs one byte for each two digits, and its unit is the last even digit. */
    @ParameterizedTest
    @CsvSource({"0, 0, 1000000", "1, 1, 10000", "2, 1, 10000", "3, 2, 100", "4, 2, 100", "5, 3, 1", "6, 3, 1"})
    void knowsUnitsOfFractions(int digits, int bytes, int micros) {
        assertThat(TemporalParser.fractionBytes(digits)).isEqualTo(bytes);
        assertThat(TemporalParser.microsPerUnit(digits)).isEqualTo(micros);
        byte[] image = {1, 2, 3};
        long unit = bytes == 0 ? 0 : Wire.bigEndian(image, 0, bytes);
        assertThat(TemporalParser.fraction(image, 0, digits)).isEqualTo((int) unit * micros);
    }
}
