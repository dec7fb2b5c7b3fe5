package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetTuple;
import org.jspecify.annotations.Nullable;

/** Takes what {@link PgOutputReader} finds in the stream, in its order. Tuples are good until the method returns. */
interface PgOutputHandler {

    /**
     * A committed transaction begins.
     *
     * @param commitLsn where its commit stands in the target's log
     * @param commitMicros when it was committed, microseconds since 1970 by the target's clock
     */
    void begin(long commitLsn, long commitMicros);

    /** Rows of this table may follow. */
    void relation(Relation relation);

    void insert(long relation, TargetTuple after) throws InterruptedException;

    /** @param before the row as it was; null where the target does not say */
    void update(long relation, @Nullable TargetTuple before, TargetTuple after) throws InterruptedException;

    void delete(long relation, TargetTuple before) throws InterruptedException;

    /** A table was emptied. */
    void truncate(long relation);

    /** @param endLsn the place behind the transaction */
    void commit(long endLsn) throws InterruptedException;
}
