package io.gaussferry.app.verify;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.reverse.ReverseReplicationWatch;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.verify.ChunkListener;
import io.gaussferry.verify.RowSelection;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.VerifySettings;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** {@code verify --config FILE …}: compares both sides, and repairs the target if requested. */
public final class VerifyCommand {

    /** Exit code of a verification without a result, because of the command line, a server or a table. */
    public static final int UNDECIDED = 2;

    /** The help of {@code verify}. */
    public static final String USAGE = """
            Usage: gaussferry verify --config FILE [--tables PATTERN,...] [--repair] [--values] [--json]
                   gaussferry verify --fleet URL --pipeline NAME [--token-file FILE] [--share PERCENT] [--json]

            Compares every row and the structure of both sides, with or without a running daemon. A difference is reported only
            if replication lag is ruled out as its cause. Changes nothing without --repair; docs/guides/verify.md explains the method.

              --config FILE        the configuration of the migration
              --tables PATTERN,... the tables, as schema.table with * for any characters; default: all
              --repair             make the target's rows equal to the source's, and list the repaired rows
              --values             print the values that differ; they may be confidential
              --json               print one JSON document
              --connections N      ranges compared concurrently, with one connection to either side each: 1 to 16, default 4
              --share PERCENT      percentage of the time that each connection is busy: 1 to 100, default 100
              --rows-per-range N   rows compared at a time: 100 to 10000000, default 20000
              --limit N            differences to list; all are counted: default 1000

            With --fleet, the worker of Kafka Connect that runs the pipeline compares all tables; --json prints the counts.

            Exit code: 0 equal, 1 different (repaired or not), 2 undecided.
            """;

    private VerifyCommand() {}

    /**
     * Verifies and writes the report.
     *
     * @return the exit code
     * @throws GaussferryException if the verification fails
     */
    public static int run(VerifyOptions options, PrintStream output, PrintStream terminal) throws InterruptedException {
        PipelineSettings settings = ConfigurationFile.read(options.configuration());
        ProgressLine progress = new ProgressLine(terminal);
        VerificationReport report;
        try (ReverseReplicationWatch back = reverseReplication(settings, options)) {
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
        output.print(options.json() ? VerifyJson.write(report) : VerifyOutput.write(report));
        output.flush();
        return report.exitCode();
    }

    /** Returns a view of reverse replication if the source follows the target; null if the target follows the source. */
    private static @Nullable ReverseReplicationWatch reverseReplication(
            PipelineSettings settings, VerifyOptions options) throws InterruptedException {
        ReverseReplicationWatch back = ReverseReplicationWatch.find(
                        settings, () -> ConfigurationFile.readCutoverAccount(options.configuration()))
                .orElse(null);
        if (back != null && options.repair()) {
            back.close();
            throw new GaussferryException(
                    ErrorCode.PIPELINE_SWITCHED,
                    "After the switch, the target is the primary side and cannot be repaired from the source.",
                    "run verify without --repair; correct differences in MySQL by hand",
                    null);
        }
        return back;
    }
}
