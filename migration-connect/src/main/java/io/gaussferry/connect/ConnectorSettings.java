package io.gaussferry.connect;

import io.gaussferry.configuration.FormerNames;
import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.configuration.SettingsBinder;
import io.gaussferry.control.MigrationSettings;
import io.gaussferry.error.GaussferryException;
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
 * The configuration of a connector or one of its tasks. A connector with {@code gaussferry.fleet.sources} is a template: {@code {source}} in
 * a value is replaced by each source's name, and {@code gaussferry.fleet.source.NAME.KEY} overrides {@code gaussferry.KEY} for one source.
 *
 * @param fleet the keys that only a connector has
 * @param sources the sources in the order in which they get a task
 */
record ConnectorSettings(FleetKeys fleet, List<PlannedSource> sources) {

    private static final String ROOT = "gaussferry";
    private static final String PLACEHOLDER = "{source}";
    private static final String PIPELINE = ROOT + ".pipeline";

    /**
     * Reads and checks a configuration.
     *
     * @param given the configuration from Connect; Connect's own keys are ignored
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
        Map<String, Map<String, String>> overrides = eachSource(fleet);
        List<PlannedSource> sources = new ArrayList<>();
        if (overrides.isEmpty()) {
            Map<String, String> values = new LinkedHashMap<>(common);
            values.putIfAbsent(PIPELINE, connector);
            sources.add(new PlannedSource(connector, migration(values)));
        }
        overrides.forEach((name, values) -> sources.add(planned(connector, name, common, values)));
        requireUniquePipelines(sources);
        return new ConnectorSettings(fleet, List.copyOf(sources));
    }

    private static PlannedSource planned(
            String connector, String name, Map<String, String> common, Map<String, String> overrides) {
        Map<String, String> values = new LinkedHashMap<>(common);
        values.putIfAbsent(PIPELINE, connector + "-" + PLACEHOLDER);
        overrides.forEach((key, value) -> values.put(ROOT + "." + key, value));
        values.replaceAll((key, value) -> value.replace(PLACEHOLDER, name));
        try {
            return new PlannedSource(name, migration(values));
        } catch (GaussferryException e) {
            throw new GaussferryException(
                    e.code(), e.category(), e.problem() + "\n  for source: " + name, e.remedy(), e);
        }
    }

    private static MigrationSettings migration(Map<String, String> values) {
        SettingsBinder binder = new SettingsBinder(new FormerNames().replace(values), UnaryOperator.identity());
        PipelineProperties properties = binder.bind(ROOT, PipelineProperties.class);
        MigrationKeys keys = binder.bind(ROOT, MigrationKeys.class);
        binder.requireNoOther();
        return keys.toSettings(properties, Path.of("").toAbsolutePath());
    }

    /** Returns the overrides of each source by its name, in the configured order; empty for a connector of one migration. */
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
                        FleetKeys.PREFIX + ".source." + key + " names an unknown source.",
                        "write it as " + FleetKeys.PREFIX + ".source.NAME.KEY, where NAME is in " + FleetKeys.PREFIX
                                + ".sources");
            }
            known.put(key.substring(dot + 1), value);
        });
        return each;
    }

    private static void add(
            Map<String, Map<String, String>> each, String key, String name, Map<String, String> values) {
        if (!name.matches("[A-Za-z0-9_-]+")) {
            throw Requirements.refused(
                    key + " contains the name \"" + name + "\".", "use only letters, digits, hyphens and underscores");
        }
        if (each.putIfAbsent(name, values) != null) {
            throw Requirements.refused(
                    key + " contains the name " + name + " twice.", "give each source a unique name");
        }
    }

    /** Reads lines of a name followed by overrides, {@code KEY=VALUE}, separated by whitespace. {@code #} starts a comment line. */
    private static void readFile(Path file, Map<String, Map<String, String>> each) {
        String key = FleetKeys.PREFIX + ".sources-file";
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw Requirements.refused(
                    key + " names " + file + ", which this worker cannot read.",
                    "install the same file on every worker, readable by the worker's user");
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
                            key + " names " + file + ": word " + (word + 1) + " of line " + (i + 1)
                                    + " is not KEY=VALUE.",
                            "write NAME KEY=VALUE KEY=VALUE, such as: shop source.url=jdbc:mysql://shop:3306/");
                }
                values.put(words[word].substring(0, equals), words[word].substring(equals + 1));
            }
            add(each, key, words[0], values);
        }
        if (each.isEmpty()) {
            throw Requirements.refused(
                    key + " names " + file + ", which contains no source.", "write one source per line");
        }
    }

    /** Two sources with the same pipeline name on one target would fence each other repeatedly. */
    private static void requireUniquePipelines(List<PlannedSource> sources) {
        Set<String> seen = new HashSet<>();
        for (PlannedSource source : sources) {
            if (!seen.add(
                    source.settings().name() + "\n" + source.settings().target().url())) {
                throw Requirements.refused(
                        PIPELINE + " is " + source.settings().name() + " for several sources into the same target.",
                        "use " + PLACEHOLDER + " in it, or remove it");
            }
        }
    }

    /** Returns the source of a task. */
    PlannedSource task() {
        String name = Requirements.notBlank(FleetKeys.PREFIX + ".task-source", fleet.taskSource());
        return sources.stream()
                .filter(source -> source.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Requirements.refused(
                        "Source " + name + " is not in this worker's list of sources.",
                        "install the same sources file on every worker"));
    }
}
