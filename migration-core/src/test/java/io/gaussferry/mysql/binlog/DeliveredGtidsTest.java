package io.gaussferry.mysql.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeliveredGtidsTest {

    private static final UUID SOURCE = new UUID(1, 2);

    @Test
    void rejectsExecutedAndDeliveredGtids() {
        DeliveredGtids delivered = new DeliveredGtids(GtidSet.parse(SOURCE + ":1-5:8"));
        assertThat(delivered.add(gtid(3))).isFalse();
        assertThat(delivered.add(gtid(6))).isTrue();
        assertThat(delivered.add(gtid(7))).isTrue();
        assertThat(delivered.add(gtid(8))).isFalse();
        assertThat(delivered.add(gtid(9))).isTrue();
        assertThat(delivered.add(gtid(9))).isFalse();
        assertThat(delivered.add(new Gtid(SOURCE, "tag", 9))).isTrue();
    }

    /** The shortcut for consecutive numbers returns the same result as the set. */
    @Test
    void agreesWithAGtidSet() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            GtidSet known = new GtidSet();
            for (int i = 0; i < 10; i++) {
                known.add(gtid(1 + random.nextInt(60)));
            }
            DeliveredGtids delivered = new DeliveredGtids(known.copy());
            long number = 1;
            for (int i = 0; i < 100; i++) {
                number = random.nextInt(6) == 0 ? 1 + random.nextInt(60) : number + 1;
                assertThat(delivered.add(gtid(number))).as("seed %d", seed).isEqualTo(!known.contains(gtid(number)));
                known.add(gtid(number));
            }
        }
    }

    private static Gtid gtid(long number) {
        return new Gtid(SOURCE, "", number);
    }
}
