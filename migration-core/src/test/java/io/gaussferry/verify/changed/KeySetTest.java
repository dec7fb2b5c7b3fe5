package io.gaussferry.verify.changed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A key that is missing here is a changed row that no comparison reads. */
class KeySetTest {

    private final KeySet set = new KeySet();

    @Test
    void containsEachKeyOnce() {
        add("b", "a", "b", "", "a", "");
        assertThat(read(set.keys())).containsExactly("b", "a", "");
        assertThat(set.size()).isEqualTo(3);
    }

    @Test
    void distinguishesKeysByLength() {
        add("a", "aa", "a\0", "aaa");
        assertThat(set.size()).isEqualTo(4);
    }

    @Test
    void readsKeyWithinLargerArray() {
        byte[] bytes = "xxkeyyy".getBytes(StandardCharsets.UTF_8);
        set.add(bytes, 2, 5);
        assertThat(read(set.keys())).containsExactly("key");
    }

    @Test
    void storesLongestKey() {
        byte[] longest = new byte[KeySet.LONGEST_KEY];
        longest[longest.length - 1] = 1;
        set.add(longest, 0, longest.length);
        set.add(longest, 0, longest.length);
        KeySet.Keys keys = set.keys();
        assertThat(keys.next()).isTrue();
        assertThat(keys.to() - keys.from()).isEqualTo(KeySet.LONGEST_KEY);
        assertThat(keys.bytes()[keys.to() - 1]).isEqualTo((byte) 1);
        assertThat(keys.next()).isFalse();
    }

    /** A comparison reads the keys while replay adds further ones. */
    @Test
    void returnsSnapshotOfKeys() {
        add("a", "b");
        KeySet.Keys before = set.keys();
        for (int i = 0; i < 1_000; i++) {
            add("later " + i);
        }
        assertThat(read(before)).containsExactly("a", "b");
        assertThat(read(before.fromStart())).as("again").containsExactly("a", "b");
    }

    @Test
    void containsSameKeysAsSetOfJava() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Set<String> expected = new LinkedHashSet<>();
        KeySet[] parts = {new KeySet(), new KeySet()};
        for (int i = 0; i < 20_000; i++) {
            String key = "k" + random.nextInt(8_000);
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            parts[i < 10_000 ? 0 : 1].add(bytes, 0, bytes.length);
            expected.add(key);
        }
        parts[0].addAll(parts[1]);
        assertThat(read(parts[0].keys())).as("seed " + seed).containsExactlyElementsOf(expected);
        assertThat(parts[0].size()).isEqualTo(expected.size());
    }

    /** The limit of the memory of changed rows depends on this number. */
    @Test
    void reportsUsedMemory() {
        byte[] key = new byte[Long.BYTES];
        for (long i = 0; i < 100_000; i++) {
            ByteBuffer.wrap(key).putLong(i);
            set.add(key, 0, key.length);
        }
        assertThat(set.heapBytes()).isBetween(100_000L * 14, 100_000L * 30);
    }

    private void add(String... keys) {
        for (String key : keys) {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            set.add(bytes, 0, bytes.length);
        }
    }

    private static List<String> read(KeySet.Keys keys) {
        List<String> read = new ArrayList<>();
        while (keys.next()) {
            read.add(new String(keys.bytes(), keys.from(), keys.to() - keys.from(), StandardCharsets.UTF_8));
        }
        return read;
    }
}
