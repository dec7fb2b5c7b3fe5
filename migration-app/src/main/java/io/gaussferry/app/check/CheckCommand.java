package io.gaussferry.app.check;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.StartCheck;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.preflight.Preflight;
import io.gaussferry.preflight.PreflightReport;
import java.io.PrintStream;
import java.util.List;

/** {@code check --config FILE [--details | --json] [--scan-values]}: checks both servers without changing anything. */
public final class CheckCommand {

    /** The help of {@code check}. */
    public static final String USAGE = """
            Usage: gaussferry check --config FILE [--details | --json] [--scan-values]

            Checks both servers for everything that can make a migration fail or change data. Changes nothing.

              --config FILE   the configuration; config/gaussferry.yml documents every key
              --details       print all findings, instead of three examples of each kind
              --json          print all findings as one JSON document; docs/reference/findings.md describes it
              --scan-values   also search the source's tables for values that the target cannot store; reads each column
                              for at most 5 s and all columns for at most 2 min

            Exit code: 0 no findings or only notes, 1 warnings, 2 blockers. docs/reference/findings.md explains every finding.
            """;

    private CheckCommand() {}

    /**
     * Runs the checks and writes the report.
     *
     * @return the exit code
     * @throws GaussferryException if the checks cannot start
     */
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
