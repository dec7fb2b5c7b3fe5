package io.gaussferry.model;

import java.util.Base64;
import java.util.UUID;

/**
 * Reads the bitmaps of GTIDs that an earlier version stored for appliers that committed out of source order: one bit
 * for each transaction above the low-water mark.
 *
 * <p>The string is a list of runs, separated by commas. A run consists of a server's UUID, the tag if there is one, the
 * number of the run's first word, and its words of 64 bits, lowest first, in Base64; separated by colons. Bit b of word
 * w represents the number 64 w + b.
 */
public final class GtidBitmap {

    private static final int WORD_BITS = 6;

    private GtidBitmap() {}

    /**
     * Parses a string of this form.
     *
     * @throws IllegalArgumentException if the string is invalid
     */
    public static GtidSet parse(String bitmap) {
        GtidSet set = new GtidSet();
        if (bitmap.isEmpty()) {
            return set;
        }
        for (String run : bitmap.split(",", -1)) {
            String[] parts = run.split(":", -1);
            if (parts.length < 3 || parts.length > 4) {
                throw new IllegalArgumentException("not a bitmap of GTIDs: '" + run + "' in '" + bitmap + "'");
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
