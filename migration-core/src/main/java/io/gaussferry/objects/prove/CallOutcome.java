package io.gaussferry.objects.prove;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.translate.UnorderedAggregate;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a call of a routine on one side.
 *
 * @param failure its error; null for none
 * @param values the result of a function, or the OUT parameters
 * @param rows the result sets
 * @param warning the first warning, with marked values; null for none
 */
record CallOutcome(
        @Nullable SQLException failure,
        List<@Nullable String> values,
        List<ComparedRows> rows,
        @Nullable String warning) {

    static CallOutcome failed(SQLException failure) {
        return new CallOutcome(failure, List.of(), List.of(), null);
    }

    /** Returns whether the call has returned a value or a row. */
    boolean isVisible() {
        return values.stream().anyMatch(Objects::nonNull) || rows.stream().anyMatch(set -> set.rows() > 0);
    }

    /**
     * Returns the difference to the outcome on the target; null for none.
     *
     * @param kinds of the values
     */
    @Nullable
    ProofDifference difference(CallOutcome found, List<ValueKind> kinds, Set<UnorderedAggregate> aggregates) {
        if (failure != null || found.failure != null) {
            if (failure != null && found.failure != null) {
                return CommonFailure.difference(failure, found.failure);
            }
            return ProofDifference.failure(
                    failure != null
                            ? "fails on the source only (" + RowValueMarks.message(failure) + ")"
                            : "fails on the target only ("
                                    + RowValueMarks.message(Objects.requireNonNull(found.failure)) + ")");
        }
        ProofDifference ofWarnings = ExecutionWarnings.difference(warning != null, found.warning);
        if (ofWarnings != null) {
            return ofWarnings;
        }
        ProofDifference ofOrder = null;
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            String other = found.values.get(i);
            if (!Objects.equals(value, other)) {
                boolean isOrder = Objects.equals(
                        UnorderedValues.common(value, kinds.get(i), aggregates),
                        UnorderedValues.common(other, kinds.get(i), aggregates));
                ProofDifference difference = new ProofDifference(
                        "value " + (i + 1) + " differs"
                                + (isOrder ? " by the order of " + UnorderedValues.words(aggregates) : "") + ": "
                                + RowValueMarks.marked(value + " on the source, " + other + " on the target"),
                        isOrder ? ProofDifference.Cause.ORDER : ProofDifference.Cause.VALUES);
                if (!isOrder) {
                    return difference;
                }
                ofOrder = difference;
            }
        }
        boolean areEqual = rows.size() == found.rows.size();
        boolean areEqualWithoutOrder = areEqual;
        for (int i = 0; areEqual && i < rows.size() || areEqualWithoutOrder && i < rows.size(); i++) {
            areEqual &= rows.get(i).isEqual(found.rows.get(i));
            areEqualWithoutOrder &= rows.get(i).isEqualWithoutOrder(found.rows.get(i));
        }
        if (areEqual) {
            return ofOrder;
        }
        String detail = "the rows differ: " + counts() + " on the source, " + found.counts() + " on the target";
        return areEqualWithoutOrder
                ? new ProofDifference(
                        detail + ", by the order of " + UnorderedValues.words(aggregates), ProofDifference.Cause.ORDER)
                : new ProofDifference(detail, ProofDifference.Cause.VALUES);
    }

    private String counts() {
        return rows.stream()
                .map(set -> String.valueOf(set.rows()))
                .collect(Collectors.joining(" and ", "", rows.isEmpty() ? "none" : ""));
    }
}
