package io.gaussferry.opengauss.additive;

import io.gaussferry.schema.IntegerRange;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import io.gaussferry.type.TypeName;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides whether a type of the target holds every value of another one unchanged. Stateless. */
final class WiderType {

    private static final Set<String> STRINGS = Set.of("character", "character varying", "text");

    private static final Set<String> TIMES =
            Set.of("time without time zone", "timestamp without time zone", "timestamp with time zone");

    private static final int MICROSECONDS = 6;

    private WiderType() {}

    /** Returns whether a column with the second type holds all values of the first; both as printed by the target. */
    static boolean isWider(String before, String after, TargetProfile target) {
        TypeName from = TypeName.parse(before).canonical();
        TypeName to = TypeName.parse(after).canonical();
        Optional<IntegerRange> small = TargetTypes.integerRange(from, target);
        Optional<IntegerRange> large = TargetTypes.integerRange(to, target);
        if (small.isPresent() && large.isPresent()) {
            return large.get().contains(small.get());
        }
        if (STRINGS.contains(from.base()) && STRINGS.contains(to.base())) {
            return isWiderString(from, to);
        }
        if (!from.base().equals(to.base())) {
            return from.base().equals("real") && to.base().equals("double precision");
        }
        return switch (from.base()) {
            case "numeric" -> isWiderDecimal(from.arguments(), to.arguments());
            case "varbinary" -> !from.arguments().isEmpty() && to.argument(0) >= from.argument(0);
            default -> TIMES.contains(from.base()) && digits(to) >= digits(from);
        };
    }

    /** CHAR pads its values; a longer one pads them otherwise. */
    private static boolean isWiderString(TypeName from, TypeName to) {
        boolean wasPadded = from.base().equals("character");
        boolean isPadded = to.base().equals("character");
        if (wasPadded != isPadded || from.base().equals("text")) {
            return false;
        }
        return to.base().equals("text") || (!from.arguments().isEmpty() && to.argument(0) >= from.argument(0));
    }

    private static boolean isWiderDecimal(List<Integer> from, List<Integer> to) {
        if (from.size() != 2 || to.size() != 2) {
            return false;
        }
        int integerDigits = from.get(0) - from.get(1);
        return to.get(1) >= from.get(1) && to.get(0) - to.get(1) >= integerDigits;
    }

    private static int digits(TypeName type) {
        return type.arguments().isEmpty() ? MICROSECONDS : type.argument(0);
    }
}
