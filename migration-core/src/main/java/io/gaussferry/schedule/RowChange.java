package io.gaussferry.schedule;

import io.gaussferry.convert.RowFormat;
import io.gaussferry.model.RowOperation;
import io.gaussferry.source.SourceTransaction;

/**
 * One row's change, still as the binlog has it. Immutable; a plain class with fields because there are millions of them.
 */
public final class RowChange {

    /** Stands for the offset of an image that the operation does not have. */
    public static final int NONE = -1;

    private final SourceTransaction transaction;
    private final RowFormat format;
    private final RowOperation operation;
    private final byte[] bytes;
    private final int before;
    private final int after;
    private final int end;

    RowChange(
            SourceTransaction transaction,
            RowFormat format,
            RowOperation operation,
            byte[] bytes,
            int before,
            int after,
            int end) {
        this.transaction = transaction;
        this.format = format;
        this.operation = operation;
        this.bytes = bytes;
        this.before = before;
        this.after = after;
        this.end = end;
    }

    /** Returns the transaction that made the change. */
    public SourceTransaction transaction() {
        return transaction;
    }

    /** Returns how the images are read. */
    public RowFormat format() {
        return format;
    }

    /** Returns what was done. */
    public RowOperation operation() {
        return operation;
    }

    /** Returns the bytes that hold the images; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the offset of the before image, or {@link #NONE}. */
    public int before() {
        return before;
    }

    /** Returns the offset of the after image, or {@link #NONE}. */
    public int after() {
        return after;
    }

    /** Returns the offset after the last image. */
    public int end() {
        return end;
    }
}
