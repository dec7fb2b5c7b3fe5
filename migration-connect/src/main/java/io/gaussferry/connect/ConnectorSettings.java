package io.gaussferry.connect;

import io.gaussferry.configuration.FormerNames;
import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.configuration.SettingsBinder;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What a connector, or a task of it, is told. A connector with {@code gaussferry.fleet.sources} is a template: {@code {source}} in a value
 * is each source's name, and {@code gaussferry.fleet.source.NAME.KEY} is what {@code gaussferry.KEY} is for one of them.
 *
 * @param fleet its own keys
 * @param sources in the order in which they get their turn
 */
record ConnectorSettings(FleetKeys fleet, List<PlannedSource> sources) {

    private static final String ROOT = "gaussferry";
    private static final String PLACEHOLDER = "{source}";
    private static final String PIPELINE = ROOT + ".pipeline";

    /**
     * Reads a configuration and checks all of it.
     *
     * @param given what Connect hands over; keys of its own are left to it
     * @throws GaussferryException of category CONFIGURATION, naming the key
     */
    static ConnectorSettings read(Map<String, String> given) {
        Map<String, String> common = new LinkedHashMap<>();
        Map<String, String> own = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            if (key.startsWith(FleetKeys.PREFIX + ".")) {
                own.put(key, value);
            } else if (key.startsWith(ROOT + ".")) {
                common.put(key, value);
            }
        });
        SettingsBinder binder = new SettingsBinder(own, UnaryOperator.identity());
        FleetKeys fleet = binder.bind(FleetKeys.PREFIX, FleetKeys.class);
        binder.requireNoOther();
        fleet.require();
        String connector = given.getOrDefault("name", "default");
        Map<String, Map<String, String>> each = eachSource(fleet);
        List<PlannedSource> sources = new ArrayList<>();
        if (each.isEmpty()) {
            Map<String, String> values = new LinkedHashMap<>(common);
            values.putIfAbsent(PIPELINE, connector);
            sources.add(new PlannedSource(connector, pipeline(values)));
        }
        each.forEach((name, other) -> sources.add(planned(connector, name, common, other)));
        requireDifferent(sources);
        return new ConnectorSettings(fleet, List.copyOf(sources));
    }

    private static PlannedSource planned(
            String connector, String name, Map<String, String> common, Map<String, String> other) {
        Map<String, String> values = new LinkedHashMap<>(common);
        values.putIfAbsent(PIPELINE, connector + "-" + PLACEHOLDER);
        other.forEach((key, value) -> values.put(ROOT + "." + key, value));
        values.replaceAll((key, value) -> value.replace(PLACEHOLDER, name));
        try {
            return new PlannedSource(name, pipeline(values));
        } catch (GaussferryException e) {
            throw new GaussferryException(e.category(), e.problem() + "\n  for source: " + name, e.remedy(), e);
        }
    }

    private static PipelineSettings pipeline(Map<String, String> values) {
        SettingsBinder binder = new SettingsBinder(new FormerNames().replace(values), UnaryOperator.identity());
        PipelineProperties properties = binder.bind(ROOT, PipelineProperties.class);
        binder.requireNoOther();
        return properties.toSettings(Path.of("").toAbsolutePath());
    }

    /** Returns each source's own keys by its name, in their order; empty for a connector of one migration. */
    private static Map<String, Map<String, String>> eachSource(FleetKeys fleet) {
        Map<String, Map<String, String>> each = new LinkedHashMap<>();
        String file = fleet.sourcesFile();
        if (file != null) {
            readFile(Path.of(Requirements.notBlank(FleetKeys.PREFIX + ".sources-file", file)), each);
        }
        for (String name : fleet.sources()) {
            add(each, FleetKeys.PREFIX + ".sources", name, new HashMap<>());
        }
        fleet.source().forEach((key, value) -> {
            int dot = key.indexOf('.');
            Map<String, String> known = dot < 0 ? null : each.get(key.substring(0, dot));
            if (known == null) {
                throw Requirements.refused(
                        FleetKeys.PREFIX + ".source." + key + " is for none of the sources.",
                        "write it as " + FleetKeys.PREFIX + ".source.NAME.KEY, with a NAME that " + FleetKeys.PREFIX
                                + ".sources has");
            }
            known.put(key.substring(dot + 1), value);
        });
        return each;
    }

    private static void add(
            Map<String, Map<String, String>> each, String key, String name, Map<String, String> values) {
        if (!name.matches("[A-Za-z0-9_-]+")) {
            throw Requirements.refused(
                    key + " has the name \"" + name + "\".", "use letters, digits, hyphens and underscores alone");
        }
        if (each.putIfAbsent(name, values) != null) {
            throw Requirements.refused(key + " has the name " + name + " twice.", "give each source its own");
        }
    }

    /** A line is a name and, after blanks, {@code KEY=VALUE} for each key that is otherwise for it; {@code #} begins a comment. */
    private static void readFile(Path file, Map<String, Map<String, String>> each) {
        String key = FleetKeys.PREFIX + ".sources-file";
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw Requirements.refused(
                    key + " names " + file + ", which this worker cannot read.",
                    "put the same file on every worker, readable by its user");
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split("\\s+");
            Map<String, String> values = new HashMap<>();
            for (int word = 1; word < words.length; word++) {
                int equals = words[word].indexOf('=');
                if (equals < 1) {
                    throw Requirements.refused(
                            key + " names " + file + ", in whose line " + (i + 1) + " word " + (word + 1)
                                    + " is no KEY=VALUE.",
                            "write NAME KEY=VALUE KEY=VALUE, such as: shop source.url=jdbc:mysql://shop:3306/");
                }
                values.put(words[word].substring(0, equals), words[word].substring(equals + 1));
            }
            add(each, key, words[0], values);
        }
        if (each.isEmpty()) {
            throw Requirements.refused(key + " names " + file + ", which has no source in it.", "write one a line");
        }
    }

    /** Two sources of one name on one target would fence each other off for ever. */
    private static void requireDifferent(List<PlannedSource> sources) {
        Set<String> seen = new HashSet<>();
        for (PlannedSource source : sources) {
            if (!seen.add(
                    source.settings().name() + "\n" + source.settings().target().url())) {
                throw Requirements.refused(
                        PIPELINE + " is " + source.settings().name() + " for several sources into one target.",
                        "put " + PLACEHOLDER + " into it, or leave it out");
            }
        }
    }

    /** Returns the source that a task has. */
    PlannedSource task() {
        String name = Requirements.notBlank(FleetKeys.PREFIX + ".task-source", fleet.taskSource());
        return sources.stream()
                .filter(source -> source.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Requirements.refused(
                        "Source " + name + " is not in the list of sources that this worker reads.",
                        "put the same file on every worker"));
    }
}
