package io.gaussferry.mysql.catalog;

import io.gaussferry.model.NamePattern;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of {@code SHOW GRANTS} in the forms of MySQL 5.7 to 9.x: global, dynamic, database, table and column
 * privileges, and partial revokes. Immutable.
 */
public final class Grants {

    private static final String NAME = "(\\*|`(?:[^`]|``)*`|'(?:[^']|'')*')";
    private static final Pattern ON_OBJECTS = Pattern.compile(
            "(GRANT|REVOKE) (.+?) ON (?:TABLE )?" + NAME + "\\." + NAME + " (?:TO|FROM) .*", Pattern.DOTALL);

    /** Column privileges, {@code SELECT (`a`, `b`)}, which do not apply to the whole table. */
    private static final Pattern WITH_COLUMNS = Pattern.compile("[A-Z ]+ \\([^)]*\\)(?:, ?|$)");

    private record Grant(boolean revoked, Set<String> privileges, String schema, String table) {

        boolean gives(String privilege) {
            return privileges.contains(privilege)
                    || privileges.contains("ALL PRIVILEGES")
                    || privileges.contains("ALL");
        }

        boolean isGlobal() {
            return schema.equals("*") && table.equals("*");
        }

        boolean isOnSchema() {
            return !schema.equals("*") && table.equals("*");
        }
    }

    private final List<Grant> grants = new ArrayList<>();

    private Grants() {}

    /** Parses the lines. Grants of roles and of PROXY are ignored because they grant no privilege by themselves. */
    public static Grants parse(List<String> lines) {
        Grants parsed = new Grants();
        for (String line : lines) {
            Matcher matcher = ON_OBJECTS.matcher(line);
            if (matcher.matches()) {
                parsed.grants.add(new Grant(
                        matcher.group(1).equals("REVOKE"),
                        privileges(matcher.group(2)),
                        unquoted(matcher.group(3)),
                        unquoted(matcher.group(4))));
            }
        }
        return parsed;
    }

    private static Set<String> privileges(String list) {
        String whole = WITH_COLUMNS.matcher(list).replaceAll("");
        Set<String> privileges = new HashSet<>();
        for (String privilege : whole.split(",", -1)) {
            privileges.add(privilege.strip().toUpperCase(Locale.ROOT));
        }
        return privileges;
    }

    private static String unquoted(String name) {
        if (name.equals("*")) {
            return name;
        }
        String quote = name.substring(0, 1);
        return name.substring(1, name.length() - 1).replace(quote + quote, quote);
    }

    /** Returns whether the account holds any of the privileges globally. */
    public boolean hasGlobal(String... privileges) {
        return Arrays.stream(privileges)
                .anyMatch(privilege -> grants.stream()
                        .anyMatch(grant -> !grant.revoked() && grant.isGlobal() && grant.gives(privilege)));
    }

    /** Returns whether the account holds a privilege on all tables of a database. */
    public boolean hasOnSchema(String privilege, String schema) {
        boolean revoked = grants.stream()
                .anyMatch(grant -> grant.revoked()
                        && grant.isOnSchema()
                        && grant.schema().equals(schema)
                        && grant.gives(privilege));
        return (hasGlobal(privilege) && !revoked)
                || grants.stream()
                        .anyMatch(grant -> !grant.revoked()
                                && grant.isOnSchema()
                                && grant.gives(privilege)
                                && like(grant.schema(), schema));
    }

    /** Returns whether the account holds a privilege on a table. */
    public boolean hasOnTable(String privilege, TableId table) {
        return hasOnSchema(privilege, table.schema())
                || grants.stream()
                        .anyMatch(grant -> !grant.revoked()
                                && grant.schema().equals(table.schema())
                                && grant.table().equals(table.name())
                                && grant.gives(privilege));
    }

    /** Matches a grant's database name, which is a pattern. */
    private static boolean like(String pattern, String name) {
        return name.equals(pattern) || NamePattern.like(pattern).matches(name);
    }
}
