package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.translate.TargetStep.Guard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a column's values when its type changes.
 *
 * @param using the expression that computes the new value on the target; null where the target's own conversion is MySQL's
 * @param guards what must be true of the rows
 */
record RowValues(@Nullable String using, List<Guard> guards) {

    RowValues {
        guards = List.copyOf(guards);
    }

    /** They stay what they are. */
    static final RowValues SAME = new RowValues(null, List.of());

    RowValues with(List<Guard> others) {
        return new RowValues(using, others);
    }
}
