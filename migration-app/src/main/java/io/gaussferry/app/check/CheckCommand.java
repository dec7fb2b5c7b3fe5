package io.gaussferry.app.check;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.StartCheck;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.preflight.Preflight;
import io.gaussferry.preflight.PreflightReport;
import java.io.PrintStream;
import java.util.List;

/** {@code check --config FILE [--details | --json] [--scan-values]}: changes nothing on either side. */
public final class CheckCommand {

    /** What {@code check --help} prints. */
    public static final String USAGE = """
            Usage: gaussferry check --config FILE [--details | --json] [--scan-values]

            Looks at both servers for everything that can make a migration fail or differ, and changes nothing.

              --config FILE   the configuration; config/gaussferry.yml explains every key
              --details       all findings; without it, three examples of each kind that has more
              --json          all findings as one JSON document; docs/check.md describes it
              --scan-values   also look through the source's tables for values that the target cannot hold; each column
                              costs the source up to 5 s of reading, all together up to 2 min

            Exit code: 0 nothing or only notes, 1 warnings, 2 blockers. docs/check.md explains every finding.
            """;

    private CheckCommand() {}

    /** Makes the checks and writes the report; returns the exit code. A GaussferryException says why it could not begin. */
    public static int run(CheckOptions options, PrintStream output) {
        PreflightReport report;
        try {
            PipelineSettings settings = ConfigurationFile.read(options.configuration());
            report = Preflight.run(StartCheck.preflightSettings(settings, options.scanValues()));
        } catch (GaussferryException refusal) {
            if (!options.json()) {
                throw refusal;
            }
            report = new PreflightReport(List.of(Preflight.configuration(refusal)));
        }
        output.print(options.json() ? JsonReport.write(report) : TextReport.write(report, options.details()));
        output.flush();
        return report.exitCode();
    }
}
