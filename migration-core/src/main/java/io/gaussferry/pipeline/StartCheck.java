package io.gaussferry.pipeline;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.preflight.Preflight;
import io.gaussferry.preflight.PreflightSettings;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.Severity;
import java.util.List;
import java.util.stream.Collectors;

/** Refuses at start what cannot work, in one message that says which settings to change. */
public final class StartCheck {

    private StartCheck() {}

    /**
     * Connects to both sides and looks at the source's binlog settings: the same checks as those of a preflight, but only
     * those that decide whether replay can begin.
     *
     * @throws GaussferryException of category CONFIGURATION; of category RETRY if every obstacle may pass, such as a server that does not answer
     */
    public static void run(PipelineSettings settings) {
        List<Finding> blockers = blockers(settings);
        if (!blockers.isEmpty()) {
            throw refusal(blockers);
        }
    }

    /** Returns what the same checks find that does not let replay begin; empty where it can. */
    public static List<Finding> blockers(PipelineSettings settings) {
        return Preflight.runForStart(preflightSettings(settings, false)).findings().stream()
                .filter(finding -> finding.severity() == Severity.BLOCKER)
                .toList();
    }

    /** Returns them as one failure. */
    public static GaussferryException refusal(List<Finding> blockers) {
        boolean mayPass = blockers.stream().allMatch(Finding::mayPass);
        return new GaussferryException(
                mayPass ? ErrorCategory.RETRY : ErrorCategory.CONFIGURATION,
                blockers.stream()
                        .map(finding -> finding.problem() + " " + finding.why())
                        .collect(Collectors.joining("\n  and: ")),
                blockers.stream().map(Finding::remedy).collect(Collectors.joining("\n     and: ")),
                null);
    }

    /**
     * Returns what a preflight of this pipeline looks at.
     *
     * @param scanValues whether to read the source's tables for values that the target cannot hold
     */
    public static PreflightSettings preflightSettings(PipelineSettings settings, boolean scanValues) {
        return new PreflightSettings(
                settings.name(),
                settings.source(),
                settings.target(),
                settings.appliers(),
                settings.rules(),
                scanValues);
    }
}
