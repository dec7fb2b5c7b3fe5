package io.gaussferry.cutover.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to cut over.
 *
 * @param id its name, of its own among all attempts
 * @param request what was asked for
 * @param started when
 * @param fenceMemory what the source was like before it was fenced, as its fence has noted it; null before that
 * @param fencedAt when the source was about to refuse writes; null before that
 * @param standStill where the source stands; null before it does
 */
public record Cutover(
        String id,
        CutoverRequest request,
        Instant started,
        @Nullable String fenceMemory,
        @Nullable Instant fencedAt,
        @Nullable StandStill standStill) {}
