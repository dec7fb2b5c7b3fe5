package io.gaussferry.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An input that once produced a wrong result: statements before the copy, statements while changes are replayed, and the correct outcome. The file
 * starts with a comment that describes MySQL's behaviour; lines {@code -- needs}, {@code -- not on MariaDB}, {@code -- outcome}, {@code -- setting},
 * {@code -- before} and {@code -- live} follow.
 *
 * @param name of the file, without its extension
 * @param need of a version of the source, if older ones reject the statements
 * @param lackOfMariaDb the feature that MariaDB lacks, so that it rejects the statements; empty if it executes them
 * @param outcomes each for some versions of the source
 * @param settings lines of the configuration, each with its section
 * @param before statements before the daemon starts
 * @param live statements while changes are replayed
 */
record CaseScript(
        String name,
        Need need,
        String lackOfMariaDb,
        List<Outcome> outcomes,
        List<Setting> settings,
        List<String> before,
        List<String> live) {

    private static final Pattern NEED = Pattern.compile("-- needs (\\d+)\\.(\\d+): (.+)");
    private static final Pattern NOT_ON_MARIADB = Pattern.compile("-- not on MariaDB: (.+)");
    private static final Pattern OUTCOME = Pattern.compile(
            "-- outcome(?: (before|from) (\\d+)\\.(\\d+)| (on MariaDB))?: (equal|held|refused)(?:: (.*))?");
    private static final Pattern SETTING = Pattern.compile("-- setting (source|target|rules): (.*)");

    /** The correct outcome. */
    enum Kind {
        /** Both sides finally have the same rows, possibly after a copy of a table. */
        EQUAL,
        /** The daemon stops before a statement, and its message contains the given parts. */
        HELD,
        /** The daemon does not start, and its message contains the given parts. */
        REFUSED
    }

    /**
     * A version below which the statements are rejected.
     *
     * @param least the first version that executes them, such as 800 for 8.0
     * @param reason the feature that older ones lack
     */
    record Need(int least, String reason) {

        private static final Need NONE = new Need(0, "");
    }

    /**
     * An outcome.
     *
     * @param least the first version of the source for which it is correct, such as 906 for 9.6
     * @param below the first version for which it no longer is
     * @param isOfMariaDb whether it is correct for MariaDB only
     * @param parts of the message
     */
    record Outcome(Kind kind, int least, int below, boolean isOfMariaDb, List<String> parts) {}

    /**
     * A line of the configuration.
     *
     * @param section {@code source}, {@code target} or {@code rules}
     */
    record Setting(String section, String line) {}

    /** Reads a file. */
    static CaseScript read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String name = file.getFileName().toString().replace(".sql", "");
        int before = text.indexOf("\n-- before\n");
        int live = text.indexOf("\n-- live\n");
        if (before < 0 || live < before) {
            throw new IllegalArgumentException(file + " lacks a line '-- before' or '-- live'");
        }
        Need need = Need.NONE;
        String lack = "";
        List<Outcome> outcomes = new ArrayList<>();
        List<Setting> settings = new ArrayList<>();
        for (String line : text.substring(0, before).lines().toList()) {
            Matcher needed = NEED.matcher(line);
            Matcher lacking = NOT_ON_MARIADB.matcher(line);
            Matcher outcome = OUTCOME.matcher(line);
            Matcher setting = SETTING.matcher(line);
            if (needed.matches()) {
                need = new Need(version(needed.group(1), needed.group(2)), needed.group(3));
            } else if (lacking.matches()) {
                lack = lacking.group(1);
            } else if (outcome.matches()) {
                outcomes.add(outcome(outcome));
            } else if (setting.matches()) {
                settings.add(new Setting(setting.group(1), setting.group(2)));
            } else if (!line.startsWith("-- ")
                    || Stream.of("needs", "not on", "outcome", "setting")
                            .anyMatch(word -> line.startsWith("-- " + word))) {
                throw new IllegalArgumentException(file + ": " + line);
            }
        }
        return new CaseScript(
                name,
                need,
                lack,
                outcomes,
                settings,
                SqlScript.statements(text.substring(before, live)),
                SqlScript.statements(text.substring(live)));
    }

    private static Outcome outcome(Matcher line) {
        int version = line.group(2) == null ? 0 : version(line.group(2), line.group(3));
        boolean below = "before".equals(line.group(1));
        return new Outcome(
                Kind.valueOf(line.group(5).toUpperCase(Locale.ROOT)),
                below ? 0 : version,
                below ? version : Integer.MAX_VALUE,
                line.group(4) != null,
                line.group(6) == null ? List.of() : List.of(line.group(6).split("; ", -1)));
    }

    private static int version(String major, String minor) {
        return Integer.parseInt(major) * 100 + Integer.parseInt(minor);
    }

    /**
     * Returns the correct outcome on a source.
     *
     * @param version such as 800 for 8.0; for MariaDB, that of MySQL which it resembles
     */
    Outcome outcomeOn(int version, boolean isMariaDb) {
        return outcomes.stream()
                .filter(outcome -> outcome.least() <= version && version < outcome.below())
                .filter(outcome -> isMariaDb || !outcome.isOfMariaDb())
                .max(Comparator.comparing(Outcome::isOfMariaDb))
                .orElseThrow(() -> new IllegalArgumentException(name + " has no outcome for " + version));
    }

    @Override
    public String toString() {
        return name;
    }
}
