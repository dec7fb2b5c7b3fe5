package io.gaussferry.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.rule.ColumnUsage;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.convert.text.ArrayText;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.type.ColumnType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Damaged bytes must cause only the two documented exceptions, in bounded time and memory. */
class CodecFuzzTest {

    private static final int ROUNDS = 400;

    /** Maximum output of a damaged image of a few hundred bytes. */
    private static final int MAXIMUM_OUTPUT = 4 << 20;

    @Test
    void readsOrRejectsDamagedImages() throws IOException {
        long seed = System.nanoTime();
        System.out.println("CodecFuzzTest seed " + seed);
        Random random = new Random(seed);
        List<CapturedValuesTest.Captured> captured = CapturedValuesTest.captured()
                .filter(value -> value.image().length < 2_000)
                .toList();
        Assertions.assertTimeout(Duration.ofSeconds(60), () -> {
            for (CapturedValuesTest.Captured value : captured) {
                ValueCodec codec = ColumnType.of(Columns.column(value.declaration(), value.characterSet()))
                        .codec(value.wire(), Columns.POSTGRES, ConversionRules.defaults(), ColumnUsage.NONE);
                for (int round = 0; round < ROUNDS; round++) {
                    attempt(codec, damage(value.image(), random), damage(value.selected(), random), random, seed);
                }
            }
        });
    }

    private static byte[] damage(byte[] valid, Random random) {
        byte[] bytes = valid.clone();
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        if (random.nextInt(8) == 0) {
            random.nextBytes(bytes);
        }
        return bytes;
    }

    private static void attempt(ValueCodec codec, byte[] image, byte[] selected, Random random, long seed) {
        // the image is inside a larger event, and ends before or after its limit
        int before = random.nextInt(3);
        int limit = before + random.nextInt(image.length + 2);
        byte[] event = new byte[Math.max(limit, before + image.length)];
        System.arraycopy(image, 0, event, before, image.length);
        CopyText copy = new CopyText(MAXIMUM_OUTPUT);
        try {
            int end = codec.skip(event, before, limit);
            assertThat(end).as("seed %d", seed).isBetween(before, limit);
        } catch (MalformedRowImageException expected) {
            assertThat(expected.getMessage()).contains("column c");
        }
        try {
            codec.write(event, before, limit, copy);
        } catch (MalformedRowImageException | UnconvertibleValueException expected) {
            assertThat(expected.getMessage()).contains("column c");
        }
        ArrayText array = new ArrayText(MAXIMUM_OUTPUT);
        try {
            codec.writeSelected(selected, array);
        } catch (MalformedRowImageException | UnconvertibleValueException expected) {
            assertThat(expected.getMessage()).contains("column c");
        }
    }
}
