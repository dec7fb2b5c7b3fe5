package io.gaussferry.objects.source;

import io.gaussferry.ddl.statement.StatementContext;
import java.util.Map;

/** Converts {@code sql_mode} as a server prints it. */
public final class SqlModes {

    /** The modes that decide how SQL is read, or what a value that does not fit becomes; {@code sql/system_variables.h} of MySQL. */
    private static final Map<String, Long> BITS = Map.ofEntries(
            Map.entry("REAL_AS_FLOAT", StatementContext.REAL_AS_FLOAT),
            Map.entry("PIPES_AS_CONCAT", StatementContext.PIPES_AS_CONCAT),
            Map.entry("ANSI_QUOTES", StatementContext.ANSI_QUOTES),
            Map.entry("IGNORE_SPACE", StatementContext.IGNORE_SPACE),
            Map.entry("NO_UNSIGNED_SUBTRACTION", StatementContext.NO_UNSIGNED_SUBTRACTION),
            Map.entry("NO_BACKSLASH_ESCAPES", StatementContext.NO_BACKSLASH_ESCAPES),
            Map.entry("STRICT_TRANS_TABLES", StatementContext.STRICT_TRANS_TABLES),
            Map.entry("STRICT_ALL_TABLES", StatementContext.STRICT_ALL_TABLES),
            Map.entry("NO_ZERO_DATE", StatementContext.NO_ZERO_DATE),
            Map.entry("ERROR_FOR_DIVISION_BY_ZERO", StatementContext.ERROR_FOR_DIVISION_BY_ZERO),
            Map.entry("PAD_CHAR_TO_FULL_LENGTH", StatementContext.PAD_CHAR_TO_FULL_LENGTH),
            Map.entry("HIGH_NOT_PRECEDENCE", StatementContext.HIGH_NOT_PRECEDENCE),
            Map.entry("TIME_TRUNCATE_FRACTIONAL", StatementContext.TIME_TRUNCATE_FRACTIONAL));

    private SqlModes() {}

    /** Returns the bits of a list of modes, separated by commas. */
    public static long bits(String modes) {
        long bits = 0;
        for (String mode : modes.split(",")) {
            bits |= BITS.getOrDefault(mode, 0L);
        }
        return bits;
    }

    /** Returns whether a list of modes refuses values that do not fit. */
    static boolean isStrict(String modes) {
        return (bits(modes) & (StatementContext.STRICT_TRANS_TABLES | StatementContext.STRICT_ALL_TABLES)) != 0;
    }
}
