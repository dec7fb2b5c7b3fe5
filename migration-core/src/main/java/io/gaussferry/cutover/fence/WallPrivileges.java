package io.gaussferry.cutover.fence;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.SourceSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Determines whether an account may create the triggers that stay after the switch. Stateless. */
public final class WallPrivileges {

    private static final Pattern GRANT = Pattern.compile("GRANT (.*?) ON (?:\\*|`(.*?)`)\\.\\* TO .*");

    private WallPrivileges() {}

    /** Returns what the account of a connection lacks for the triggers; empty if it lacks nothing. */
    public static String missing(Connection source, SourceSettings settings) throws SQLException {
        List<String> grants = SourceLink.rows(source, "SHOW GRANTS").stream()
                .map(row -> row.get(0))
                .toList();
        boolean free = SourceLink.rows(
                        source, "SELECT @@GLOBAL.log_bin = 0 OR @@GLOBAL.log_bin_trust_function_creators = 1")
                .get(0)
                .get(0)
                .equals("1");
        ServerVersion version = ServerVersion.of(source);
        boolean defines = grants.stream()
                .filter(grant -> grant.contains(" ON *.* "))
                .anyMatch(grant -> grant.contains("ALL PRIVILEGES")
                        || grant.contains("SUPER")
                        || (!version.isAtLeast(8, 4, 0) && grant.contains("SET_USER_ID")));
        if (!free && !defines) {
            return "the account of the fence cannot create triggers: it lacks SUPER, and log_bin_trust_function_creators is 0";
        }
        List<String> databases = SourceLink.rows(source, "SELECT schema_name FROM information_schema.schemata").stream()
                .map(row -> row.get(0))
                .filter(settings::includes)
                .filter(database -> grants.stream().noneMatch(grant -> allowsTriggers(grant, database)))
                .toList();
        return databases.isEmpty()
                ? ""
                : "the account of the fence lacks TRIGGER on the databases " + String.join(", ", databases);
    }

    static boolean allowsTriggers(String grant, String database) {
        Matcher matcher = GRANT.matcher(grant);
        if (!matcher.matches()
                || !(matcher.group(1).contains("ALL PRIVILEGES")
                        || List.of(matcher.group(1).split(", ")).contains("TRIGGER"))) {
            return false;
        }
        String pattern = matcher.group(2);
        return pattern == null || matchesPattern(pattern, database);
    }

    /** In privileges on databases {@code _} and {@code %} are patterns unless they are escaped. */
    private static boolean matchesPattern(String pattern, String database) {
        StringBuilder expression = new StringBuilder();
        for (int at = 0; at < pattern.length(); at++) {
            char next = pattern.charAt(at);
            if (next == '\\' && at + 1 < pattern.length()) {
                at++;
                expression.append(Pattern.quote(String.valueOf(pattern.charAt(at))));
            } else {
                expression.append(next == '_' ? "." : next == '%' ? ".*" : Pattern.quote(String.valueOf(next)));
            }
        }
        return Pattern.compile(expression.toString(), Pattern.DOTALL)
                .matcher(database)
                .matches();
    }
}
