package io.gaussferry.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.PipelineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationFileTest {

    private static final String COMPLETE = """
            gaussferry:
              pipeline: shop
              source: {url: "jdbc:mysql://db:3307/", user: u, password: s3cret, schemas: [shop, "tenant_*"]}
              target: {url: "jdbc:opengauss://og:5432/t", user: g, password: "${HOME}"}
              replay: {lanes: 8, batch-changes: 100, batch-bytes: 1MB, queue-bytes: 2MB}
            """;

    @TempDir
    private Path directory;

    @Test
    void reads_every_key() throws IOException {
        PipelineSettings settings = read(COMPLETE);
        assertThat(settings.name()).isEqualTo("shop");
        assertThat(settings.source().url()).isEqualTo("jdbc:mysql://db:3307/");
        assertThat(settings.source().password()).isEqualTo("s3cret");
        assertThat(settings.source().includes("tenant_7")).isTrue();
        assertThat(settings.source().includes("other")).isFalse();
        assertThat(settings.source().includes("mysql")).isFalse();
        assertThat(settings.target().user()).isEqualTo("g");
        assertThat(settings.target().password()).isEqualTo(System.getenv("HOME"));
        assertThat(settings.lanes()).isEqualTo(8);
        assertThat(settings.batchLimits().changes()).isEqualTo(100);
        assertThat(settings.batchLimits().bytes()).isEqualTo(1 << 20);
        assertThat(settings.queueBytes()).isEqualTo(2 << 20);
    }

    @Test
    void the_sample_configuration_is_accepted_once_its_variables_are_replaced() throws IOException {
        String sample = Files.readString(Path.of("../config/gaussferry.yml")).replaceAll("\\$\\{\\w+}", "x");
        assertThat(read(sample).lanes()).isEqualTo(4);
    }

    @Test
    void every_pipeline_and_start_has_a_server_id_above_those_that_people_choose() throws IOException {
        assertThat(read(COMPLETE).source().serverId()).isBetween(1L << 31, (1L << 32) - 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    lanes: 8                      | lans: 8                  | gaussferry.replay.lans
                    user: u                       | usr: u                   | gaussferry.source.usr
                    pipeline: shop                | pipelin: shop            | gaussferry.pipelin
                    lanes: 8                      | lanes: many              | gaussferry.replay.lanes
                    lanes: 8                      | lanes: 0                 | gaussferry.replay.lanes
                    batch-bytes: 1MB              | batch-bytes: 1           | gaussferry.replay.batch-bytes
                    queue-bytes: 2MB              | queue-bytes: 9GB         | gaussferry.replay.queue-bytes
                    "jdbc:mysql://db:3307/"       | "mysql://db"             | gaussferry.source.url
                    "jdbc:opengauss://og:5432/t"  | "jdbc:postgresql://og/t" | gaussferry.target.url
                    "${HOME}"                     | "${NO_SUCH_VARIABLE_X}"  | gaussferry.target.password
                    user: g                       | user: ""                 | gaussferry.target.user
                    gaussferry:                   | gausferry:               | gausferry.pipeline
                    """)
    void refuses_what_is_wrong_and_names_the_key(String correct, String wrong, String key) {
        assertThatThrownBy(() -> read(COMPLETE.replace(correct, wrong)))
                .isInstanceOf(GaussferryException.class)
                .satisfies(e -> assertThat(((GaussferryException) e).category()).isEqualTo(ErrorCategory.CONFIGURATION))
                .hasMessageContaining(key)
                .hasMessageContaining("remedy:")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void refuses_a_missing_section_by_name() {
        assertThatThrownBy(() -> read("gaussferry: {pipeline: x}"))
                .hasMessageContaining("gaussferry.source is missing");
    }

    @Test
    void refuses_what_is_no_file_or_not_yaml() {
        assertThatThrownBy(() -> ConfigurationFile.read(directory.resolve("none.yml")))
                .hasMessageContaining("none.yml");
        assertThatThrownBy(() -> read("gaussferry: [")).hasMessageContaining("is not YAML");
    }

    private PipelineSettings read(String yaml) throws IOException {
        return ConfigurationFile.read(Files.writeString(directory.resolve("gaussferry.yml"), yaml));
    }
}
