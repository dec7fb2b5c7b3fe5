package io.gaussferry.preflight.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A daemon waits at its start for the same servers as a running one. */
class ConnectionFailuresTest {

    @ParameterizedTest
    @CsvSource({
        "08001, true", // no process listens
        "08006, true", // the connection broke
        "57P03, true", // the server recovers after a crash
        "57P01, true", // it shuts down
        "53300, true", // it has too many sessions
        "25006, true", // a standby
        "28P01, false", // wrong password
        "28000, false", // the account may not connect from here
        "3D000, false", // no such database
        "42501, false" // no privilege
    })
    void aTargetIsWaitedForAsWhileTheDaemonRuns(String state, boolean mayPass) {
        Finding finding = ConnectionFailures.ofTarget("openGauss at db", new SQLException("refused", state));
        assertThat(finding.mayPass()).as(finding.toString()).isEqualTo(mayPass);
        assertThat(finding.remedy()).contains("gaussferry.target");
    }

    @ParameterizedTest
    @CsvSource({
        "08S01, 0, true", // no process listens
        "08004, 1040, true", // too many connections
        "42000, 1226, true", // too many of the account
        "08S01, 1053, true", // shutting down
        "28000, 1045, false", // wrong password
        "42000, 1049, false", // unknown database
        "HY000, 1130, false" // the account may not connect from here
    })
    void aSourceIsWaitedForAsWhileTheDaemonRuns(String state, int error, boolean mayPass) {
        Finding finding = ConnectionFailures.ofSource("MySQL at db", new SQLException("refused", state, error));
        assertThat(finding.mayPass()).as(finding.toString()).isEqualTo(mayPass);
        assertThat(finding.remedy()).contains("gaussferry.source");
    }

    /** The name of a container may be known later; the message distinguishes a mistyped one from a server that is down. */
    @Test
    void anUnknownHostNameIsNamedAsSuch() {
        SQLException unknown = new SQLException("cannot connect", "08001", new UnknownHostException("dbb"));
        SQLException down = new SQLException("cannot connect", "08001", new ConnectException("refused"));
        for (Finding finding : new Finding[] {
            ConnectionFailures.ofTarget("openGauss at dbb", unknown),
            ConnectionFailures.ofSource("MySQL at dbb", unknown)
        }) {
            assertThat(finding.mayPass()).isTrue();
            assertThat(finding.why()).isEqualTo("The name service does not know the host name.");
            assertThat(finding.remedy()).startsWith("check the host name in gaussferry.");
        }
        assertThat(ConnectionFailures.ofTarget("openGauss at db", down).why()).isEqualTo("The server does not answer.");
    }
}
