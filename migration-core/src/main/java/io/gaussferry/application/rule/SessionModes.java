package io.gaussferry.application.rule;

import java.util.List;

/**
 * How the sessions of an application on the target read SQL and values.
 *
 * @param quotesNames whether double quotes delimit names; otherwise they delimit strings
 * @param concatenates whether {@code ||} joins strings; otherwise it is OR
 * @param decodesEscapes whether backslash escapes in single quotes are decoded
 * @param readsBytes whether {@code x'41'}, {@code 0x41} and {@code b'1'} are strings of bytes; otherwise they are bits
 * @param padsChar whether CHAR columns have the blanks at their end
 */
public record SessionModes(
        boolean quotesNames, boolean concatenates, boolean decodesEscapes, boolean readsBytes, boolean padsChar) {

    /** Sessions of PostgreSQL, and of openGauss without dolphin. */
    public static final SessionModes POSTGRESQL = new SessionModes(true, true, false, false, true);

    /**
     * Returns the modes of sessions of dolphin.
     *
     * @param sqlMode the value of {@code dolphin.sql_mode}
     * @param standardStrings the value of {@code standard_conforming_strings}
     */
    public static SessionModes ofDolphin(String sqlMode, String standardStrings) {
        List<String> modes = List.of(sqlMode.replace(" ", "").split(","));
        return new SessionModes(
                modes.contains("ansi_quotes"),
                modes.contains("pipes_as_concat"),
                standardStrings.equals("off"),
                modes.contains("treat_bxconst_as_binary"),
                modes.contains("pad_char_to_full_length"));
    }
}
