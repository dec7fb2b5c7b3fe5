package io.gaussferry.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.control.MigrationSettings;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.error.GaussferryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectorSettingsTest {

    @TempDir
    Path directory;

    private static Map<String, String> one() {
        return new HashMap<>(Map.of(
                "name", "shop",
                "connector.class", "io.gaussferry.connect.GaussferryConnector",
                "gaussferry.source.url", "jdbc:mysql://127.0.0.1:1/",
                "gaussferry.source.user", "u",
                "gaussferry.source.schemas", "shop, crm",
                "gaussferry.copy.range-bytes", "2MB",
                "gaussferry.target.url", "jdbc:opengauss://127.0.0.1:1/t",
                "gaussferry.target.user", "g",
                "gaussferry.target.password", "s3cret"));
    }

    private static Map<String, String> template() {
        Map<String, String> given = one();
        given.put("gaussferry.fleet.sources", "eu, us");
        given.put("gaussferry.source.schemas", "shop_{source}");
        given.put("gaussferry.fleet.source.us.source.url", "jdbc:mysql://us:3306/");
        return given;
    }

    @Test
    void namesSingleMigrationAfterConnector() {
        List<PlannedSource> sources = ConnectorSettings.read(one()).sources();
        assertThat(sources).hasSize(1);
        assertThat(sources.get(0).settings().name()).isEqualTo("shop");
        assertThat(sources.get(0).settings().source().schemas()).containsExactly("shop", "crm");
        assertThat(sources.get(0).settings().copy().rangeBytes()).isEqualTo(2L << 20);
    }

    @Test
    void createsPipelineForEachSourceOfTemplate() {
        List<PlannedSource> sources = ConnectorSettings.read(template()).sources();
        assertThat(sources).extracting(source -> source.settings().name()).containsExactly("shop-eu", "shop-us");
        assertThat(sources.get(0).settings().source().schemas()).containsExactly("shop_eu");
        assertThat(sources.get(1).settings().source().url()).isEqualTo("jdbc:mysql://us:3306/");
    }

    @Test
    void readsSourcesFromFile() throws IOException {
        Path file = directory.resolve("sources.txt");
        Files.writeString(file, "# name and overrides\neu\nus source.url=jdbc:mysql://us:3306/ pipeline=other\n");
        Map<String, String> given = one();
        given.put("gaussferry.fleet.sources-file", file.toString());
        assertThat(ConnectorSettings.read(given).sources())
                .extracting(source -> source.settings().name())
                .containsExactly("shop-eu", "other");
    }

    @Test
    void limitsTasksToTasksMaxInConfiguredOrder() {
        Map<String, String> given = template();
        given.put("gaussferry.fleet.sources", "eu,us,asia");
        GaussferryConnector connector = new GaussferryConnector();
        connector.start(given);
        try {
            assertThat(connector.taskConfigs(2))
                    .extracting(task -> task.get("gaussferry.fleet.task-source"))
                    .containsExactly("eu", "us");
            assertThat(ConnectorSettings.read(connector.taskConfigs(3).get(2))
                            .task()
                            .name())
                    .isEqualTo("asia");
        } finally {
            connector.stop();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gaussferry.replay.appliers       | many             | gaussferry.replay.appliers
            gaussferry.replay.appliers       | 0                | gaussferry.replay.appliers
            gaussferry.replay.applers        | 4                | gaussferry.replay.applers
            gaussferry.replay.lanes          | 0                | gaussferry.replay.appliers
            gaussferry.source.url            | mysql://db       | gaussferry.source.url
            gaussferry.target.user           | ''               | gaussferry.target.user
            gaussferry.fleet.sources         | eu,eu            | gaussferry.fleet.sources
            gaussferry.fleet.sources         | e u              | gaussferry.fleet.sources
            gaussferry.fleet.sources-file    | none.txt         | gaussferry.fleet.sources-file
            gaussferry.fleet.source.asia.x   | 1                | gaussferry.fleet.source.asia.x
            gaussferry.fleet.source.us.x     | 1                | gaussferry.x
            gaussferry.fleet.status-interval | 1ms              | gaussferry.fleet.status-interval
            gaussferry.fleet.metrics-listener | 0               | gaussferry.fleet.metrics-listener
            gaussferry.fleet.metrics-listener | host:70000      | gaussferry.fleet.metrics-listener
            gaussferry.fleet.metrics-listener | http://host:94  | gaussferry.fleet.metrics-listener
            gaussferry.fleet.metrics-listener | host:           | gaussferry.fleet.metrics-listener
            gaussferry.fleet.control-listener | 7434            | gaussferry.fleet.control-token
            gaussferry.fleet.control-token    | s3cret          | gaussferry.fleet.control-token
            gaussferry.verify.share           | 101             | gaussferry.verify.share
            gaussferry.cutover.fence          | moat            | gaussferry.cutover.fence
            gaussferry.cutover.accounts       | app@%           | gaussferry.cutover.accounts
            gaussferry.cutover.deadlines.watch | 1m             | gaussferry.cutover.deadlines.watch
            gaussferry.cutover.hooks.after-switch | ./to-target | gaussferry.cutover.hooks
            gaussferry.pipeline              | same             | gaussferry.pipeline
            """)
    void rejectsInvalidValueAndNamesKey(String key, String value, String named) {
        Map<String, String> given = template();
        given.put(key, value);
        assertThatThrownBy(() -> ConnectorSettings.read(given))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining(named)
                .hasMessageContaining("remedy:")
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            9464,           127.0.0.1:9464
            0.0.0.0:9464,   0.0.0.0:9464
            worker-1:1,     worker-1:1
            [::1]:9464,     [::1]:9464
            """)
    void readsMetricsAddress(String value, String address) {
        Map<String, String> given = one();
        given.put("gaussferry.fleet.metrics-listener", value);
        assertThat(ConnectorSettings.read(given).fleet().metricsAddress()).hasToString(address);
    }

    @Test
    void readsKeysOfVerificationCutoverAndCommands() {
        Map<String, String> given = one();
        given.put("gaussferry.verify.share", "20");
        given.put("gaussferry.cutover.fence", "lock-accounts");
        given.put("gaussferry.cutover.accounts", "app@%,batch@10.%");
        given.put("gaussferry.cutover.deadlines.fence", "20s");
        given.put("gaussferry.fleet.control-listener", "0");
        given.put("gaussferry.fleet.control-token", "0123456789abcdef");
        ConnectorSettings settings = ConnectorSettings.read(given);
        MigrationSettings migration = settings.sources().get(0).migration();
        assertThat(migration.verifyShare()).isEqualTo(20);
        assertThat(migration.cutover().accounts()).hasSize(2);
        assertThat(migration.cutover().deadlines().of(CutoverStep.FENCE)).isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.fleet().control()).hasToString("127.0.0.1:0").isNotNull();
    }

    /** Who configures a connector must not run commands on a worker unless its administrator allows it. */
    @Test
    void admitsHooksOnlyIfWorkerAllowsCommands() {
        Map<String, String> given = one();
        given.put("gaussferry.cutover.hooks.after-switch", "./to-target.sh");
        assertThatThrownBy(() -> ConnectorSettings.read(given))
                .hasMessageContaining("-Dgaussferry.fleet.commands=allowed");
        System.setProperty(MigrationKeys.COMMANDS, "allowed");
        try {
            assertThat(ConnectorSettings.read(given)
                            .sources()
                            .get(0)
                            .migration()
                            .cutover()
                            .hooks())
                    .hasSize(1);
        } finally {
            System.clearProperty(MigrationKeys.COMMANDS);
        }
    }

    @Test
    void hasNoMetricsPageWithoutAddress() {
        Map<String, String> given = one();
        assertThat(ConnectorSettings.read(given).fleet().metricsAddress()).isNull();
        given.put("gaussferry.fleet.metrics-listener", " ");
        assertThat(ConnectorSettings.read(given).fleet().metricsAddress()).isNull();
    }

    @Test
    void documentsEveryKey() {
        ConfigDef definition = new GaussferryConnector().config();
        assertThat(definition.names())
                .contains(
                        "gaussferry.source.url",
                        "gaussferry.replay.appliers",
                        "gaussferry.rules.zero-date",
                        "gaussferry.fleet.sources");
        definition.configKeys().forEach((name, key) -> {
            if (!name.endsWith("-file")) {
                assertThat(key.documentation).as(name).isNotBlank();
            }
        });
        assertThat(definition.configKeys().values())
                .filteredOn(key -> key.type == ConfigDef.Type.PASSWORD)
                .extracting(key -> key.name)
                .containsExactlyInAnyOrder(
                        "gaussferry.source.password",
                        "gaussferry.target.password",
                        "gaussferry.cutover.password",
                        "gaussferry.fleet.control-token");
    }

    @Test
    void reportsValidationErrorAtKey() {
        Map<String, String> given = one();
        given.put("gaussferry.replay.appliers", "0");
        List<ConfigValue> values = new GaussferryConnector().validate(given).configValues();
        assertThat(values)
                .filteredOn(value -> !value.errorMessages().isEmpty())
                .extracting(ConfigValue::name)
                .containsExactly("gaussferry.replay.appliers");
    }

    @Test
    void acceptsConfigurationWhileServersAreDown() {
        assertThat(new GaussferryConnector().validate(one()).configValues())
                .allSatisfy(value -> assertThat(value.errorMessages()).isEmpty());
    }
}
