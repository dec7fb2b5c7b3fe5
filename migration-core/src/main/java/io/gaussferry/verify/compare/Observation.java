package io.gaussferry.verify.compare;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one row on both sides: a hash for each column, or that it is not there.
 *
 * @param source the source's row; null if it is not there
 * @param target the target's row; null if it is not there
 * @param targetCopies how many rows of that key the target has: more than one only where it has no unique index
 */
public record Observation(long @Nullable [] source, long @Nullable [] target, int targetCopies) {

    public boolean isEqual() {
        return targetCopies < 2 && Arrays.equals(source, target);
    }

    /** Returns the columns that differ; none if the row is missing on a side. */
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
     * Returns whether what differed before still does, and the replay has not touched it meanwhile. A column that changed on
     * the side that follows was written by the replay, with the other side's value: it is in flux, not wrong.
     *
     * @param columns the columns in question; those that are in flux are taken out
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
