package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetTuple;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The content of {@code gaussferry.probe}, which all pipelines of a target share. Each pipeline looks for its own
 * tokens and ignores the others. Stateless.
 */
public final class Probe {

    private static final int TOKEN = 1;

    private static final char SLOT_SEPARATOR = ' ';

    private Probe() {}

    /**
     * Returns a token of one pipeline.
     *
     * @param id without blanks
     * @param slot the pipeline's replication slot
     */
    public static String token(String id, String slot) {
        return id + SLOT_SEPARATOR + slot;
    }

    /** Returns the token of a row; empty if it has none. */
    static String token(TargetTuple row) {
        if (row.size() <= TOKEN || row.isNull(TOKEN)) {
            return "";
        }
        return new String(Arrays.copyOfRange(row.bytes(), row.from(TOKEN), row.to(TOKEN)), StandardCharsets.UTF_8);
    }

    /**
     * Returns whether a row was written for a slot. An earlier version did not write slots, and treated all rows as its
     * own.
     */
    static boolean isOf(TargetTuple row, String slot) {
        String token = token(row);
        int owner = token.lastIndexOf(SLOT_SEPARATOR);
        return owner < 0 || token.substring(owner + 1).equals(slot);
    }
}
