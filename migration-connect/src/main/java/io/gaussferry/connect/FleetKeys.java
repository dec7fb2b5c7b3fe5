package io.gaussferry.connect;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.control.AccessToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys below {@code gaussferry.fleet}, which only a connector has.
 *
 * @param sources names of the sources of a template; empty for a connector of one migration
 * @param sourcesFile a file that lists the sources, one per line
 * @param source overrides for single sources, by source name and key
 * @param statusTopic the topic of status records
 * @param statusInterval the interval of status records
 * @param stopPatience time for a pipeline to commit transactions in progress when its task is stopped
 * @param metricsListener the address of the worker's Prometheus page, shared by all its tasks; null or blank for none
 * @param controlListener the address at which each worker listens for commands; null or blank for none
 * @param controlToken the token that commands send
 * @param controlTokenFile a file with the token, on every worker
 * @param taskSource the source of a task; set by the connector in task configurations only
 */
record FleetKeys(
        @DefaultValue List<String> sources,
        @Nullable String sourcesFile,
        @DefaultValue Map<String, String> source,
        @DefaultValue("gaussferry-status") String statusTopic,
        @DefaultValue("5s") Duration statusInterval,
        @DefaultValue("2s") Duration stopPatience,
        @Nullable String metricsListener,
        @Nullable String controlListener,
        @Nullable String controlToken,
        @Nullable String controlTokenFile,
        @Nullable String taskSource) {

    static final String PREFIX = "gaussferry.fleet";

    /** Checks the ranges. */
    void require() {
        Requirements.notBlank(PREFIX + ".status-topic", statusTopic);
        Requirements.range(PREFIX + ".status-interval", statusInterval, "1s", "10m");
        Requirements.range(PREFIX + ".stop-patience", stopPatience, "100ms", "1h");
        if (!sources.isEmpty() && sourcesFile != null) {
            throw Requirements.refused(
                    PREFIX + ".sources and " + PREFIX + ".sources-file are both set.", "remove one of them");
        }
        metricsAddress();
        control();
    }

    /** Returns the address and the token of the listener for commands; null for none. */
    @Nullable
    ControlSettings control() {
        String token = AccessToken.configured(
                PREFIX + ".control-token",
                controlToken,
                controlTokenFile,
                Path.of("").toAbsolutePath());
        if (controlListener == null || controlListener.isBlank()) {
            return null;
        }
        if (token == null) {
            throw Requirements.refused(
                    PREFIX + ".control-listener is set without a token.",
                    "set " + PREFIX + ".control-token by a config provider, or " + PREFIX + ".control-token-file");
        }
        return new ControlSettings(
                MetricsAddress.readForCommands(PREFIX + ".control-listener", controlListener), token);
    }

    /** Returns the address of the Prometheus page; null for none. */
    @Nullable
    MetricsAddress metricsAddress() {
        return metricsListener == null || metricsListener.isBlank()
                ? null
                : MetricsAddress.read(PREFIX + ".metrics-listener", metricsListener);
    }
}
