package io.gaussferry.convert.rule;

import io.gaussferry.convert.rule.ConversionRules.NegativeZero;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueSink;

/** Applies the rule for -0, which not every target supports, to one column. */
public final class NegativeZeros {

    private final String column;
    private final boolean supported;
    private final NegativeZero rule;
    private final ColumnUsage usage;

    /** @param supported whether the target supports -0 */
    public NegativeZeros(String column, boolean supported, NegativeZero rule, ColumnUsage usage) {
        this.column = column;
        this.supported = supported;
        this.rule = rule;
        this.usage = usage;
    }

    /** Returns the number to write for a number of the source. */
    public double written(double number, ValueSink sink) {
        // -0 equals 0, but its bits differ
        if (supported || number != 0 || Double.doubleToRawLongBits(number) == 0) {
            return number;
        }
        if (rule == NegativeZero.REFUSE) {
            throw new UnconvertibleValueException(
                    column,
                    "-0",
                    "is a negative zero, whose sign the target drops",
                    "change the value at the source, or choose zero for gaussferry.rules.negative-zero");
        }
        usage.used(Rule.NEGATIVE_ZERO, sink);
        return 0;
    }
}
