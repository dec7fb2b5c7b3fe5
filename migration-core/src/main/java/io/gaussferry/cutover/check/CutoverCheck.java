package io.gaussferry.cutover.check;

import io.gaussferry.cutover.objects.ObjectPlan;
import java.util.List;

/**
 * The result of the check before a cutover.
 *
 * @param findings in order of descending severity
 * @param plan the objects that would be created on the target, and those that would not
 * @param forecast of the downtime
 */
public record CutoverCheck(List<CutoverFinding> findings, ObjectPlan plan, Forecast forecast) {

    public CutoverCheck {
        findings = findings.stream()
                .sorted((one, other) -> other.severity().compareTo(one.severity()))
                .toList();
    }

    /** Returns the findings that prevent a cutover. */
    public List<CutoverFinding> blockers() {
        return findings.stream()
                .filter(finding -> finding.severity() == CutoverFinding.Severity.BLOCKER)
                .toList();
    }
}
