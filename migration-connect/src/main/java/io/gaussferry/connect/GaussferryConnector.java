package io.gaussferry.connect;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.pipeline.StartCheck;
import io.gaussferry.preflight.Preflight;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.Severity;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.SourceConnector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A migration, or a template of many: each source is a task. {@code tasks.max} says how many of them have one at a time; the others wait in
 * the order in which they are listed, until one before them was switched over or is taken out of the list.
 */
public final class GaussferryConnector extends SourceConnector {

    /** A cutover takes minutes; who waits for its place may wait a little longer. */
    private static final long BETWEEN_LOOKS_SECONDS = 30;

    /** Whoever asks over Connect's REST interface waits for 90 s. */
    private static final Duration LONGEST_CHECKS = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(GaussferryConnector.class);

    private Map<String, String> given = Map.of();
    private @Nullable ConnectorSettings settings;
    private @Nullable SwitchedSources switched;
    private @Nullable ScheduledExecutorService clock;

    static String versionText() {
        String version = GaussferryConnector.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    @Override
    public String version() {
        return versionText();
    }

    @Override
    public Class<? extends Task> taskClass() {
        return GaussferryTask.class;
    }

    @Override
    public ConfigDef config() {
        return KeyDocumentation.definition();
    }

    @Override
    public void start(Map<String, String> configuration) {
        try {
            ConnectorSettings read = ConnectorSettings.read(configuration);
            SwitchedSources asked = new SwitchedSources(read.sources());
            given = Map.copyOf(configuration);
            settings = read;
            switched = asked;
            ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "gaussferry-switched-sources");
                thread.setDaemon(true);
                return thread;
            });
            clock = started;
            started.scheduleWithFixedDelay(() -> look(asked), 0, BETWEEN_LOOKS_SECONDS, TimeUnit.SECONDS);
        } catch (GaussferryException e) {
            throw GaussferryTask.shown(e);
        }
    }

    private void look(SwitchedSources asked) {
        if (asked.ask()) {
            context().requestTaskReconfiguration();
        }
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        SwitchedSources asked = Objects.requireNonNull(switched);
        return Objects.requireNonNull(settings).sources().stream()
                .filter(source -> !asked.names().contains(source.name()))
                .limit(maxTasks)
                .map(this::taskConfig)
                .toList();
    }

    /** All keys as they were given: Connect keeps those whose values it has from a secret's place as they were written. */
    private Map<String, String> taskConfig(PlannedSource source) {
        Map<String, String> task = new HashMap<>(given);
        task.put(FleetKeys.PREFIX + ".task-source", source.name());
        return task;
    }

    @Override
    public void stop() {
        ScheduledExecutorService started = clock;
        if (started != null) {
            started.shutdownNow();
        }
    }

    /**
     * Refuses what the daemon would refuse, at the key that is to blame, and then looks at both servers of every source as
     * {@code gaussferry check} does. What cannot be reached now is no error of the configuration: the tasks wait for it.
     */
    @Override
    public Config validate(Map<String, String> configuration) {
        Config result = super.validate(configuration);
        Map<String, ConfigValue> values = new HashMap<>();
        result.configValues().forEach(value -> values.put(value.name(), value));
        try {
            long end = System.nanoTime() + LONGEST_CHECKS.toNanos();
            for (PlannedSource source : ConnectorSettings.read(configuration).sources()) {
                if (System.nanoTime() - end >= 0) {
                    LOG.warn(
                            "Source {} and those after it are checked by their tasks: it took too long", source.name());
                    break;
                }
                check(source, values);
            }
        } catch (GaussferryException e) {
            blame(values, RowValues.hidden(String.valueOf(e.getMessage())), "gaussferry.source.url");
        }
        return result;
    }

    private static void check(PlannedSource source, Map<String, ConfigValue> values) {
        List<Finding> blockers =
                Preflight.run(StartCheck.preflightSettings(source.settings(), false)).findings().stream()
                        .filter(finding -> finding.severity() == Severity.BLOCKER)
                        .filter(finding -> !finding.mayPass())
                        .toList();
        for (Finding finding : blockers) {
            String key = finding.code().name().startsWith("TARGET") ? "gaussferry.target.url" : "gaussferry.source.url";
            blame(
                    values,
                    RowValues.hidden(source.name() + ": " + finding.problem() + " " + finding.why() + "\n  remedy: "
                            + finding.remedy()),
                    key);
        }
    }

    /** Puts a message at the key that it names first, or at another. */
    private static void blame(Map<String, ConfigValue> values, String message, String otherwise) {
        String key = Stream.of(message.split("[\\s\\[]+"))
                .map(word -> word.replaceAll("[.,:]+$", ""))
                .filter(values::containsKey)
                .findFirst()
                .orElse(otherwise);
        Objects.requireNonNull(values.get(key)).addErrorMessage(message);
    }
}
