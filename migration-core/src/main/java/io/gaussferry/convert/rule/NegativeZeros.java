package io.gaussferry.convert.rule;

import io.gaussferry.convert.rule.ConversionRules.NegativeZero;
import io.gaussferry.convert.rule.RuleUsage.Rule;
import io.gaussferry.convert.text.ValueSink;

/** What happens in one column to -0, which not every target has. */
public final class NegativeZeros {

    private final String column;
    private final boolean held;
    private final NegativeZero rule;
    private final ColumnUsage usage;

    /** @param held whether the target has it */
    public NegativeZeros(String column, boolean held, NegativeZero rule, ColumnUsage usage) {
        this.column = column;
        this.held = held;
        this.rule = rule;
        this.usage = usage;
    }

    /** Returns the number to be written for one of the source's. */
    public double written(double number, ValueSink sink) {
        // equal to 0, and yet another one
        if (held || number != 0 || Double.doubleToRawLongBits(number) == 0) {
            return number;
        }
        if (rule == NegativeZero.REFUSE) {
            throw new UnconvertibleValueException(
                    column,
                    "-0",
                    "is a zero with a sign, which the target takes off",
                    "change the value at the source, or choose zero for gaussferry.rules.negative-zero");
        }
        usage.used(Rule.NEGATIVE_ZERO, sink);
        return 0;
    }
}
