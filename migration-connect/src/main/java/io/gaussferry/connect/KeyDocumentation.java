package io.gaussferry.connect;

import io.gaussferry.configuration.DataSize;
import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.SettingsBinder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Parameter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a connector in Connect's form: those of {@link PipelineProperties} and {@link MigrationKeys}, documented by the comments of the sample configuration
 * file, and those of {@link FleetKeys}. Connect handles all values as strings; {@link ConnectorSettings} validates them. Stateless.
 */
final class KeyDocumentation {

    private static final Pattern KEY = Pattern.compile("( *)(# )?([a-z][a-z-]*):(.*)");
    private static final Pattern COMMENT = Pattern.compile(" *# ?(.*)");

    private static final Map<String, String> FLEET = Map.of(
            "sources",
                    "Makes the connector a template: the names of its sources, separated by commas. {source} in a value is replaced by the name.",
            "sources-file", "Instead of sources: a file on every worker with one source per line: NAME KEY=VALUE ...",
            "status-topic", "The topic of each pipeline's state, lag and speed.",
            "status-interval", "The interval of status records: 1s to 10m.",
            "metrics-listener",
                    "The address of each worker's Prometheus page, /metrics, which has the metrics of all its pipelines: HOST:PORT, such as"
                            + " 127.0.0.1:9464, or a port on the loopback address. Empty for none. Use the same for all connectors.",
            "control-listener",
                    "The address at which each worker listens for commands (gaussferry cutover ... --fleet): HOST:PORT, or a port on the loopback"
                            + " address; port 0 is any free port. Needs a token. Empty for none.",
            "control-token", "The token that commands send; use a config provider.",
            "control-token-file", "Instead of control-token: a file with the token, on every worker.",
            "stop-patience",
                    "Time for a pipeline to commit transactions in progress when its task is stopped; less than half of the workers'"
                            + " task.shutdown.graceful.timeout.ms.");

    private KeyDocumentation() {}

    /** Returns all keys with a fixed name. Keys of lists and of single sources are documented in docs/reference/fleet.md. */
    static ConfigDef definition() {
        Map<String, String> comments = comments();
        ConfigDef definition = new ConfigDef();
        collect("gaussferry", PipelineProperties.class, comments, definition);
        collect("gaussferry", MigrationKeys.class, comments, definition);
        Map<String, String> fleet = new HashMap<>();
        FLEET.forEach((key, comment) -> fleet.put(FleetKeys.PREFIX + "." + key, comment));
        collect(FleetKeys.PREFIX, FleetKeys.class, fleet, definition);
        return definition;
    }

    private static void collect(String prefix, Class<?> type, Map<String, String> comments, ConfigDef definition) {
        for (Parameter parameter : type.getDeclaredConstructors()[0].getParameters()) {
            String name = prefix + "." + SettingsBinder.written(parameter.getName());
            Class<?> kind = parameter.getType();
            if (kind.isRecord() && kind != DataSize.class) {
                collect(name, kind, comments, definition);
            } else if (kind != Map.class && !name.endsWith(".task-source")) {
                define(definition, name, parameter.getAnnotation(DefaultValue.class), comments.getOrDefault(name, ""));
            }
        }
    }

    private static void define(
            ConfigDef definition, String name, @Nullable DefaultValue defaultValue, String documentation) {
        boolean secret = name.endsWith(".password") || name.endsWith("-token");
        String group = name.split("\\.")[1];
        definition.define(
                name,
                secret ? Type.PASSWORD : Type.STRING,
                defaultValue == null || name.equals("gaussferry.pipeline")
                        ? null
                        : String.join(",", defaultValue.value()),
                defaultValue == null ? Importance.HIGH : Importance.MEDIUM,
                documentation,
                group,
                definition.names().size(),
                Width.LONG,
                name);
    }

    private static Map<String, String> comments() {
        Map<String, String> comments = new HashMap<>();
        TreeMap<Integer, String> parents = new TreeMap<>();
        List<String> comment = new ArrayList<>();
        for (String line : sample()) {
            Matcher key = KEY.matcher(line);
            Matcher words = COMMENT.matcher(line);
            if (key.matches() && (key.group(2) == null || !key.group(4).strip().contains(" "))) {
                parents.tailMap(key.group(1).length(), true).clear();
                parents.put(key.group(1).length(), key.group(3));
                comments.putIfAbsent(String.join(".", parents.values()), String.join(" ", comment));
                comment.clear();
            } else if (words.matches()) {
                comment.add(words.group(1));
            } else {
                comment.clear();
            }
        }
        return comments;
    }

    private static List<String> sample() {
        try (InputStream sample = Objects.requireNonNull(KeyDocumentation.class.getResourceAsStream("gaussferry.yml"));
                BufferedReader reader = new BufferedReader(new InputStreamReader(sample, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
