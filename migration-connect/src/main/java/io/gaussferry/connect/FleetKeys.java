package io.gaussferry.connect;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.Requirements;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys below {@code gaussferry.fleet}, which only a connector has.
 *
 * @param sources names of the sources of a template; empty for a connector of one migration
 * @param sourcesFile a file with the same, one a line
 * @param source what is otherwise for one of them, by its name and key
 * @param statusTopic where status records go
 * @param statusInterval how often
 * @param stopPatience how long a pipeline has to commit what it has begun when its task is stopped
 * @param metricsListener where the page for Prometheus is that a worker has for all its tasks; null or blank for none
 * @param taskSource which source a task has; set by the connector, in the tasks' configurations only
 */
record FleetKeys(
        @DefaultValue List<String> sources,
        @Nullable String sourcesFile,
        @DefaultValue Map<String, String> source,
        @DefaultValue("gaussferry-status") String statusTopic,
        @DefaultValue("5s") Duration statusInterval,
        @DefaultValue("2s") Duration stopPatience,
        @Nullable String metricsListener,
        @Nullable String taskSource) {

    static final String PREFIX = "gaussferry.fleet";

    /** Checks the ranges. */
    void require() {
        Requirements.notBlank(PREFIX + ".status-topic", statusTopic);
        Requirements.range(PREFIX + ".status-interval", statusInterval, "1s", "10m");
        Requirements.range(PREFIX + ".stop-patience", stopPatience, "100ms", "1h");
        if (!sources.isEmpty() && sourcesFile != null) {
            throw Requirements.refused(
                    PREFIX + ".sources and " + PREFIX + ".sources-file are both set.", "keep one of them");
        }
        metricsAddress();
    }

    /** Returns where the page for Prometheus is to be; null for none. */
    @Nullable
    MetricsAddress metricsAddress() {
        return metricsListener == null || metricsListener.isBlank()
                ? null
                : MetricsAddress.read(PREFIX + ".metrics-listener", metricsListener);
    }
}
