package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.PartitionPolicy;
import io.gaussferry.target.UntestedPolicy;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A pipeline's share of the target's connections and rows is represented by session locks. Retained sessions would keep an
 * unused share, and slow down the other pipelines.
 */
class RetainedSessionsTest {

    @ParameterizedTest
    @CsvSource({"0, 0, true", "1, 0, false", "0, 1, false", "8, 50000, false"})
    void retainsNoSessionsThatHoldAShare(int sharedConnections, long rowsPerSecond, boolean retained) {
        assertThat(RetainedSessions.mayRetain(target(sharedConnections, rowsPerSecond)))
                .isEqualTo(retained);
    }

    @Test
    void connectsIfNothingIsRetained() {
        try (RetainedSessions sessions = new RetainedSessions(target(0, 0), 1)) {
            assertThatThrownBy(sessions::take).isInstanceOf(SQLException.class);
        }
    }

    /** Port 1 refuses connections. */
    private static TargetSettings target(int sharedConnections, long rowsPerSecond) {
        return new TargetSettings(
                "jdbc:opengauss://127.0.0.1:1/d",
                "u",
                "p",
                ForeignKeyPolicy.CREATE,
                PartitionPolicy.KEEP,
                Duration.ofSeconds(5),
                sharedConnections,
                rowsPerSecond,
                UntestedPolicy.REFUSE);
    }
}
