package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verifies the machine-readable log. */
class LogFormatIT {

    @Test
    void writesEveryLogLineAsJsonObject() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_log")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            migration.daemonOption("-Dgaussferry.log.format=json");
            migration.start();
            migration.stop();
            List<JsonNode> lines = migration
                    .daemon()
                    .errors()
                    .lines()
                    .map(line -> JsonMapper.builder().build().readTree(line))
                    .toList();
            assertThat(lines)
                    .extracting(line -> line.get("message").asString())
                    .anyMatch(message -> message.equals("Copied table " + migration.database() + ".t"));
            assertThat(lines).allMatch(line -> line.has("@timestamp"));
        }
    }
}
