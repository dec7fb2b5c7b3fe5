package io.gaussferry.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.preflight.finding.Check;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.FindingLocation;
import io.gaussferry.preflight.finding.Findings;
import io.gaussferry.preflight.finding.Severity;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class CheckRunsTest {

    private final Findings findings = new Findings();
    private int rolledBack;
    private final CheckRuns checks = new CheckRuns(findings, () -> rolledBack++);

    private static Check failing(String sqlState) {
        return new Check() {
            @Override
            public String subject() {
                return "the foreign keys";
            }

            @Override
            public FindingLocation location() {
                return FindingLocation.SOURCE;
            }

            @Override
            public void run(Findings to) throws SQLException {
                throw new SQLException("broken", sqlState);
            }
        };
    }

    @Test
    void warnsOfCheckThatFailed() {
        checks.run(failing("42000"));
        assertThat(findings.list()).extracting(Finding::code).containsExactly(FindingCode.CHECK_NOT_MADE);
        assertThat(rolledBack).isEqualTo(1);
    }

    /** Otherwise a start would not know that the target can differ. */
    @Test
    void blocksStartWithoutRequiredCheck() {
        checks.require(failing("42000"));
        Finding finding = findings.list().get(0);
        assertThat(finding.severity()).isEqualTo(Severity.BLOCKER);
        assertThat(finding.problem()).isEqualTo("Could not check the foreign keys: broken.");
        assertThat(finding.mayPass()).isFalse();
        assertThat(rolledBack).isEqualTo(1);
    }

    /** A daemon waits for the server. */
    @Test
    void waitsForServerThatDoesNotAnswer() {
        checks.require(failing("08S01"));
        assertThat(findings.list()).extracting(Finding::mayPass).containsExactly(true);
    }
}
