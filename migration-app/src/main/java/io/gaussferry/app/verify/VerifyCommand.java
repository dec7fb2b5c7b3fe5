package io.gaussferry.app.verify;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.WayBackWatch;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.verify.ChunkListener;
import io.gaussferry.verify.RowSelection;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.VerifySettings;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** {@code verify --config FILE …}: compares both sides, and repairs the target if told to. */
public final class VerifyCommand {

    /** What could not be told, because of the command line, a server or a table. */
    public static final int CANNOT_TELL = 2;

    /** What {@code verify --help} prints. */
    public static final String USAGE = """
            Usage: gaussferry verify --config FILE [--tables PATTERN,...] [--repair] [--values] [--json]

            Compares every row and the structure of both sides, while the daemon replays or not. A difference counts only when
            it is proven to be no delay of the replay. Changes nothing without --repair; docs/verify.md says how it works.

              --config FILE        the configuration of the migration
              --tables PATTERN,... which tables, schema.table with * for any characters; default: all
              --repair             make the target's rows those of the source, and say which
              --values             show the values that differ; they may be confidential
              --json               one JSON document instead of text
              --connections N      ranges compared at once, a connection to either side each: 1 to 16, default 4
              --share PERCENT      of the time for which each connection is busy: 1 to 100, default 100
              --rows-per-range N   rows compared at a time: 100 to 10000000, default 20000
              --limit N            differences that are named; all are counted: default 1000

            Exit code: 0 equal, 1 different (repaired or not), 2 could not tell.
            """;

    private VerifyCommand() {}

    /** Verifies and writes the report; returns the exit code. A GaussferryException says why it could not. */
    public static int run(VerifyOptions options, PrintStream output, PrintStream terminal) throws InterruptedException {
        PipelineSettings settings = ConfigurationFile.read(options.configuration());
        ProgressLine progress = new ProgressLine(terminal);
        VerificationReport report;
        try (WayBackWatch back = wayBack(settings, options)) {
            report = new Verification(
                            new VerifySettings(
                                    settings.name(),
                                    settings.source(),
                                    settings.target(),
                                    settings.rules(),
                                    options.tables(),
                                    options.repair(),
                                    options.values(),
                                    options.connections(),
                                    options.share(),
                                    options.rowsPerRange(),
                                    options.limit()),
                            RowSelection.ALL,
                            progress::rows,
                            ChunkListener.NONE,
                            back)
                    .run();
        }
        output.print(options.json() ? VerifyJson.write(report) : VerifyText.write(report));
        output.flush();
        return report.exitCode();
    }

    /** Returns how the source follows the target; null where the target follows the source. */
    private static @Nullable WayBackWatch wayBack(PipelineSettings settings, VerifyOptions options)
            throws InterruptedException {
        WayBackWatch back = WayBackWatch.find(
                        settings, () -> ConfigurationFile.readCutoverAccount(options.configuration()))
                .orElse(null);
        if (back != null && options.repair()) {
            back.close();
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The target is the side that is written to: nothing of the source repairs it.",
                    "verify without --repair; what differs in MySQL has to be made right there by hand",
                    null);
        }
        return back;
    }
}
