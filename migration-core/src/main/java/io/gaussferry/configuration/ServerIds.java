package io.gaussferry.configuration;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Chooses this daemon's replica server id on the source if the user does not. */
final class ServerIds {

    /** Above the usual server ids, and above the binlog library's default of 65535. */
    private static final long LOWEST = 1L << 31;

    private static final int RANDOM_BITS = 16;

    private ServerIds() {}

    /** Returns an id that two pipelines, or two starts of one, are very unlikely to share: 2^31 to 2^32 - 1. */
    static long derive(String pipeline, @Nullable String sourceUrl) {
        CRC32 checksum = new CRC32();
        checksum.update((pipeline + " " + sourceUrl).getBytes(StandardCharsets.UTF_8));
        long random = ThreadLocalRandom.current().nextLong(1L << RANDOM_BITS);
        return LOWEST + ((checksum.getValue() << RANDOM_BITS | random) & (LOWEST - 1));
    }
}
