package io.gaussferry.pipeline;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.preflight.Preflight;
import io.gaussferry.preflight.PreflightSettings;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.Severity;
import java.util.List;
import java.util.stream.Collectors;

/** Refuses to start a pipeline that cannot work. One message names all problems and their settings. */
public final class StartCheck {

    private StartCheck() {}

    /**
     * Connects to both servers and checks the source's binlog settings. Makes those checks of the preflight that decide
     * whether replay can start.
     *
     * @throws GaussferryException of category CONFIGURATION; of category RETRY if every obstacle may pass, such as a server that does not answer
     */
    public static void run(PipelineSettings settings) {
        List<Finding> blockers = blockers(settings);
        if (!blockers.isEmpty()) {
            throw refusal(blockers);
        }
    }

    /** Returns the findings of the same checks that prevent replay; empty if replay can start. */
    public static List<Finding> blockers(PipelineSettings settings) {
        return Preflight.runForStart(preflightSettings(settings, false)).findings().stream()
                .filter(finding -> finding.severity() == Severity.BLOCKER)
                .toList();
    }

    /** Combines the findings in one exception. */
    public static GaussferryException refusal(List<Finding> blockers) {
        boolean mayPass = blockers.stream().allMatch(Finding::mayPass);
        return new GaussferryException(
                ErrorCode.START_REFUSED,
                mayPass ? ErrorCategory.RETRY : ErrorCategory.CONFIGURATION,
                blockers.stream()
                        .map(finding -> finding.problem() + " " + finding.why())
                        .collect(Collectors.joining("\n  and: ")),
                blockers.stream().map(Finding::remedy).collect(Collectors.joining("\n     and: ")),
                null);
    }

    /**
     * Returns the settings of this pipeline's preflight.
     *
     * @param scanValues whether to read the source's tables for values that the target cannot store
     */
    public static PreflightSettings preflightSettings(PipelineSettings settings, boolean scanValues) {
        return new PreflightSettings(
                settings.name(),
                settings.source(),
                settings.target(),
                settings.appliers(),
                settings.rules(),
                settings.throttle(),
                scanValues);
    }
}
