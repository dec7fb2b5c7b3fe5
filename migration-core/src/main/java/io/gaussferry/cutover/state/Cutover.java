package io.gaussferry.cutover.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to cut over.
 *
 * @param id unique among all attempts
 * @param request of the operator
 * @param started when it started
 * @param fenceMemory the state of the source before it was fenced, as recorded by its fence; null before that
 * @param fencedAt when the fence started to go up; null before that
 * @param fencedPosition the position of the fenced source; null before the source is fenced
 */
public record Cutover(
        String id,
        CutoverRequest request,
        Instant started,
        @Nullable String fenceMemory,
        @Nullable Instant fencedAt,
        @Nullable FencedPosition fencedPosition) {}
