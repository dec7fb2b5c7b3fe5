package io.gaussferry.cutover.check;

import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.verify.ContinuousVerification;
import java.util.ArrayList;
import java.util.List;

/** Reports what the continuous comparison has found, or that it has found nothing yet. Stateless. */
final class VerificationFindings {

    private VerificationFindings() {}

    /**
     * Returns the findings.
     *
     * @param verify the mode of the cutover; with {@code COUNTS}, only an earlier comparison covers contents
     */
    static List<CutoverFinding> of(ContinuousVerification.State state, VerifyMode verify) {
        List<CutoverFinding> findings = new ArrayList<>();
        if (state.differences() > 0) {
            findings.add(CutoverFinding.blocker(
                    "The last comparison found " + state.differences() + " different rows.",
                    "show them with gaussferry verify --values, repair the target with --repair, and compare again"));
        }
        if (state.structureDifferences() > 0) {
            findings.add(
                    CutoverFinding.blocker(
                            "The last comparison found " + state.structureDifferences()
                                    + " differences in the definitions of the target's tables.",
                            "list them with gaussferry verify, correct the target's tables or copy them again, and compare again"));
        }
        if (state.rounds() == 0 && verify == VerifyMode.COUNTS) {
            findings.add(CutoverFinding.warning(
                    "This daemon has not completed a comparison of both sides yet.",
                    "contents would not be compared; run gaussferry verify first, or use --verify full"));
        }
        return findings;
    }
}
