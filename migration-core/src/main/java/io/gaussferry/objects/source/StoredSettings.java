package io.gaussferry.objects.source;

import io.gaussferry.ddl.statement.StatementContext;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings that MySQL stores with an object. Its body is executed with them, whatever the settings of the session that calls it.
 *
 * @param sqlMode the modes, separated by commas, as the server prints them; empty for none, and for a view
 * @param connectionCollation the collation of string literals; empty if unknown
 * @param databaseCollation the collation of string variables and parameters without one; empty if unknown
 * @param timeZone the time zone of an event, such as {@code SYSTEM} or {@code +02:00}; empty for other objects
 */
public record StoredSettings(String sqlMode, String connectionCollation, String databaseCollation, String timeZone) {

    /** The settings of an object that the account may not read. */
    public static final StoredSettings NONE = new StoredSettings("", "", "", "");

    /** Returns the settings with a mode, and with MySQL's default collation. */
    public static StoredSettings of(String sqlMode) {
        return new StoredSettings(sqlMode, "utf8mb4_0900_ai_ci", "utf8mb4_0900_ai_ci", "");
    }

    /** @param zoneOfHost the abbreviation of the zone that SYSTEM means; only UTC is unambiguous */
    static StoredSettings of(
            @Nullable String sqlMode,
            @Nullable String connectionCollation,
            @Nullable String databaseCollation,
            @Nullable String timeZone,
            String zoneOfHost) {
        boolean isUtc = "SYSTEM".equals(timeZone) && zoneOfHost.equals("UTC");
        return new StoredSettings(
                orEmpty(sqlMode),
                orEmpty(connectionCollation),
                orEmpty(databaseCollation),
                isUtc ? "+00:00" : orEmpty(timeZone));
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    /** Returns the known modes as the bits of {@link StatementContext}. */
    public long modes() {
        return SqlModes.bits(sqlMode);
    }

    /** Returns whether the body refuses a value that does not fit instead of changing it. */
    public boolean isStrict() {
        return SqlModes.isStrict(sqlMode);
    }

    /** Returns whether the body has a mode, by MySQL's name. */
    public boolean has(String mode) {
        return Set.of(sqlMode.toUpperCase(Locale.ROOT).split(",")).contains(mode);
    }
}
