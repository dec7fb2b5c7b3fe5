package io.gaussferry.mysql;

import io.gaussferry.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a MySQL server. It decides which features and which columns of {@code information_schema} exist.
 *
 * @param major 0, which is older than all versions, if the version cannot be parsed
 * @param minor the number after the first dot
 * @param patch the number after the second dot; 0 for none
 */
public record ServerVersion(int major, int minor, int patch) {

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*");

    public static ServerVersion of(Connection connection) throws SQLException {
        return Sql.first(connection, rows -> parse(rows.getString(1)), "SELECT VERSION()")
                .orElseThrow();
    }

    /** Returns the number that selects the grammar of a version, such as 80033. */
    public int number() {
        return major * 10_000 + minor * 100 + patch;
    }

    /** Parses a version string such as {@code 8.0.33-25}. */
    public static ServerVersion parse(String version) {
        Matcher matcher = NUMBERS.matcher(version);
        return matcher.matches()
                ? new ServerVersion(number(matcher, 1), number(matcher, 2), number(matcher, 3))
                : new ServerVersion(0, 0, 0);
    }

    private static int number(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
    }

    public boolean isAtLeast(int wantedMajor, int wantedMinor, int wantedPatch) {
        if (major != wantedMajor) {
            return major > wantedMajor;
        }
        if (minor != wantedMinor) {
            return minor > wantedMinor;
        }
        return patch >= wantedPatch;
    }
}
