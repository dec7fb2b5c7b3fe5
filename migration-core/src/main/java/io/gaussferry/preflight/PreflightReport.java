package io.gaussferry.preflight;

import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.Severity;
import java.util.Collection;
import java.util.List;

/**
 * The result of a preflight.
 *
 * @param findings worst first
 */
public record PreflightReport(List<Finding> findings) {

    private static final int EXIT_CODE_WARNING = 1;
    private static final int EXIT_CODE_BLOCKER = 2;

    public PreflightReport {
        findings = List.copyOf(findings);
    }

    static PreflightReport of(Collection<Finding> findings) {
        return new PreflightReport(findings.stream().sorted().distinct().toList());
    }

    /** Returns the number of findings with a severity. */
    public int count(Severity severity) {
        return (int) findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /** Returns the exit code of a process that reports this: 0 with at most notes, 1 with warnings, 2 with blockers. */
    public int exitCode() {
        if (count(Severity.BLOCKER) > 0) {
            return EXIT_CODE_BLOCKER;
        }
        return count(Severity.WARNING) > 0 ? EXIT_CODE_WARNING : 0;
    }
}
