package io.gaussferry.objects.prove;

import io.gaussferry.objects.translate.UnorderedAggregate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Forms of values that do not depend on the order in which an aggregate reads rows. */
final class UnorderedValues {

    /** Digits that sums in another order have in common, unless their terms cancel out. */
    private static final MathContext DIGITS = new MathContext(9);

    private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");

    private UnorderedValues() {}

    /** Returns the form of a value. */
    static @Nullable String common(@Nullable String value, ValueKind kind, Set<UnorderedAggregate> aggregates) {
        if (value == null) {
            return null;
        }
        boolean isNumber = kind == ValueKind.DOUBLE || kind == ValueKind.FLOAT;
        if (isNumber && aggregates.contains(UnorderedAggregate.FLOATING_SUM)) {
            return rounded(value);
        }
        boolean isText = kind == ValueKind.TEXT || kind == ValueKind.FIXED;
        if (isText && aggregates.contains(UnorderedAggregate.SPELLING)) {
            return sorted(folded(value), aggregates);
        }
        return isText ? sorted(value, aggregates) : value;
    }

    /** Returns a string in the form that is common to all spellings. */
    private static String folded(String value) {
        return ACCENTS.matcher(Normalizer.normalize(value, Normalizer.Form.NFD))
                .replaceAll("")
                .toLowerCase(Locale.ROOT)
                .stripTrailing();
    }

    private static String sorted(String value, Set<UnorderedAggregate> aggregates) {
        boolean isConcatenated =
                aggregates.contains(UnorderedAggregate.CONCATENATION) || aggregates.contains(UnorderedAggregate.CURSOR);
        return isConcatenated
                ? value.codePoints().sorted().mapToObj(Character::toString).collect(Collectors.joining())
                : value;
    }

    private static String rounded(String value) {
        try {
            return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toString();
        } catch (NumberFormatException e) {
            return value; // infinity
        }
    }

    /** Returns the aggregates for a report. */
    static String words(Set<UnorderedAggregate> aggregates) {
        return new TreeSet<>(aggregates).stream().map(UnorderedAggregate::words).collect(Collectors.joining(" and "));
    }
}
