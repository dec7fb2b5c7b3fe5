package io.gaussferry.cutover.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.check.CutoverFinding.Severity;
import io.gaussferry.target.cluster.CommitRule;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecisionRiskTest {

    @Test
    void findsNothingOnServerWithoutStandbys() {
        assertThat(of(CommitRule.NONE, false)).isEmpty();
    }

    @Test
    void findsNothingIfAStandbyConfirms() {
        assertThat(of(new CommitRule(true, "*", 1, 1), true)).isEmpty();
        // the cutover itself waits for the only one
        assertThat(of(new CommitRule(false, "", 1, 0), true)).isEmpty();
        assertThat(of(new CommitRule(true, "ANY 1 (*)", 2, 2), true)).isEmpty();
    }

    @Test
    void refusesCommitsThatHang() {
        assertThat(DecisionRisk.of(new CommitRule(true, "*", 0, 0), true, true)).hasValueSatisfying(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.BLOCKER);
            assertThat(finding.problem()).contains("would not return");
        });
    }

    @Test
    void warnsOfPrimaryWithoutStandby() {
        assertThat(of(new CommitRule(false, "*", 0, 0), true)).hasValueSatisfying(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.remedy()).contains("connect a standby");
        });
    }

    @Test
    void refusesSeveralAsynchronousStandbys() {
        assertThat(of(new CommitRule(false, "", 2, 0), false)).hasValueSatisfying(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.BLOCKER);
            assertThat(finding.remedy()).contains("gaussferry.cutover.unreplicated-decisions: accept");
        });
    }

    @Test
    void warnsIfTheOperatorAccepts() {
        assertThat(DecisionRisk.of(new CommitRule(false, "", 2, 0), true, true))
                .hasValueSatisfying(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }

    private static Optional<CutoverFinding> of(CommitRule rule, boolean hasSeveralHosts) {
        return DecisionRisk.of(rule, hasSeveralHosts, false);
    }
}
