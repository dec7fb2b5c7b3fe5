package io.gaussferry.verify;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.verify.compare.ComparedChunk;

/** Is told of every range that was compared, not of rows that were compared by their keys, on the workers' threads. */
public interface ChunkListener {

    /** Takes no notice. */
    ChunkListener NONE = (table, range, chunk) -> {};

    /**
     * A range was compared.
     *
     * @param table its name at the source or, where several tables become one, on the target
     */
    void compared(TableId table, KeyRange range, ComparedChunk chunk);

    /** What was said of a table until now is void: it is compared again. No range of it is being compared. */
    default void again(TableId table) {}
}
