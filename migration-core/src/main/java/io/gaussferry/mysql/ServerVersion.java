package io.gaussferry.mysql;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a MySQL or MariaDB server. It decides which features and which columns of {@code information_schema} exist. In comparisons
 * MariaDB counts as MySQL 5.7: {@link SourceFeatures} has what it has beyond.
 *
 * @param major 0, which is older than all versions, if the version cannot be parsed
 * @param minor the number after the first dot
 * @param patch the number after the second dot; 0 for none
 * @param mariaDb whether the numbers are MariaDB's
 */
public record ServerVersion(int major, int minor, int patch, boolean mariaDb) {

    /** Added to the numbers of MariaDB's versions. */
    public static final int MARIADB = 1_000_000;

    private static final ServerVersion LIKE_MARIADB = new ServerVersion(5, 7, 0);

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*");

    /** A version of MySQL. */
    public ServerVersion(int major, int minor, int patch) {
        this(major, minor, patch, false);
    }

    public static ServerVersion of(Connection connection) throws SQLException {
        return Sql.first(connection, rows -> parse(rows.getString(1)), "SELECT VERSION()")
                .orElseThrow();
    }

    /** Returns the number that selects the grammar of a version, such as 80033, or 1101119 for MariaDB 10.11.19. */
    public int number() {
        return major * 10_000 + minor * 100 + patch + (mariaDb ? MARIADB : 0);
    }

    /** Parses a version string such as {@code 8.0.33-25}. */
    public static ServerVersion parse(String version) {
        Matcher matcher = NUMBERS.matcher(version);
        return matcher.matches()
                ? new ServerVersion(
                        number(matcher, 1),
                        number(matcher, 2),
                        number(matcher, 3),
                        version.toLowerCase(Locale.ROOT).contains("mariadb"))
                : new ServerVersion(0, 0, 0);
    }

    private static int number(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
    }

    /** Returns whether MySQL is at least of this version; MariaDB counts as 5.7. */
    public boolean isAtLeast(int wantedMajor, int wantedMinor, int wantedPatch) {
        if (mariaDb) {
            return LIKE_MARIADB.isAtLeast(wantedMajor, wantedMinor, wantedPatch);
        }
        if (major != wantedMajor) {
            return major > wantedMajor;
        }
        if (minor != wantedMinor) {
            return minor > wantedMinor;
        }
        return patch >= wantedPatch;
    }
}
