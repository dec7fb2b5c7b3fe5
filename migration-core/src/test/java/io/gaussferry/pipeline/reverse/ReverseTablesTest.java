package io.gaussferry.pipeline.reverse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.mysql.ServerVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The MySQL versions that support reverse replication. Guards: {@link ReverseTables}. */
class ReverseTablesTest {

    @ParameterizedTest
    @CsvSource({"5.7.44-log, false", "8.0.19, false", "8.0.20, true", "8.4.0, true", "9.7.4, true"})
    void requiresServerWithIndexHintForDeletions(String version, boolean recent) {
        assertThat(ReverseTables.isRecent(ServerVersion.parse(version))).isEqualTo(recent);
    }
}
