package io.gaussferry.model;

import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A set of GTIDs that lie close together with many gaps, as the transactions do that some applier has committed while an earlier one is
 * still at work: one bit for each. As a {@link GtidSet} the same set is ten times as long. Mutable; used by one thread at a time.
 *
 * <p>The text form is a list of runs, separated by commas: a server's UUID, the tag where there is one, the number of the run's first
 * word, and its words of 64 bits, lowest first, in Base64; separated by colons. Bit b of word w stands for the number 64 w + b.
 */
public final class GtidBitmap {

    private static final int WORD_BITS = 6;
    private static final int WORD_BYTES = Long.BYTES;

    /** One series of numbers: those of a server, under a tag or under none. */
    private record Series(UUID sourceId, String tag) {
        private static Series of(Gtid gtid) {
            return new Series(gtid.sourceId(), gtid.tag());
        }

        @Override
        public String toString() {
            return tag.isEmpty() ? sourceId.toString() : sourceId + ":" + tag;
        }
    }

    /** The words that have bits. */
    private final Map<Series, TreeMap<Long, Long>> words = new HashMap<>();

    /** Adds one GTID. */
    public void add(Gtid gtid) {
        words.computeIfAbsent(Series.of(gtid), name -> new TreeMap<>())
                .merge(gtid.number() >> WORD_BITS, 1L << gtid.number(), (word, bit) -> word | bit);
    }

    /** Removes one GTID, whether it is there or not. */
    public void remove(Gtid gtid) {
        TreeMap<Long, Long> ofSeries = words.get(Series.of(gtid));
        if (ofSeries == null) {
            return;
        }
        ofSeries.computeIfPresent(gtid.number() >> WORD_BITS, (number, word) -> {
            long left = word & ~(1L << gtid.number());
            return left == 0 ? null : left;
        });
        if (ofSeries.isEmpty()) {
            words.remove(Series.of(gtid));
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        words.forEach((series, ofSeries) -> append(text, series, ofSeries));
        return text.toString();
    }

    private static void append(StringBuilder text, Series series, TreeMap<Long, Long> words) {
        byte[] run = new byte[words.size() * WORD_BYTES];
        int length = 0;
        long first = 0;
        long next = -1;
        for (Map.Entry<Long, Long> word : words.entrySet()) {
            long number = word.getKey();
            if (number != next) {
                append(text, series, first, run, length);
                first = number;
                length = 0;
            }
            next = number + 1;
            for (int i = 0; i < WORD_BYTES; i++) {
                run[length++] = (byte) (word.getValue() >>> Byte.SIZE * i);
            }
        }
        append(text, series, first, run, length);
    }

    private static void append(StringBuilder text, Series series, long first, byte[] run, int length) {
        if (length > 0) {
            text.append(text.isEmpty() ? "" : ",")
                    .append(series)
                    .append(':')
                    .append(first)
                    .append(':');
            text.append(Base64.getEncoder().encodeToString(Arrays.copyOf(run, length)));
        }
    }

    /**
     * Returns what a text of the form above holds.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static GtidSet parse(String text) {
        GtidSet set = new GtidSet();
        if (text.isEmpty()) {
            return set;
        }
        for (String run : text.split(",", -1)) {
            String[] parts = run.split(":", -1);
            if (parts.length < 3 || parts.length > 4) {
                throw new IllegalArgumentException("not a bitmap of GTIDs: '" + run + "' in '" + text + "'");
            }
            UUID sourceId = UUID.fromString(parts[0]);
            String tag = parts.length == 4 ? parts[1] : "";
            long first = Long.parseLong(parts[parts.length - 2]);
            byte[] bytes = Base64.getDecoder().decode(parts[parts.length - 1]);
            for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
                if ((bytes[bit / Byte.SIZE] & 1 << bit % Byte.SIZE) != 0) {
                    set.add(new Gtid(sourceId, tag, (first << WORD_BITS) + bit));
                }
            }
        }
        return set;
    }
}
