package io.gaussferry.verify.compare;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A row as seen on both sides: a hash for each column, or its absence.
 *
 * @param source the source's row; null if it is missing
 * @param target the target's row; null if it is missing
 * @param targetCopies the number of target rows with this key; more than one is only possible without a unique index
 * @param storedOtherwise the columns that count as equal although MySQL stores another value than the target has
 */
public record Observation(
        long @Nullable [] source, long @Nullable [] target, int targetCopies, BitSet storedOtherwise) {

    /** Creates the observation of a row whose equal columns have the same values. */
    public Observation(long @Nullable [] source, long @Nullable [] target, int targetCopies) {
        this(source, target, targetCopies, new BitSet());
    }

    public boolean isEqual() {
        return targetCopies < 2 && Arrays.equals(source, target);
    }

    /** Returns the columns that differ; none if the row is missing on one side. */
    public BitSet differingColumns() {
        BitSet columns = new BitSet();
        if (source != null && target != null) {
            for (int i = 0; i < source.length; i++) {
                columns.set(i, source[i] != target[i]);
            }
        }
        return columns;
    }

    Difference.Kind kind() {
        if (target == null) {
            return Difference.Kind.MISSING;
        }
        return source == null || targetCopies > 1 ? Difference.Kind.EXTRA : Difference.Kind.DIFFERENT;
    }

    /**
     * Returns whether the earlier difference persists and replay has not written the row in the meantime. A column that changed on the
     * following side was written by replay with the other side's value: it is in flux, not wrong.
     *
     * @param columns the columns to check; columns in flux are removed
     * @param sourceFollows whether the source follows the target
     */
    public boolean confirms(Observation first, BitSet columns, boolean sourceFollows) {
        if (isEqual() || kind() != first.kind()) {
            return false;
        }
        long[] now = sourceFollows ? source : target;
        long[] then = sourceFollows ? first.source : first.target;
        if (kind() != Difference.Kind.DIFFERENT) {
            return Arrays.equals(now, then);
        }
        BitSet still = differingColumns();
        for (int i = columns.nextSetBit(0); i >= 0; i = columns.nextSetBit(i + 1)) {
            if (now != null && then != null && now[i] != then[i]) {
                still.clear(i);
            }
        }
        columns.and(still);
        return !columns.isEmpty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Observation that
                && targetCopies == that.targetCopies
                && storedOtherwise.equals(that.storedOtherwise)
                && Arrays.equals(source, that.source)
                && Arrays.equals(target, that.target);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(source) + Arrays.hashCode(target);
    }

    @Override
    public String toString() {
        return Arrays.toString(source) + " against " + Arrays.toString(target);
    }
}
