package io.gaussferry.objects.translate;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.ExprContext;
import io.gaussferry.ddl.statement.Literals;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import java.math.BigInteger;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.antlr.v4.runtime.ParserRuleContext;

/** Gives values that are assigned to columns and variables the form that MySQL stores. */
final class AssignedValues {

    private static final Set<MySqlType> BYTES = EnumSet.of(MySqlType.BINARY, MySqlType.VARBINARY, MySqlType.BLOB);

    private final ValueTypes types;
    private final FloatingNumbers floating;
    private final Digits digits;
    private final EnumLiterals literals;
    private final ByteLiterals bytes;
    private final WrittenForms forms;
    private final Rewrites rewrites;
    private final boolean dolphin;

    /** @param forms receives the forms of the values */
    AssignedValues(
            ValueTypes types,
            FloatingNumbers floating,
            Digits digits,
            Literals literals,
            WrittenForms forms,
            Rewrites rewrites,
            boolean dolphin) {
        this.types = types;
        this.floating = floating;
        this.digits = digits;
        this.literals = new EnumLiterals(types, literals);
        this.bytes = new ByteLiterals(literals, dolphin);
        this.forms = forms;
        this.rewrites = rewrites;
        this.dolphin = dolphin;
    }

    /** Writes values that are assigned to columns. */
    void store(List<StoredValues.StoredValue> values) {
        storeMembers(literals.of(values));
        for (StoredValues.StoredValue value : values) {
            Set<ColumnDefinition> columns = types.definitions(value.column(), value.tables());
            requireNotCompared(value, columns);
            if (are(columns, MySqlType::isInteger)) {
                storeInteger(value.value());
            }
            if (are(columns, MySqlType::isText)) {
                storeText(value.value());
            }
            if (are(columns, BYTES::contains)) {
                int padded = are(columns, type -> type == MySqlType.BINARY)
                        ? (int) columns.iterator().next().length()
                        : 0;
                storeBytes(value.value(), padded);
            }
            if (dolphin && are(columns, type -> type == MySqlType.SET) && types.of(value.value()) == ValueType.SET) {
                rewrites.use(RewriteRule.SET_VALUES);
                forms.convert(value.value(), "text");
            }
            if (are(columns, type -> type == MySqlType.BIT)) {
                columns.stream()
                        .mapToLong(ColumnDefinition::length)
                        .min()
                        .ifPresent(length -> storeBits(value.value(), (int) length));
            }
        }
    }

    /** Different floating-point numbers may be equal after they are converted: rows would be grouped, removed or sorted otherwise. */
    private void requireNotCompared(StoredValues.StoredValue value, Set<ColumnDefinition> columns) {
        boolean isConverted = are(columns, MySqlType::isInteger) || are(columns, MySqlType::isText);
        if (dolphin && value.isCompared() && isConverted && floating.contains(value.value())) {
            throw new UntranslatableException(
                    "floating-point numbers that DISTINCT, UNION, GROUP BY or ORDER BY compares before they are stored in a column of another type",
                    value.value());
        }
    }

    private static boolean are(Set<ColumnDefinition> columns, Predicate<MySqlType> type) {
        return !columns.isEmpty()
                && columns.stream().map(ColumnDefinition::type).allMatch(type);
    }

    /** Writes a literal that is assigned to a column of type ENUM in the spelling of its member. */
    void storeMember(ExprContext value, List<String> membersOfColumn) {
        storeMembers(literals.of(value, membersOfColumn));
    }

    private void storeMembers(Map<ParserRuleContext, String> members) {
        if (!members.isEmpty()) {
            rewrites.use(RewriteRule.ENUM_LITERALS);
            forms.replaced().putAll(members);
        }
    }

    /** Writes a number that is assigned to a string as MySQL prints it. */
    void storeText(ExprContext value) {
        forms.print(value);
        if (dolphin && !floating.contains(value)) {
            digits.requireExact(value);
        }
        if (Conditions.isBoolean(value)) {
            forms.convert(value, "int");
        }
    }

    /** Writes a literal of bytes that is assigned to bytes. */
    private void storeBytes(ExprContext value, int padded) {
        bytes.of(value, padded).ifPresent(sql -> {
            rewrites.use(RewriteRule.BYTES);
            forms.replaced().put(value, sql);
        });
    }

    /** Writes a number that is assigned to bits as bits: the target does not shorten a number to a column's length. */
    void storeBits(ExprContext value, int length) {
        constant(value).filter(number -> number.bitLength() <= length).ifPresent(number -> {
            rewrites.use(RewriteRule.BITS);
            String digits = number.toString(2);
            forms.replaced().put(value, "B'" + "0".repeat(Math.max(0, length - digits.length())) + digits + "'");
        });
    }

    /**
     * Writes a constant that is assigned to a BIT that is a number on the target.
     *
     * @return its number; empty for another value
     */
    Optional<BigInteger> storeNumberOfBits(ExprContext value) {
        Optional<BigInteger> constant = constant(value);
        constant.ifPresent(number -> forms.replaced().put(value, number.toString()));
        return constant;
    }

    private static Optional<BigInteger> constant(ExprContext value) {
        String text = value.getText();
        if (text.matches("\\d{1,19}")) {
            return Optional.of(new BigInteger(text));
        }
        if (text.matches("[bB]'[01]+'|0b[01]+")) {
            return Optional.of(new BigInteger(text.replaceAll("^(0b|[bB])|'", ""), 2));
        }
        return switch (text.toUpperCase(Locale.ROOT)) {
            case "TRUE" -> Optional.of(BigInteger.ONE);
            case "FALSE" -> Optional.of(BigInteger.ZERO);
            default -> Optional.empty();
        };
    }

    /** Rounds a floating-point number that is assigned to an integer: the target rounds halves away from zero. */
    void storeInteger(ExprContext value) {
        if (dolphin && floating.contains(value)) {
            rewrites.use(RewriteRule.FLOATING);
            forms.round(value);
        }
    }
}
