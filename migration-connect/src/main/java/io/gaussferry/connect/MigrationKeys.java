package io.gaussferry.connect;

import io.gaussferry.configuration.DefaultValue;
import io.gaussferry.configuration.PipelineProperties;
import io.gaussferry.configuration.Requirements;
import io.gaussferry.control.MigrationSettings;
import io.gaussferry.control.VerifyProperties;
import io.gaussferry.cutover.settings.CutoverProperties;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.nio.file.Path;

/**
 * The keys of verification and of the cutover, as in the daemon's file.
 *
 * @param verify continuous verification
 * @param cutover the cutover
 */
record MigrationKeys(
        @DefaultValue VerifyProperties verify, @DefaultValue CutoverProperties cutover) {

    /**
     * The system property of a worker that admits commands in connectors: anyone who may configure a connector would otherwise run commands as
     * the worker's user.
     */
    static final String COMMANDS = "gaussferry.fleet.commands";

    /**
     * Checks the values.
     *
     * @param base the directory of relative paths
     */
    MigrationSettings toSettings(PipelineProperties pipeline, Path base) {
        PipelineSettings settings = pipeline.toSettings(base);
        boolean runsCommands =
                !cutover.hooks().isEmpty() || cutover.fenceCommand() != null || cutover.releaseCommand() != null;
        if (runsCommands && !"allowed".equals(System.getProperty(COMMANDS))) {
            throw Requirements.refused(
                    "gaussferry.cutover.hooks, fence-command or release-command is set, but this worker runs no commands.",
                    "remove it, or start every worker with -D" + COMMANDS
                            + "=allowed (KAFKA_OPTS) if those who configure connectors may run commands on it");
        }
        return new MigrationSettings(settings, verify.checkedShare(), cutover.toSettings(settings.source(), base));
    }
}
