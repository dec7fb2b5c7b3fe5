package io.gaussferry.cutover.check;

import io.gaussferry.cutover.objects.ObjectPlan;
import java.util.List;

/**
 * What a check before a cutover found.
 *
 * @param findings the worst first
 * @param plan what would be created on the target, and what would not
 * @param forecast how long writers would be refused
 */
public record CutoverCheck(List<CutoverFinding> findings, ObjectPlan plan, Forecast forecast) {

    public CutoverCheck {
        findings = findings.stream()
                .sorted((one, other) -> other.severity().compareTo(one.severity()))
                .toList();
    }

    /** Returns what stands in the way. */
    public List<CutoverFinding> blockers() {
        return findings.stream()
                .filter(finding -> finding.severity() == CutoverFinding.Severity.BLOCKER)
                .toList();
    }
}
