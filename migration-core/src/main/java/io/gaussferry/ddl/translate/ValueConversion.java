package io.gaussferry.ddl.translate;

import io.gaussferry.ddl.translate.TargetStep.Guard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of a column's values when its type changes.
 *
 * @param using the expression that computes the new value on the target; null if the target's own conversion matches
 *     MySQL's
 * @param guards the conditions on the rows
 */
record ValueConversion(@Nullable String using, List<Guard> guards) {

    ValueConversion {
        guards = List.copyOf(guards);
    }

    /** The values do not change. */
    static final ValueConversion SAME = new ValueConversion(null, List.of());

    ValueConversion with(List<Guard> others) {
        return new ValueConversion(using, others);
    }
}
