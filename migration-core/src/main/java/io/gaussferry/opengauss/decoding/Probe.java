package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetTuple;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What is written to {@code gaussferry.probe}, which all pipelines of a target share: each looks for its own, and takes no notice of the
 * others'. Stateless.
 */
public final class Probe {

    private static final int TOKEN = 1;

    private static final char BEFORE_OWNER = ' ';

    private Probe() {}

    /**
     * Returns a token of one pipeline.
     *
     * @param text without blanks
     * @param slot the pipeline's replication slot
     */
    public static String token(String text, String slot) {
        return text + BEFORE_OWNER + slot;
    }

    /** Returns the token of a row; empty if it has none. */
    static String token(TargetTuple row) {
        if (row.size() <= TOKEN || row.isNull(TOKEN)) {
            return "";
        }
        return new String(Arrays.copyOfRange(row.bytes(), row.from(TOKEN), row.to(TOKEN)), StandardCharsets.UTF_8);
    }

    /** Returns whether a row was written for a slot; a version before this one named none, and counted all as its own. */
    static boolean isOf(TargetTuple row, String slot) {
        String token = token(row);
        int owner = token.lastIndexOf(BEFORE_OWNER);
        return owner < 0 || token.substring(owner + 1).equals(slot);
    }
}
