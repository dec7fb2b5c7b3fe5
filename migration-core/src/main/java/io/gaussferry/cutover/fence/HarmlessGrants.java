package io.gaussferry.cutover.fence;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Determines whether the grants of an account let it write to no table of any user's database: not itself, not by a role, a routine, a view with
 * a stored function, or as another account. Stateless.
 */
final class HarmlessGrants {

    private static final Pattern GLOBAL = Pattern.compile("GRANT ([A-Z ,]+) ON \\*\\.\\* TO [^ ].*");

    private static final Pattern STATISTICS =
            Pattern.compile("GRANT SELECT ON [`']?performance_schema[`']?\\.(?:\\*|[`'][^`' ]+[`']) TO [^ ].*");

    private static final Set<String> GLOBALS =
            Set.of("USAGE", "PROCESS", "REPLICATION SLAVE", "REPLICATION CLIENT", "SHOW DATABASES");

    private HarmlessGrants() {}

    /** @param grants the output of {@code SHOW GRANTS} for the account; an unknown grant is not harmless */
    static boolean are(List<String> grants) {
        return !grants.isEmpty() && grants.stream().allMatch(HarmlessGrants::isHarmless);
    }

    private static boolean isHarmless(String grant) {
        if (grant.contains("WITH GRANT OPTION")) {
            return false;
        }
        Matcher global = GLOBAL.matcher(grant);
        if (global.matches()) {
            return List.of(global.group(1).split(", ?", -1)).stream().allMatch(GLOBALS::contains);
        }
        return STATISTICS.matcher(grant).matches();
    }
}
