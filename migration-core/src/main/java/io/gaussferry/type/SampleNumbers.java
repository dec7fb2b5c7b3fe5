package io.gaussferry.type;

import io.gaussferry.schema.ColumnDefinition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Numbers for the rows and arguments that prove an object. */
final class SampleNumbers {

    /** Usual numbers with decimals, the most usual one first. */
    static final List<String> USUAL = List.of("1", "0", "2.5", "-1.25");

    private SampleNumbers() {}

    /** Returns the number of a row, with a decimal if the column has some. */
    static String ofRow(ColumnDefinition column, int row) {
        return column.scale() > 0 ? row + ".5" : String.valueOf(row);
    }

    /** Returns a number and its neighbours; empty if the literal is not a number of the column. */
    static List<String> around(ColumnDefinition column, String literal) {
        BigDecimal number = number(literal);
        if (number == null
                || column.type().isInteger() && number.stripTrailingZeros().scale() > 0) {
            return List.of();
        }
        List<String> numbers = new ArrayList<>(
                List.of(number.toPlainString(), number.add(BigDecimal.ONE).toPlainString()));
        if (!column.unsigned() || number.signum() > 0) {
            numbers.add(number.subtract(BigDecimal.ONE).toPlainString());
        }
        return numbers;
    }

    private static @Nullable BigDecimal number(String literal) {
        try {
            return new BigDecimal(literal);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
