package io.gaussferry.cutover.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.check.CutoverFinding.Severity;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.verify.ContinuousVerification.State;
import org.junit.jupiter.api.Test;

class VerificationFindingsTest {

    private static State state(long rounds, long differences, long structureDifferences) {
        return new State(rounds, null, differences, structureDifferences, 0, null, 0, 0, 0, null);
    }

    @Test
    void findsNothingAfterACompleteRound() {
        assertThat(VerificationFindings.of(state(1, 0, 0), VerifyMode.COUNTS)).isEmpty();
    }

    @Test
    void blocksOnDifferences() {
        assertThat(VerificationFindings.of(state(1, 3, 2), VerifyMode.CHANGED))
                .hasSize(2)
                .allMatch(finding -> finding.severity() == Severity.BLOCKER)
                .extracting(CutoverFinding::problem)
                .first()
                .isEqualTo("The last comparison found 3 different rows.");
    }

    /** Other modes compare contents during the cutover. */
    @Test
    void warnsIfNothingWasOrWillBeCompared() {
        assertThat(VerificationFindings.of(state(0, 0, 0), VerifyMode.COUNTS))
                .singleElement()
                .extracting(CutoverFinding::severity)
                .isEqualTo(Severity.WARNING);
        assertThat(VerificationFindings.of(state(0, 0, 0), VerifyMode.CHANGED)).isEmpty();
    }
}
