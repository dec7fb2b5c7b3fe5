package io.gaussferry.verify;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.compare.ComparedChunk;

/** Receives each compared range. Rows compared by key are not reported. Called on the worker threads. */
public interface ChunkListener {

    /** Ignores all events. */
    ChunkListener NONE = (table, range, chunk) -> {};

    /**
     * Reports a compared range.
     *
     * @param table its name at the source or, where several tables are merged, on the target
     */
    void compared(TableId table, KeyRange range, ComparedChunk chunk);

    /** Reports that all earlier results of a table are void because it is compared again. No range of it is being compared at that time. */
    default void again(TableId table) {}
}
