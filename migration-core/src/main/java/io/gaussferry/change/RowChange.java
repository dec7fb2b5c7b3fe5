package io.gaussferry.change;

import io.gaussferry.convert.RowFormat;
import io.gaussferry.model.RowOperation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    private final boolean idempotent;
    private final boolean unchecked;
    private final boolean cascading;
    private final long beforeKeyHash;
    private final long afterKeyHash;
    private final @Nullable CascadeEffect cascadeEffect;

    /** Nine values, and no group of them: an object for the images' places, or for their hashes, would be one more for every row. */
    public RowChange(
            SourceTransaction transaction,
            RowFormat format,
            RowOperation operation,
            byte[] bytes,
            int before,
            int after,
            int end,
            long beforeKeyHash,
            long afterKeyHash) {
        this.transaction = transaction;
        this.format = format;
        this.operation = operation;
        this.bytes = bytes;
        this.before = before;
        this.after = after;
        this.end = end;
        this.beforeKeyHash = beforeKeyHash;
        this.afterKeyHash = afterKeyHash;
        this.idempotent = false;
        this.unchecked = false;
        this.cascading = false;
        this.cascadeEffect = null;
    }

    /** The same images, as far as the operation has them. */
    private RowChange(
            RowChange of,
            RowOperation operation,
            boolean idempotent,
            boolean unchecked,
            boolean cascading,
            @Nullable CascadeEffect cascadeEffect) {
        this.transaction = of.transaction;
        this.format = of.format;
        this.operation = operation;
        this.bytes = of.bytes;
        this.before = operation.hasBefore() ? of.before : NONE;
        this.after = operation.hasAfter() ? of.after : NONE;
        this.end = of.end;
        this.beforeKeyHash = of.beforeKeyHash;
        this.afterKeyHash = of.afterKeyHash;
        this.idempotent = idempotent;
        this.unchecked = unchecked;
        this.cascading = cascading;
        this.cascadeEffect = cascadeEffect;
    }

    /** Returns the deletion or the insertion that is in an update. */
    public RowChange half(RowOperation half) {
        return new RowChange(this, half, idempotent, unchecked, cascading, cascadeEffect);
    }

    /** Returns the same change, to be made whether or not the target has it already. */
    public RowChange idempotent() {
        return new RowChange(this, operation, true, unchecked, cascading, cascadeEffect);
    }

    /** Returns the same change, made without looking at foreign keys; cascading if a key of the target would change other rows. */
    public RowChange unchecked(boolean isCascading) {
        return new RowChange(this, operation, idempotent, true, isCascading, cascadeEffect);
    }

    /** Returns the same deletion, of a row that foreign keys may have removed or changed before it. */
    public RowChange after(CascadeEffect effect) {
        return new RowChange(this, operation, idempotent, unchecked, cascading, effect);
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

    /**
     * Returns whether the target may have this change already: the rows of both images are to become what the change left,
     * whatever they are.
     */
    public boolean isIdempotent() {
        return idempotent;
    }

    /** Returns whether the source made this change with {@code foreign_key_checks = 0}, in a table that keys of the target bind. */
    public boolean isUnchecked() {
        return unchecked;
    }

    /** Returns whether it is such a change, and a key of the target would change or delete the rows that refer to its row. */
    public boolean isUncheckedCascade() {
        return unchecked && cascading;
    }

    /** Returns what foreign keys may have done to the row that it deletes, earlier in the same transaction. */
    public Optional<CascadeEffect> cascadeEffect() {
        return Optional.ofNullable(cascadeEffect);
    }

    /**
     * Returns a hash of the before image's row key: images of one table with the same key have the same one, and so may others.
     * Without meaning where there is no such image, or the table has no row key.
     */
    public long beforeKeyHash() {
        return beforeKeyHash;
    }

    /** Returns the same of the after image. */
    public long afterKeyHash() {
        return afterKeyHash;
    }
}
