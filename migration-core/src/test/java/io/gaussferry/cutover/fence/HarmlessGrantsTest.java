package io.gaussferry.cutover.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HarmlessGrantsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GRANT USAGE ON *.* TO `u`@`%`",
                "GRANT REPLICATION SLAVE ON *.* TO `rdsrepladmin`@`%`",
                "GRANT PROCESS, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO `u`@`%`",
                "GRANT REPLICATION CLIENT ON *.* TO 'u'@'%'",
                "GRANT SELECT ON `performance_schema`.* TO `u`@`%`",
                "GRANT SELECT ON `performance_schema`.`threads` TO `u`@`%`"
            })
    void acceptsReplicasAndMonitors(String grant) {
        assertThat(HarmlessGrants.are(List.of(grant))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GRANT SELECT ON *.* TO `u`@`%`",
                "GRANT PROCESS, INSERT ON *.* TO `u`@`%`",
                "GRANT PROCESS ON *.* TO `u`@`%` WITH GRANT OPTION",
                "GRANT ALL PRIVILEGES ON *.* TO `u`@`%`",
                "GRANT BINLOG_ADMIN ON *.* TO `u`@`%`",
                "GRANT SELECT ON `shop`.* TO `u`@`%`",
                "GRANT SELECT, INSERT ON `performance_schema`.* TO `u`@`%`",
                "GRANT SELECT ON `performance_schemas`.* TO `u`@`%`",
                "GRANT SELECT ON `performance_schema`.* TO `u`@`%` WITH GRANT OPTION",
                "GRANT EXECUTE ON PROCEDURE `shop`.`add_row` TO `u`@`%`",
                "GRANT `writer`@`%` TO `u`@`%`",
                "GRANT PROXY ON `app`@`%` TO `u`@`%`"
            })
    void refusesWhateverCouldWrite(String grant) {
        assertThat(HarmlessGrants.are(List.of("GRANT PROCESS ON *.* TO `u`@`%`", grant)))
                .isFalse();
    }

    @Test
    void refusesAccountWithoutKnownGrants() {
        assertThat(HarmlessGrants.are(List.of())).isFalse();
    }
}
