package io.gaussferry.change;

import io.gaussferry.convert.RowFormat;
import io.gaussferry.model.RowOperation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row, in the binlog's encoding. Immutable; a plain class with fields because there are millions of
 * instances.
 */
public final class RowChange {

    /** The offset of an image that the operation does not have. */
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

    /**
     * Takes nine values instead of grouping them: a group of the offsets, or of the hashes, would cost another object
     * per row.
     */
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

    /** Creates a change with the images of another one that the operation has. */
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

    /** Returns the deletion or the insertion of an update. */
    public RowChange half(RowOperation half) {
        return new RowChange(this, half, idempotent, unchecked, cascading, cascadeEffect);
    }

    /** Returns this change as idempotent: it succeeds whether or not the target already has it. */
    public RowChange idempotent() {
        return new RowChange(this, operation, true, unchecked, cascading, cascadeEffect);
    }

    /**
     * Returns this change as made without foreign key checks; cascading if a key of the target would change other rows.
     */
    public RowChange unchecked(boolean isCascading) {
        return new RowChange(this, operation, idempotent, true, isCascading, cascadeEffect);
    }

    /** Returns this deletion for a row that foreign keys may have removed or changed before. */
    public RowChange after(CascadeEffect effect) {
        return new RowChange(this, operation, idempotent, unchecked, cascading, effect);
    }

    /** Returns the transaction that made the change. */
    public SourceTransaction transaction() {
        return transaction;
    }

    /** Returns the format of the images. */
    public RowFormat format() {
        return format;
    }

    /** Returns the operation. */
    public RowOperation operation() {
        return operation;
    }

    /** Returns the bytes that contain the images; must not be modified. */
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
     * Returns whether the target may already have this change: the rows of both images are set to the change's result,
     * whatever their current values.
     */
    public boolean isIdempotent() {
        return idempotent;
    }

    /**
     * Returns whether the source made this change with {@code foreign_key_checks = 0}, in a table with foreign keys on
     * the target.
     */
    public boolean isUnchecked() {
        return unchecked;
    }

    /** Returns whether the change is unchecked, and a key of the target would change or delete the referencing rows. */
    public boolean isUncheckedCascade() {
        return unchecked && cascading;
    }

    /** Returns the possible effects of foreign keys on the deleted row, earlier in the same transaction. */
    public Optional<CascadeEffect> cascadeEffect() {
        return Optional.ofNullable(cascadeEffect);
    }

    /**
     * Returns a hash of the before image's row key. Images of one table with the same key have the same hash; different
     * keys may share one. Undefined if there is no before image, or the table has no row key.
     */
    public long beforeKeyHash() {
        return beforeKeyHash;
    }

    /** Returns the hash of the after image's row key, like {@link #beforeKeyHash}. */
    public long afterKeyHash() {
        return afterKeyHash;
    }
}
