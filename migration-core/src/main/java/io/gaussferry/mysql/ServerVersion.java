package io.gaussferry.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a MySQL server, which decides what it can and what its {@code information_schema} has.
 *
 * @param major 0 where the version cannot be read: older than all
 * @param minor the number after the first dot
 * @param patch the number after the second dot; 0 where there is none
 */
public record ServerVersion(int major, int minor, int patch) {

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*");

    public static ServerVersion of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT VERSION()")) {
            rows.next();
            return parse(rows.getString(1));
        }
    }

    /** Reads {@code 8.0.33-25} and the like. */
    public static ServerVersion parse(String text) {
        Matcher matcher = NUMBERS.matcher(text);
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
