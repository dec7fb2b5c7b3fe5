package io.gaussferry.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.ObjectMapper;

/** The files for Prometheus and Grafana query only existing metrics. */
class MonitoringFilesTest {

    private static final Path DOCKER = Path.of("..", "docker");
    private static final Pattern METRIC = Pattern.compile("gaussferry_[a-z_]+");
    private static final Pattern HISTOGRAM_PART = Pattern.compile("_(bucket|sum|count)$");

    @ParameterizedTest
    @ValueSource(strings = {"grafana/gaussferry.json", "prometheus/alerts.yml"})
    void queriesOnlyDocumentedMetrics(String file) throws IOException {
        Set<String> documented = metrics(Path.of("..", "docs", "reference", "metrics.md"));
        Set<String> queried = new TreeSet<>();
        for (String metric : metrics(DOCKER.resolve(file))) {
            queried.add(
                    documented.contains(metric)
                            ? metric
                            : HISTOGRAM_PART.matcher(metric).replaceFirst(""));
        }
        assertThat(queried).isNotEmpty().isSubsetOf(documented);
    }

    @Test
    void parsesMonitoringFiles() throws IOException {
        assertThat(new ObjectMapper()
                        .readTree(text(DOCKER.resolve("grafana/gaussferry.json")))
                        .path("panels")
                        .size())
                .isPositive();
        assertThat(new Yaml().<Object>load(text(DOCKER.resolve("prometheus/alerts.yml"))))
                .isNotNull();
        assertThat(new Yaml().<Object>load(text(DOCKER.resolve("prometheus/prometheus.yml"))))
                .isNotNull();
    }

    private static Set<String> metrics(Path file) throws IOException {
        Set<String> metrics = new TreeSet<>();
        Matcher matcher = METRIC.matcher(text(file));
        while (matcher.find()) {
            metrics.add(matcher.group());
        }
        return metrics;
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
