package io.gaussferry.model;

import java.util.Base64;
import java.util.UUID;

/**
 * Reads the bitmaps of GTIDs that an earlier version stored for appliers that committed out of source order: one bit for each
 * transaction above the low-water mark.
 *
 * <p>The text form is a list of runs, separated by commas: a server's UUID, the tag where there is one, the number of the run's first
 * word, and its words of 64 bits, lowest first, in Base64; separated by colons. Bit b of word w stands for the number 64 w + b.
 */
public final class GtidBitmap {

    private static final int WORD_BITS = 6;

    private GtidBitmap() {}

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
