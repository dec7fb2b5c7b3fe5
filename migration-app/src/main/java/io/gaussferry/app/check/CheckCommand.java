package io.gaussferry.app.check;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.config.ConfigurationOption;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.StartCheck;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.preflight.Preflight;
import io.gaussferry.preflight.PreflightReport;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check}: checks both servers without changing anything. */
@Command(
        name = "check",
        description = {
            "Checks both servers for everything that can make a migration fail or change data. Changes nothing.",
            "With --application it checks the application's SQL instead: every distinct statement is parsed, prepared on the target in a"
                    + " transaction that is rolled back, never executed, and graded."
        },
        footer =
                "%nExit code: 0 no findings or only notes; 1 warnings; 2 blockers. docs/reference/findings.md explains every"
                        + " finding. With --application: 0 every statement is alike; 1 one needs a rewrite, differs or is unknown; 2 one fails."
                        + " docs/reference/application.md explains the rules.")
public final class CheckCommand implements Callable<Integer> {

    private final PrintStream output;

    @Mixin
    private final ConfigurationOption configuration = new ConfigurationOption();

    @Option(names = "--details", description = "Print all findings, instead of three examples of each kind.")
    private boolean details;

    @Option(
            names = "--json",
            description = "Print all findings as one JSON document; docs/reference/findings.md describes it.")
    private boolean json;

    @Option(
            names = "--scan-values",
            description =
                    "Also search the source's tables for values that the target cannot store; reads each column for at"
                            + " most 5 s and all columns for at most 2 min.")
    private boolean scanValues;

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Creates the command. */
    public CheckCommand(PrintStream output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        application.requireConsistent(spec, scanValues);
        if (application.isGiven()) {
            return application.run(configuration.read(), details, json, output);
        }
        PreflightReport report;
        try {
            // all keys: what a daemon refuses at its start is a finding here
            PipelineSettings settings = ConfigurationFile.readForDaemon(configuration.file())
                    .migration()
                    .pipeline();
            report = Preflight.run(StartCheck.preflightSettings(settings, scanValues));
        } catch (GaussferryException refusal) {
            if (!json) {
                throw refusal;
            }
            report = new PreflightReport(List.of(Preflight.configuration(refusal)));
        }
        output.print(json ? JsonReport.write(report) : TextReport.write(report, details));
        output.flush();
        return report.exitCode();
    }
}
