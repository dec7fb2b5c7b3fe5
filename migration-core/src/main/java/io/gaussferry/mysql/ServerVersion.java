package io.gaussferry.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The source's version, which decides what its {@code information_schema} has. */
public record ServerVersion(int major, int minor, int patch) {

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

    public static ServerVersion of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT VERSION()")) {
            rows.next();
            return parse(rows.getString(1));
        }
    }

    /** Reads {@code 8.0.33-25} and the like; what cannot be read is taken for the oldest. */
    static ServerVersion parse(String text) {
        Matcher matcher = NUMBERS.matcher(text);
        if (!matcher.matches()) {
            return new ServerVersion(5, 7, 0);
        }
        return new ServerVersion(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
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
