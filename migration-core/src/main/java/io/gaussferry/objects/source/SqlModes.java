package io.gaussferry.objects.source;

import io.gaussferry.ddl.statement.StatementContext;
import java.util.Map;
import java.util.stream.Collectors;

/** Converts {@code sql_mode} as a server prints it. */
public final class SqlModes {

    /** The modes that decide how SQL is read, or what a value that does not fit becomes; {@code sql/system_variables.h} of MySQL. */
    private static final Map<String, Long> BITS = Map.of(
            "REAL_AS_FLOAT", StatementContext.REAL_AS_FLOAT,
            "PIPES_AS_CONCAT", StatementContext.PIPES_AS_CONCAT,
            "ANSI_QUOTES", StatementContext.ANSI_QUOTES,
            "IGNORE_SPACE", StatementContext.IGNORE_SPACE,
            "NO_UNSIGNED_SUBTRACTION", StatementContext.NO_UNSIGNED_SUBTRACTION,
            "NO_BACKSLASH_ESCAPES", StatementContext.NO_BACKSLASH_ESCAPES,
            "STRICT_TRANS_TABLES", StatementContext.STRICT_TRANS_TABLES,
            "STRICT_ALL_TABLES", StatementContext.STRICT_ALL_TABLES,
            "HIGH_NOT_PRECEDENCE", StatementContext.HIGH_NOT_PRECEDENCE,
            "TIME_TRUNCATE_FRACTIONAL", StatementContext.TIME_TRUNCATE_FRACTIONAL);

    private SqlModes() {}

    /** Returns the modes of bits, separated by commas. */
    static String names(long bits) {
        return BITS.entrySet().stream()
                .filter(mode -> (bits & mode.getValue()) != 0)
                .map(Map.Entry::getKey)
                .sorted()
                .collect(Collectors.joining(","));
    }

    /** Returns the bits of a list of modes, separated by commas. */
    public static long bits(String modes) {
        long bits = 0;
        for (String mode : modes.split(",")) {
            bits |= BITS.getOrDefault(mode, 0L);
        }
        return bits;
    }
}
