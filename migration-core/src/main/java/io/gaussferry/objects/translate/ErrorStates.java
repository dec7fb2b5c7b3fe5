package io.gaussferry.objects.translate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The target's SQLSTATEs of MySQL's error codes and SQLSTATEs. The codes are from MySQL's {@code errmsg-utf8.txt}. */
final class ErrorStates {

    private static final String UNIQUE = "23505";
    private static final String FOREIGN_KEY = "23503";
    private static final String NOT_NULL = "23502";
    private static final String CHECK = "23514";

    private static final Map<Integer, List<String>> OF_CODES = Map.ofEntries(
            Map.entry(1048, List.of(NOT_NULL)),
            Map.entry(1364, List.of(NOT_NULL)),
            Map.entry(1022, List.of(UNIQUE)),
            Map.entry(1062, List.of(UNIQUE)),
            Map.entry(1586, List.of(UNIQUE)),
            Map.entry(1216, List.of(FOREIGN_KEY)),
            Map.entry(1217, List.of(FOREIGN_KEY)),
            Map.entry(1451, List.of(FOREIGN_KEY)),
            Map.entry(1452, List.of(FOREIGN_KEY)),
            Map.entry(3819, List.of(CHECK)),
            Map.entry(1146, List.of("42P01")),
            Map.entry(1054, List.of("42703")),
            Map.entry(1050, List.of("42P07")),
            Map.entry(1051, List.of("42P01")),
            Map.entry(1305, List.of("42883")),
            Map.entry(1264, List.of("22003")),
            Map.entry(1690, List.of("22003")),
            Map.entry(1406, List.of("22001")),
            Map.entry(1365, List.of("22012")),
            Map.entry(1213, List.of("40P01")),
            Map.entry(1205, List.of("55P03", "40P01")),
            Map.entry(1172, List.of("42000")),
            Map.entry(1644, List.of("45000")));

    /** SQLSTATEs of MySQL that the target divides or names otherwise. */
    private static final Map<String, List<String>> OF_STATES = Map.of(
            "23000", List.of(UNIQUE, FOREIGN_KEY, NOT_NULL, CHECK),
            "42S02", List.of("42P01"),
            "42S22", List.of("42703"),
            "42S01", List.of("42P07"),
            "40001", List.of("40001", "40P01"));

    /** SQLSTATEs of many different errors in MySQL, for which the target has one each. */
    private static final Set<String> DIVERSE = Set.of("HY000", "42000");

    private ErrorStates() {}

    /** Returns the SQLSTATEs of an error code; empty if it has no counterpart. */
    static Optional<List<String>> ofCode(int code) {
        return Optional.ofNullable(OF_CODES.get(code));
    }

    /** Returns the SQLSTATEs of one of MySQL's; empty if it has no counterpart. */
    static Optional<List<String>> ofState(String state) {
        if (OF_STATES.containsKey(state)) {
            return Optional.ofNullable(OF_STATES.get(state));
        }
        return DIVERSE.contains(state) ? Optional.empty() : Optional.of(List.of(state));
    }
}
