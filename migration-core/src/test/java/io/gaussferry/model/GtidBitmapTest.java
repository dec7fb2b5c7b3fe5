package io.gaussferry.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GtidBitmapTest {

    private static final UUID ONE = new UUID(1, 2);
    private static final UUID OTHER = new UUID(3, 4);

    @Test
    void is_read_as_it_was_written() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            GtidBitmap bitmap = new GtidBitmap();
            GtidSet expected = new GtidSet();
            for (int i = random.nextInt(300); i > 0; i--) {
                long base = random.nextInt(4) == 0 ? Long.MAX_VALUE - 1_000 : 1 + random.nextInt(3) * 1_000_000L;
                Gtid gtid = new Gtid(
                        random.nextBoolean() ? ONE : OTHER,
                        random.nextBoolean() ? "" : "tag",
                        base + random.nextInt(500));
                bitmap.add(gtid);
                if (random.nextInt(4) == 0) {
                    bitmap.remove(gtid);
                    if (expected.contains(gtid)) {
                        expected = expected.minus(GtidSet.parse(gtid.toString()));
                    }
                } else {
                    expected.add(gtid);
                }
            }
            assertThat(GtidBitmap.parse(bitmap.toString())).as("seed " + seed).isEqualTo(expected);
        }
    }

    @Test
    void is_a_bit_for_each_and_names_the_series_once() {
        GtidBitmap bitmap = new GtidBitmap();
        for (long number = 64; number < 192; number += 2) {
            bitmap.add(new Gtid(ONE, "", number));
        }
        assertThat(bitmap).hasToString(ONE + ":1:VVVVVVVVVVVVVVVVVVVVVQ==");
        assertThat(GtidBitmap.parse(bitmap.toString()).count()).isEqualTo(64);
    }

    @Test
    void an_empty_one_is_an_empty_text_and_other_texts_are_refused() {
        assertThat(new GtidBitmap()).hasToString("");
        assertThat(GtidBitmap.parse("").isEmpty()).isTrue();
        for (String text : new String[] {"x", ONE + ":1-5", ONE + ":1:!", ONE + ":a:b:c:d"}) {
            assertThatThrownBy(() -> GtidBitmap.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
