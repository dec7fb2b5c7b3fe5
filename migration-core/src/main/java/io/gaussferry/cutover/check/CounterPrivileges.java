package io.gaussferry.cutover.check;

import io.gaussferry.cutover.link.SourceLink;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The privileges to raise MySQL's AUTO_INCREMENT counters, which a return to MySQL needs. Stateless. */
final class CounterPrivileges {

    private static final Set<String> NEEDED = Set.of("ALTER", "CREATE", "INSERT");

    private static final int MAX_LISTED = 5;

    private static final Pattern GRANT =
            Pattern.compile("GRANT (.+?) ON (\\*|`(?:[^`]|``)+`)\\.(\\*|`(?:[^`]|``)+`) TO .*", Pattern.DOTALL);

    private CounterPrivileges() {}

    /**
     * Returns a warning if the account lacks a privilege. Empty if it has roles, whose privileges are unknown.
     *
     * @param tables the replicated tables
     */
    static Optional<CutoverFinding> check(Connection mysql, List<TableDefinition> tables) throws SQLException {
        List<String> grants = SourceLink.rows(mysql, "SHOW GRANTS").stream()
                .map(row -> row.get(0))
                .toList();
        if (grants.stream().anyMatch(grant -> grant.startsWith("GRANT `"))) {
            return Optional.empty();
        }
        List<String> missing = tables.stream()
                .filter(table -> table.autoIncrementColumn().isPresent())
                .map(TableDefinition::id)
                .filter(table -> !mayAlter(grants, table))
                .map(TableId::toString)
                .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(CutoverFinding.warning(
                        "The account may not raise AUTO_INCREMENT of " + missing.size()
                                + " tables in MySQL, so that a return would be refused: "
                                + missing.stream().limit(MAX_LISTED).collect(Collectors.joining(", "))
                                + (missing.size() > MAX_LISTED ? ", …" : ""),
                        "GRANT ALTER, CREATE, INSERT on these tables to the account; or name another one:"
                                + " gaussferry.cutover.user"));
    }

    /** @param grants as printed by {@code SHOW GRANTS} */
    static boolean mayAlter(List<String> grants, TableId table) {
        Set<String> granted = grants.stream()
                .map(GRANT::matcher)
                .filter(Matcher::matches)
                .filter(grant -> isOf(grant.group(2), table.schema()) && isOf(grant.group(3), table.name()))
                .flatMap(grant -> List.of(grant.group(1).split(", ")).stream())
                .map(privilege -> privilege.toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        return granted.contains("ALL PRIVILEGES") || granted.containsAll(NEEDED);
    }

    /** Returns whether a quoted name of a grant, in which a database may be a pattern, denotes this name. */
    private static boolean isOf(String quoted, String name) {
        if (quoted.equals("*")) {
            return true;
        }
        String pattern = quoted.substring(1, quoted.length() - 1).replace("``", "`");
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean isEscaped = c == '\\' && i + 1 < pattern.length();
            if (isEscaped) {
                i++;
            }
            regex.append(
                    !isEscaped && c == '%'
                            ? ".*"
                            : !isEscaped && c == '_' ? "." : Pattern.quote(String.valueOf(pattern.charAt(i))));
        }
        return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL)
                .matcher(name)
                .matches();
    }
}
