package io.gaussferry.schedule.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WriteSetIndexTest {

    @Test
    void storesLastBatchOfEveryKeyInFlight() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        long[] mark = new long[1];
        WriteSetIndex writeSetIndex = new WriteSetIndex(batch -> batch > mark[0]);
        Map<Long, Long> expected = new HashMap<>();
        long committed = 0;
        for (long batch = 1; batch <= 400; batch++) {
            committed = Math.max(committed, batch - random.nextInt(1, 6));
            for (int i = 0; i < 200; i++) {
                long key = random.nextInt(50_000) * (random.nextBoolean() ? 1L : 0x1_0000_0000L);
                mark[0] = committed;
                long previous = writeSetIndex.replace(key, batch);
                Long known = expected.put(key, batch);
                // committed batches may be dropped, so that no batch waits for them
                if (known != null && known > committed) {
                    assertThat(previous).as("seed %d, batch %d", seed, batch).isEqualTo(known);
                } else {
                    assertThat(previous).as("seed %d, batch %d", seed, batch).isLessThanOrEqualTo(committed);
                }
            }
        }
    }
}
