package io.gaussferry.connect;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
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
 * A migration, or a template of many: each source is one task. At most {@code tasks.max} sources have a task at a time. The others wait in
 * the configured order until the cutover of an earlier source is finished or it is removed from the list.
 */
public final class GaussferryConnector extends SourceConnector {

    /** A cutover takes minutes, so a waiting source may wait a little longer. */
    private static final long POLL_SECONDS = 30;

    /** Maximum total duration of the checks: clients of Connect's REST interface time out after 90 s. */
    private static final Duration CHECKS_TIMEOUT = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(GaussferryConnector.class);

    private Map<String, String> given = Map.of();
    private @Nullable ConnectorSettings settings;
    private @Nullable FinishedSources finished;
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
            FinishedSources sources = new FinishedSources(read.sources());
            given = Map.copyOf(configuration);
            settings = read;
            finished = sources;
            ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "gaussferry-finished-sources");
                thread.setDaemon(true);
                return thread;
            });
            clock = started;
            started.scheduleWithFixedDelay(() -> poll(sources), 0, POLL_SECONDS, TimeUnit.SECONDS);
        } catch (GaussferryException e) {
            throw GaussferryTask.shown(e);
        }
    }

    private void poll(FinishedSources sources) {
        if (sources.poll()) {
            context().requestTaskReconfiguration();
        }
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        FinishedSources done = Objects.requireNonNull(finished);
        return Objects.requireNonNull(settings).sources().stream()
                .filter(source -> !done.names().contains(source.name()))
                .limit(maxTasks)
                .map(this::taskConfig)
                .toList();
    }

    /** Returns all keys unchanged, because Connect preserves references to secrets only in unchanged values. */
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
     * Reports what the daemon would refuse, at the key that causes it, and then checks both servers of every source like
     * {@code gaussferry check}. A server that cannot be reached is not an error of the configuration: the tasks wait for it.
     */
    @Override
    public Config validate(Map<String, String> configuration) {
        Config result = super.validate(configuration);
        Map<String, ConfigValue> values = new HashMap<>();
        result.configValues().forEach(value -> values.put(value.name(), value));
        try {
            long end = System.nanoTime() + CHECKS_TIMEOUT.toNanos();
            for (PlannedSource source : ConnectorSettings.read(configuration).sources()) {
                if (System.nanoTime() - end >= 0) {
                    LOG.warn(
                            "Not checking source {} and those after it, because the checks took too long; their tasks check them",
                            source.name());
                    break;
                }
                check(source, values);
            }
        } catch (GaussferryException e) {
            addError(values, RowValueMarks.hidden(String.valueOf(e.getMessage())), "gaussferry.source.url");
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
            addError(
                    values,
                    RowValueMarks.hidden(source.name() + ": " + finding.problem() + " " + finding.why() + "\n  remedy: "
                            + finding.remedy()),
                    key);
        }
    }

    /** Adds an error message to the first key that it names, or to a default key. */
    private static void addError(Map<String, ConfigValue> values, String message, String defaultKey) {
        String key = Stream.of(message.split("[\\s\\[]+"))
                .map(word -> word.replaceAll("[.,:]+$", ""))
                .filter(values::containsKey)
                .findFirst()
                .orElse(defaultKey);
        Objects.requireNonNull(values.get(key)).addErrorMessage(message);
    }
}
