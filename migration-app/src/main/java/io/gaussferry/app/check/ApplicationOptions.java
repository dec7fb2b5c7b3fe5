package io.gaussferry.app.check;

import io.gaussferry.application.ApplicationCheck;
import io.gaussferry.application.ApplicationReport;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.PrintStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code check --application}. */
final class ApplicationOptions {

    @Option(names = "--application", description = "Check the SQL of the application.")
    private boolean application;

    @Mixin
    private final StatementOptions statements = new StatementOptions();

    @Mixin
    private final SettingsOption settingsOption = new SettingsOption();

    @Option(
            names = "--values",
            description = "With --application: print the literals of statements; they may be confidential.")
    private boolean values;

    /** Refuses options that would have no effect. */
    void requireConsistent(CommandSpec spec, boolean scanValues) {
        if (!application && (values || statements.areGiven() || settingsOption.isGiven())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--from, --database, --proposed-settings and --values are options of --application");
        }
        if (application && scanValues) {
            throw new ParameterException(spec.commandLine(), "--scan-values has no effect with --application");
        }
    }

    boolean isGiven() {
        return application;
    }

    int run(PipelineSettings settings, boolean details, boolean json, PrintStream output) {
        ApplicationReport report = new ApplicationCheck(settings.source(), settings.target(), settings.rules())
                .run(statements.inputs(), settingsOption.choice());
        output.print(json ? ApplicationJson.write(report, values) : ApplicationText.write(report, details, values));
        output.flush();
        return report.exitCode();
    }
}
