package io.gaussferry.target;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A product and its version, as {@code select version()} names them. openGauss and its derivatives report it in
 * parentheses, before the build; some of them after {@code PostgreSQL 9.2.4}.
 *
 * @param name for messages, such as {@code openGauss-lite 6.0.2} or {@code Vastbase G100 V2.2}
 * @param isBuilt whether the string has the form that openGauss and its derivatives share
 */
public record ServerRelease(String name, boolean isBuilt) {

    private static final Pattern BUILT = Pattern.compile("\\(([A-Za-z][^()]*?)\\s+(?:build\\b|\\(Build\\b)");
    /** PostgreSQL is compiled by a compiler, and openGauss and its derivatives at a time. */
    private static final Pattern COMPILED_AT = Pattern.compile("\\(([A-Za-z].*)\\)\\s+compiled at\\b");

    private static final Pattern REST = Pattern.compile("\\s+(?:on|compiled)\\s.*|,.*", Pattern.DOTALL);
    private static final Pattern OPENGAUSS = Pattern.compile("\\(?openGauss(?:-lite)?\\b\\s*(?:(\\d+)\\.(\\d+))?.*");
    private static final int LONGEST = 60;

    /** Parses the result of {@code select version()}. */
    public static ServerRelease parse(String version) {
        Matcher built = BUILT.matcher(version);
        Matcher compiledAt = COMPILED_AT.matcher(version);
        boolean isBuilt = built.find();
        boolean isCompiledAt = compiledAt.find();
        String given = isBuilt
                ? built.group(1)
                : isCompiledAt ? compiledAt.group(1) : REST.matcher(version).replaceFirst("");
        String name = given.replaceAll("\\s+", " ").trim();
        return new ServerRelease(name.substring(0, Math.min(LONGEST, name.length())), isBuilt || isCompiledAt);
    }

    /** Returns whether this is openGauss itself, full or lite. */
    public boolean isOpenGauss() {
        return OPENGAUSS.matcher(name).matches();
    }

    /** Returns the first two numbers of openGauss's version, as in {@code 6.0}; empty for other products. */
    public Optional<String> openGaussVersion() {
        Matcher matcher = OPENGAUSS.matcher(name);
        return matcher.matches() && matcher.group(1) != null
                ? Optional.of(matcher.group(1) + "." + matcher.group(2))
                : Optional.empty();
    }

    /** Returns whether this is PostgreSQL itself, which openGauss and its derivatives also mention. */
    public boolean isPostgreSql() {
        return !isBuilt && name.startsWith("PostgreSQL");
    }
}
