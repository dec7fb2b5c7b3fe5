package io.gaussferry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts unidiomatic phrases in comments, string literals and documents. {@code wording.txt} has the phrases with the words to use instead.
 * The ceiling only falls: a change that removes phrases lowers it.
 */
class WordingTest {

    private static final int CEILING = 35;

    /** A change may remove a few phrases without a change of this test. */
    private static final int SLACK = 10;

    private static final int SHOWN = 60;

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The names of former versions, and quotations of them. */
    private static final Set<String> EXEMPT = Set.of("CHANGELOG.md", "FormerNames.java", "UnnumberedState.java");

    private static final Set<String> SKIPPED_DIRECTORIES = Set.of(".git", "node_modules", "resources");

    /** The output of a build; not a package of that name. */
    private static final Pattern BUILT = Pattern.compile("(?<!io/gaussferry/)\\btarget/");

    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern COMMENT = Pattern.compile("^\\s*\\*.*|//.*|/\\*.*|^\\s*#.*|<!--.*");

    @Test
    void usesNoMorePhrasesThanBefore() throws IOException {
        Pattern phrases = phrases();
        List<String> hits = new ArrayList<>();
        for (Path file : files()) {
            int number = 0;
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                number++;
                Matcher matcher = phrases.matcher(prose(file, line));
                while (matcher.find()) {
                    hits.add(ROOT.relativize(file) + ":" + number + ": " + matcher.group());
                }
            }
        }
        assertThat(hits.size())
                .as(() -> "phrases of wording.txt, such as\n"
                        + hits.stream().limit(SHOWN).collect(Collectors.joining("\n")))
                .isLessThanOrEqualTo(CEILING);
        assertThat(hits.size()).as("the ceiling can be lowered").isGreaterThanOrEqualTo(CEILING - SLACK);
    }

    private static Pattern phrases() throws IOException {
        try (InputStream list = Objects.requireNonNull(WordingTest.class.getResourceAsStream("wording.txt"))) {
            String alternatives = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.substring(0, line.indexOf(" => ")))
                    .collect(Collectors.joining("|"));
            return Pattern.compile("\\b(" + alternatives + ")\\b");
        }
    }

    private static List<Path> files() {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(WordingTest::isRead).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isRead(Path file) {
        String name = file.getFileName().toString();
        Path relative = ROOT.relativize(file);
        if (BUILT.matcher(relative.toString()).find()) {
            return false;
        }
        for (Path part : relative) {
            if (SKIPPED_DIRECTORIES.contains(part.toString())) {
                return false;
            }
        }
        return (name.endsWith(".java") || name.endsWith(".md") || name.endsWith(".yml"))
                && !EXEMPT.contains(name)
                && Files.isRegularFile(file);
    }

    /** Returns the part of a line that a person reads. */
    private static String prose(Path file, String line) {
        if (file.toString().endsWith(".md")) {
            return line;
        }
        List<String> parts = new ArrayList<>();
        STRING.matcher(line).results().forEach(found -> parts.add(found.group()));
        COMMENT.matcher(line).results().forEach(found -> parts.add(found.group()));
        return String.join(" ", parts);
    }
}
