package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetTuple;
import org.jspecify.annotations.Nullable;

/**
 * Receives the messages parsed by {@link PgOutputReader}, in their order. Tuples are valid until the method returns.
 */
interface PgOutputHandler {

    /**
     * A committed transaction starts.
     *
     * @param commitLsn position of its commit in the target's log
     * @param commitMicros commit time by the target's clock, in microseconds since 1970
     */
    void begin(long commitLsn, long commitMicros);

    /** Describes a table whose rows may follow. */
    void relation(Relation relation);

    void insert(long relation, TargetTuple after) throws InterruptedException;

    /** @param before the old row; null if the target does not log it */
    void update(long relation, @Nullable TargetTuple before, TargetTuple after) throws InterruptedException;

    void delete(long relation, TargetTuple before) throws InterruptedException;

    /** A table was truncated. */
    void truncate(long relation);

    /** @param endLsn the position after the transaction */
    void commit(long endLsn) throws InterruptedException;
}
