package io.gaussferry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents link to existing files and headings, name existing tests, and can be read in ten minutes each. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("(?:\\]\\(|src=\"|srcset=\")([^)\\s\"]+)[)\"]");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern TEST = Pattern.compile("`([A-Z][a-z]\\w*(?:IT|Test))`");
    private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");

    /** Ten minutes at 220 words per minute. */
    private static final int MAXIMUM_WORDS = 2_200;

    /** For look-ups only. */
    private static final Set<String> LOOKED_UP_ONLY = Set.of("configuration.md", "errors.md", "CHANGELOG.md");

    @Test
    void linksToExistingFilesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            for (String link : matches(LINK, Files.readString(document))) {
                if (!link.contains("://") && !exists(document, link)) {
                    broken.add(ROOT.relativize(document) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void namesExistingTests() throws IOException {
        Set<String> existing = new TreeSet<>();
        for (String module :
                List.of("migration-core", "migration-app", "migration-bench", "migration-connect", "src/test")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                files.map(file -> file.getFileName().toString().replace(".java", ""))
                        .forEach(existing::add);
            }
        }
        for (Path document : documents()) {
            assertThat(existing).as(document.toString()).containsAll(matches(TEST, Files.readString(document)));
        }
    }

    @Test
    void canBeReadInTenMinutes() throws IOException {
        for (Path document : documents()) {
            if (!LOOKED_UP_ONLY.contains(document.getFileName().toString())) {
                assertThat(WORD.matcher(Files.readString(document)).results().count())
                        .as(document.toString())
                        .isLessThanOrEqualTo(MAXIMUM_WORDS);
            }
        }
    }

    private static boolean exists(Path document, String link) throws IOException {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path file = path.isEmpty() ? document : document.resolveSibling(path).normalize();
        if (hash < 0 || !Files.exists(file)) {
            return Files.exists(file);
        }
        String text = CODE_BLOCK.matcher(Files.readString(file)).replaceAll("");
        return matches(HEADING, text).stream().map(DocumentsTest::anchor).anyMatch(link.substring(hash + 1)::equals);
    }

    /** Returns the anchor that GitHub derives from a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    /** Returns the Markdown files of the project. */
    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> root = Files.list(ROOT)) {
            List<Path> documents = Stream.concat(docs, root)
                    .filter(path -> path.toString().endsWith(".md"))
                    .collect(Collectors.toCollection(ArrayList::new));
            documents.add(ROOT.resolve("docker/README.md"));
            assertThat(documents).hasSizeGreaterThan(40);
            return documents;
        }
    }
}
