package io.gaussferry.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.verify.compare.BucketGroups;
import io.gaussferry.verify.compare.Digest;
import io.gaussferry.verify.compare.LongHashMap;
import io.gaussferry.verify.compare.Observation;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests the steps from differing digests to differing rows. */
class NarrowingTest {

    @Test
    void isolatesDifferenceInOneBucketRegardlessOfOrder() {
        SplittableRandom random = new SplittableRandom(1);
        long[] keys = random.longs(10_000).toArray();
        Digest forwards = new Digest(10);
        Digest backwards = new Digest(10);
        for (int i = 0; i < keys.length; i++) {
            forwards.add(keys[i], keys[i] * 31);
            backwards.add(keys[keys.length - 1 - i], keys[keys.length - 1 - i] * 31);
        }
        assertThat(forwards.isEqualTo(backwards)).isTrue();
        assertThat(forwards.rows()).isEqualTo(10_000);
        assertThat(BucketGroups.of(forwards, backwards, 100)).isEmpty();

        backwards.add(keys[5], 1);
        assertThat(forwards.isEqualTo(backwards)).isFalse();
        List<BitSet> groups = BucketGroups.of(forwards, backwards, 100);
        assertThat(groups).hasSize(1);
        assertThat(groups.get(0)).isEqualTo(BitSet.valueOf(bit(forwards.bucket(keys[5]))));
    }

    private static long[] bit(int number) {
        BitSet set = new BitSet();
        set.set(number);
        return set.toLongArray();
    }

    @Test
    void groupsBucketsByRowsThatFitInMemory() {
        Digest left = new Digest(2);
        Digest right = new Digest(2);
        for (long bucket = 0; bucket < 4; bucket++) {
            for (int row = 0; row < 40; row++) {
                left.add(bucket << 62, row);
            }
        }
        right.add(0, 1);
        assertThat(BucketGroups.of(left, right, 100).stream().map(BitSet::cardinality))
                .containsExactly(2, 2);
        assertThat(BucketGroups.of(left, right, 10).stream().map(BitSet::cardinality))
                .containsExactly(1, 1, 1, 1);
    }

    @Test
    void mapsHashesLikeAMap() {
        SplittableRandom random = new SplittableRandom(2);
        LongHashMap map = new LongHashMap();
        Map<Long, Long> expected = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(4) == 0 ? random.nextInt(3_000) : random.nextLong(10_000) << 40;
            long number = random.nextInt(-2, 3);
            map.add(key, number);
            expected.merge(key, number, Long::sum);
        }
        assertThat(map.size()).isEqualTo(expected.size());
        expected.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
        assertThat(map.contains(-1)).isFalse();
        Map<Long, Long> seen = new HashMap<>();
        map.forEachKey(key -> seen.put(key, map.get(key)));
        assertThat(seen).isEqualTo(expected);
    }

    @Test
    void treatsColumnsWrittenByReplayAsInFlux() {
        Observation first = new Observation(new long[] {1, 2, 3}, new long[] {1, 9, 8}, 1);
        BitSet columns = first.differingColumns();
        // the counter has advanced on both sides and differs again; the other column stays wrong
        assertThat(new Observation(new long[] {1, 5, 3}, new long[] {1, 4, 8}, 1).confirms(first, columns, false))
                .isTrue();
        assertThat(columns.stream()).containsExactly(2);
        assertThat(new Observation(new long[] {1, 5, 3}, new long[] {1, 4, 3}, 1).confirms(first, columns, false))
                .isFalse();
    }

    @Test
    void reportsDifferenceIfOnlySourceChanges() {
        Observation first = new Observation(new long[] {1, 2}, new long[] {1, 9}, 1);
        BitSet columns = first.differingColumns();
        assertThat(new Observation(new long[] {1, 3}, new long[] {1, 9}, 1).confirms(first, columns, false))
                .isTrue();
    }

    @Test
    void treatsSourceAsWrittenDuringReverseReplication() {
        Observation first = new Observation(new long[] {1, 9, 8}, new long[] {1, 2, 3}, 1);
        BitSet columns = first.differingColumns();
        assertThat(new Observation(new long[] {1, 4, 8}, new long[] {1, 5, 3}, 1).confirms(first, columns, true))
                .isTrue();
        assertThat(columns.stream()).containsExactly(2);
        Observation missing = new Observation(new long[] {1}, null, 0);
        assertThat(new Observation(new long[] {2}, null, 0).confirms(missing, new BitSet(), true))
                .as("the source's row was written in the meantime")
                .isFalse();
    }

    @Test
    void ignoresRowsThatAppearAndDisappear() {
        Observation missing = new Observation(new long[] {1}, null, 0);
        assertThat(missing.confirms(missing, new BitSet(), false)).isTrue();
        assertThat(new Observation(null, new long[] {1}, 1).confirms(missing, new BitSet(), false))
                .isFalse();
        assertThat(new Observation(null, null, 0).isEqual()).isTrue();
        Observation extra = new Observation(null, new long[] {1}, 1);
        assertThat(new Observation(null, new long[] {2}, 1).confirms(extra, new BitSet(), false))
                .isFalse();
        assertThat(new Observation(new long[] {1}, new long[] {1}, 2).isEqual())
                .as("twice on the target")
                .isFalse();
    }
}
