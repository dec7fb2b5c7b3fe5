package io.gaussferry.app.shadow;

import io.gaussferry.app.check.SettingsOption;
import io.gaussferry.app.check.StatementOptions;
import io.gaussferry.app.config.ConfigurationOption;
import io.gaussferry.application.ShadowReplay;
import io.gaussferry.application.ShadowReport;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code shadow}: executes the application's queries on both sides and compares the results. */
@Command(
        name = "shadow",
        description = {
            "Executes the application's queries on both sides, in snapshots at one position of replication, and compares rows, their"
                    + " order where ORDER BY defines it, and times.",
            "Statements that lock, wait or call stored functions are not executed; on the source, none that writes."
        },
        footer = "%nExit code: 0 no statement differs; 1 at least one differs; 2 wrong usage, or a server failed.",
        exitCodeOnExecutionException = ShadowCommand.FAILED)
public final class ShadowCommand implements Callable<Integer> {

    /** Exit code of a command without a result. */
    static final int FAILED = 2;

    private final PrintStream output;

    @Mixin
    private final ConfigurationOption configuration = new ConfigurationOption();

    @Mixin
    private final StatementOptions statements = new StatementOptions();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "Seconds for each execution of a query, 1 to 25 (default: ${DEFAULT-VALUE}).")
    private int timeoutSeconds;

    @Option(
            names = "--writes",
            description =
                    "Also execute INSERT, UPDATE, DELETE and REPLACE on the target, roll each back, and compare the number"
                            + " of rows with those that the source finds.")
    private boolean writes;

    @Mixin
    private final SettingsOption settingsOption = new SettingsOption();

    @Option(names = "--details", description = "Print statements with equal results, too.")
    private boolean details;

    @Option(names = "--values", description = "Print literals and values; they may be confidential.")
    private boolean values;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    /** Creates the command. */
    public ShadowCommand(PrintStream output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        PipelineSettings settings = configuration.read();
        ShadowReport report = new ShadowReplay(
                        settings.name(),
                        settings.source(),
                        settings.target(),
                        Duration.ofSeconds(timeoutSeconds),
                        writes)
                .run(statements.inputs(), settingsOption.choice());
        output.print(json ? ShadowOutput.json(report, values) : ShadowOutput.text(report, details, values));
        output.flush();
        return report.exitCode();
    }
}
