package io.gaussferry.objects.translate;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.type.ColumnType;
import java.math.BigDecimal;
import java.util.List;

/**
 * How an argument becomes the value of a parameter. MySQL refuses an argument that does not fit if the calling session is strict, and
 * otherwise changes it; the target ignores length and scale, and changes a number that does not fit with a warning only. So the parameter has a wider
 * type on the target, and the body checks it.
 *
 * @param signature the parameter's type on the target
 * @param check lines at the start of the body
 * @param value the value of the variable that the body uses
 */
record ArgumentFit(String signature, List<String> check, String value) {

    ArgumentFit {
        check = List.copyOf(check);
    }

    /**
     * Returns the fit of an IN parameter.
     *
     * @param argument its name on the target
     * @param column its type at the source
     * @param type its type on the target
     * @param strict whether callers are strict
     */
    static ArgumentFit of(String argument, ColumnDefinition column, String type, boolean strict) {
        if (column.type().isInteger()) {
            IntegerRange range = ColumnType.of(column).range();
            String wider = column.type() == MySqlType.BIGINT ? "numeric" : "bigint";
            String number = column.type() == MySqlType.BIGINT ? "round(" + argument + ")" : argument;
            return ofNumber(wider, number, range.low().toString(), range.high().toString(), strict);
        }
        if (column.type() == MySqlType.DECIMAL) {
            String high = BigDecimal.TEN
                    .pow(column.precision())
                    .subtract(BigDecimal.ONE)
                    .movePointLeft(column.scale())
                    .toPlainString();
            String low = column.unsigned() ? "0" : "-" + high;
            return ofNumber(type, "round(" + argument + ", " + column.scale() + ")", low, high, strict);
        }
        if (column.type() == MySqlType.BIT && type.equals(VariableType.ofBits(1).target())) {
            String largest =
                    VariableType.ofBits((int) column.length()).largest().toString();
            return ofNumber(
                    "numeric",
                    "round(" + argument + ")",
                    "0",
                    largest,
                    strict,
                    "22001",
                    "Data too long for a parameter");
        }
        if (column.type() == MySqlType.JSON && !type.equals("jsonb")) {
            // MySQL prints a document in one form; the target would keep that of the argument
            return new ArgumentFit(type, List.of(), "CAST(CAST(" + argument + " AS jsonb) AS " + type + ")");
        }
        boolean isString = column.type() == MySqlType.VARCHAR || column.type() == MySqlType.CHAR;
        if (!isString) {
            return new ArgumentFit(type, List.of(), argument);
        }
        return strict
                ? new ArgumentFit(
                        type,
                        List.of(refusal(
                                "char_length(rtrim(CAST(" + argument + " AS text), ' ')) > " + column.length(),
                                "22001",
                                "Data too long for a parameter")),
                        "CAST(" + argument + " AS " + type + ")")
                : new ArgumentFit(type, List.of(), "CAST(" + argument + " AS " + type + ")");
    }

    private static ArgumentFit ofNumber(String signature, String number, String low, String high, boolean strict) {
        return ofNumber(signature, number, low, high, strict, "22003", "Out of range value for a parameter");
    }

    private static ArgumentFit ofNumber(
            String signature, String number, String low, String high, boolean strict, String state, String message) {
        return strict
                ? new ArgumentFit(
                        signature,
                        List.of(refusal(number + " NOT BETWEEN " + low + " AND " + high, state, message)),
                        "CASE WHEN " + number + " BETWEEN " + low + " AND " + high + " THEN " + number + " END")
                : new ArgumentFit(
                        signature,
                        List.of(),
                        "CASE WHEN " + number + " < " + low + " THEN " + low + " WHEN " + number + " > " + high
                                + " THEN " + high + " ELSE " + number + " END");
    }

    private static String refusal(String condition, String state, String message) {
        return "IF " + condition + " THEN RAISE EXCEPTION USING ERRCODE = '" + state + "', MESSAGE = "
                + Identifiers.literal(message) + "; END IF;";
    }
}
