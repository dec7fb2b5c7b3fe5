package io.gaussferry.target.cluster;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The value of {@code synchronous_standby_names}. */
public final class SynchronousStandbys {

    /** The number of standbys of a group, as in {@code ANY 2 (a, b, c)}. */
    private static final Pattern GROUP = Pattern.compile("(?:(ANY|FIRST)\\s+)?(\\d+)\\s*\\(");

    private SynchronousStandbys() {}

    /** Returns how many standbys a commit waits for; 0 for none. */
    public static int required(String names) {
        if (names.isBlank()) {
            return 0;
        }
        Matcher group = GROUP.matcher(names.toUpperCase(Locale.ROOT));
        int required = 0;
        while (group.find()) {
            required += Integer.parseInt(group.group(2));
        }
        return required == 0 ? 1 : required;
    }
}
