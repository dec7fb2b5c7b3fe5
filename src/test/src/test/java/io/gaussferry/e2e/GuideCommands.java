package io.gaussferry.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The commands that docs/guides prints, and which of them a test has run.
 *
 * <p>A command is a line of a code block that starts with {@code gaussferry} or {@code ./gaussferry}, up to a comment, or such an inline code span. A
 * span without {@code --config} leaves out {@code --config FILE}, and a span with the first words of another command is only its name. Of a command
 * with optional parts in brackets there is one form without them and one with all of them; of alternatives ({@code a|b}) there is a form for each.
 *
 * <p>The test supplies the value of each placeholder by {@link #set}: {@code FILE} (the guides' {@code my.yml} too), {@code SQL} for the {@code FILE}
 * of {@code --sql-file}, {@code TEXT}, {@code GTID}, {@code ROWS}, and {@code ...} for another value of the same option. A key that ends in a dot is
 * the name of a schema.
 */
final class GuideCommands {

    private static final Path GUIDES = Path.of(System.getProperty("gaussferry.home"), "docs", "guides");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```$|^ {4}[^\\n]*$");
    private static final Pattern CODE_LINE = Pattern.compile("(?m)^ *(?:\\./)?gaussferry +(\\S[^#\\n]*)");
    private static final Pattern INLINE = Pattern.compile("`(?:\\./)?gaussferry\\s+([^`]+)`");
    private static final Pattern OPTIONAL = Pattern.compile("\\[(--[^]]*)]");
    /** The commands of the benchmark, which need no configuration. */
    private static final Set<String> WITHOUT_CONFIGURATION = Set.of("demo", "sandbox", "bench");

    /** The words of each form, with placeholders, and the document that prints it. */
    private final Map<List<String>, String> forms = new LinkedHashMap<>();

    private final Set<List<String>> run = new HashSet<>();
    private final Map<String, String> values = new HashMap<>();

    private GuideCommands() {}

    /** Reads the guides' commands for a fleet: {@code fleet}, and those with {@code --fleet}. */
    static GuideCommands ofFleet() throws IOException {
        GuideCommands commands = read();
        commands.forms.keySet().removeIf(words -> !isOfFleet(words));
        return commands;
    }

    /** Reads the guides' other commands. */
    static GuideCommands notOfFleet() throws IOException {
        GuideCommands commands = read();
        commands.forms.keySet().removeIf(GuideCommands::isOfFleet);
        return commands;
    }

    private static boolean isOfFleet(List<String> words) {
        return words.get(0).equals("fleet") || words.contains("--fleet");
    }

    private static GuideCommands read() throws IOException {
        GuideCommands commands = new GuideCommands();
        Map<String, String> prose = new LinkedHashMap<>();
        List<Path> guides;
        try (Stream<Path> files = Files.list(GUIDES)) {
            guides = files.sorted().toList();
        }
        for (Path guide : guides) {
            String name = guide.getFileName().toString();
            String text = Files.readString(guide);
            String blocks =
                    CODE_BLOCK.matcher(text).results().map(MatchResult::group).collect(Collectors.joining("\n"));
            CODE_LINE.matcher(blocks).results().forEach(found -> commands.add(found.group(1), name));
            prose.put(name, CODE_BLOCK.matcher(text).replaceAll(""));
        }
        prose.forEach((name, text) ->
                INLINE.matcher(text).results().forEach(found -> commands.addInline(found.group(1), name)));
        return commands;
    }

    private void addInline(String command, String guide) {
        List<String> words = Arrays.asList(command.replace("\\|", "|").split("\\s+"));
        if (forms.keySet().stream().anyMatch(form -> startsWith(form, words))) {
            return;
        }
        boolean complete = words.contains("--config") || WITHOUT_CONFIGURATION.contains(words.get(0));
        add(String.join(" ", words) + (complete ? "" : " --config FILE"), guide);
    }

    private static boolean startsWith(List<String> form, List<String> words) {
        return form.size() >= words.size() && form.subList(0, words.size()).equals(words);
    }

    private void add(String command, String guide) {
        for (String line : List.of(
                OPTIONAL.matcher(command).replaceAll(""),
                OPTIONAL.matcher(command).replaceAll("$1"))) {
            List<String> words =
                    Arrays.asList(line.replace("my.yml", "FILE").strip().split("\\s+"));
            addAlternatives(namePlaceholders(words), guide);
        }
    }

    private static List<String> namePlaceholders(List<String> words) {
        List<String> named = new ArrayList<>(words);
        int sqlFile = named.indexOf("--sql-file");
        if (sqlFile >= 0) {
            named.set(sqlFile + 1, "SQL");
        }
        return named;
    }

    private void addAlternatives(List<String> words, String guide) {
        int choice = IntStream.range(0, words.size())
                .filter(i -> words.get(i).contains("|"))
                .findFirst()
                .orElse(-1);
        if (choice < 0) {
            forms.putIfAbsent(List.copyOf(words), guide);
            return;
        }
        for (String alternative : words.get(choice).split("\\|")) {
            List<String> chosen = new ArrayList<>(words);
            chosen.set(choice, alternative);
            addAlternatives(chosen, guide);
        }
    }

    /** Sets the value of a placeholder from now on. */
    void set(String placeholder, String value) {
        values.put(placeholder, value);
    }

    /**
     * Returns the arguments of the shortest form that starts with the first of these words and has all of them, with values instead of its
     * placeholders, and records that it is run.
     */
    List<String> arguments(String command) {
        List<String> words = List.of(command.split(" "));
        List<String> form = forms.keySet().stream()
                .filter(candidate -> candidate.get(0).equals(words.get(0)) && candidate.containsAll(words))
                .min(Comparator.comparingInt(List::size))
                .orElseThrow(
                        () -> new AssertionError("No guide has a command " + command + ", only " + forms.keySet()));
        run.add(form);
        return form.stream().map(this::substituted).toList();
    }

    private String substituted(String word) {
        String text = values.getOrDefault(word, word);
        for (Map.Entry<String, String> value : values.entrySet()) {
            if (value.getKey().endsWith(".") && !value.getKey().equals("...")) {
                text = text.replace(value.getKey(), value.getValue());
            }
        }
        return text;
    }

    /** Returns the forms that were not run, each with its document. */
    List<String> notRun() {
        return forms.entrySet().stream()
                .filter(form -> !run.contains(form.getKey()))
                .map(form -> form.getValue() + ": gaussferry " + String.join(" ", form.getKey()))
                .toList();
    }
}
