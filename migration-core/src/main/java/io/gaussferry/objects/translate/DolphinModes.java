package io.gaussferry.objects.translate;

import io.gaussferry.objects.source.StoredSettings;
import java.util.StringJoiner;

/** The values of {@code dolphin.sql_mode} that correspond to MySQL's modes. */
public final class DolphinModes {

    private DolphinModes() {}

    /**
     * Returns the modes for code that is written in the target's own spelling. Without {@code error_for_division_by_zero} a division by
     * zero is NULL without a warning.
     */
    public static String of(StoredSettings settings) {
        StringJoiner modes = new StringJoiner(",");
        if (settings.isStrict()) {
            modes.add("sql_mode_strict");
        }
        modes.add("pipes_as_concat").add("ansi_quotes");
        if (settings.isStrict() && settings.has("ERROR_FOR_DIVISION_BY_ZERO")) {
            modes.add("error_for_division_by_zero");
        }
        if (settings.has("NO_ZERO_DATE")) {
            modes.add("no_zero_date");
        }
        if (settings.has("PAD_CHAR_TO_FULL_LENGTH")) {
            modes.add("pad_char_to_full_length");
        }
        return modes.toString();
    }
}
