package io.gaussferry.app.verify;

import io.gaussferry.app.command.ProgressLine;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.control.FleetOptions;
import io.gaussferry.app.control.RequestedRound;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TablePattern;
import io.gaussferry.pipeline.reverse.ReverseReplicationWatch;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.throttle.LoadThrottler;
import io.gaussferry.verify.ChunkListener;
import io.gaussferry.verify.RowSelection;
import io.gaussferry.verify.Verification;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.VerifySettings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code verify}: compares both sides, and repairs the target if requested. */
@Command(
        name = "verify",
        exitCodeOnExecutionException = VerifyCommand.UNDECIDED,
        description = {
            "Compares every row and the structure of both sides, with or without a running daemon. A difference is reported only"
                    + " if replication lag is ruled out as its cause. Changes nothing without --repair; docs/guides/verify.md"
                    + " explains the method.",
            "With --fleet, the worker of Kafka Connect that runs the pipeline compares all tables; of the other options only"
                    + " --share and --json, which prints the counts, can be given."
        },
        footer = "%nExit code: 0 equal; 1 different (repaired or not); 2 undecided.")
public final class VerifyCommand implements Callable<Integer> {

    /** Exit code of a verification without a result, because of the command line, a server or a table. */
    static final int UNDECIDED = 2;

    private static final Set<String> WITH_FLEET = Set.of("--fleet", "--pipeline", "--token-file", "--share", "--json");

    private final PrintStream output;
    private final PrintStream terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration of the migration.")
    private @Nullable Path configuration;

    @Option(
            names = "--tables",
            split = ",",
            paramLabel = "PATTERN",
            converter = PatternConverter.class,
            description = "The tables, as schema.table with * for any characters (default: all).")
    private List<TablePattern> tables = new ArrayList<>();

    @Option(
            names = "--repair",
            description = "Make the target's rows equal to the source's, and list the repaired rows.")
    private boolean repair;

    @Option(names = "--values", description = "Print the values that differ; they may be confidential.")
    private boolean values;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Option(
            names = "--connections",
            defaultValue = "4",
            paramLabel = "N",
            description = "Ranges compared concurrently, with one connection to either side each: 1 to 16 (default:"
                    + " ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--share",
            defaultValue = "100",
            paramLabel = "PERCENT",
            description = "Percentage of the time that each connection is busy: 1 to 100 (default: ${DEFAULT-VALUE}).")
    private int share;

    @Option(
            names = "--rows-per-range",
            defaultValue = "20000",
            paramLabel = "N",
            description = "Rows compared at a time: 100 to 10000000 (default: ${DEFAULT-VALUE}).")
    private int rowsPerRange;

    @Option(
            names = "--limit",
            defaultValue = "1000",
            paramLabel = "N",
            description = "Differences to list; all are counted (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Mixin
    private final FleetOptions fleet = new FleetOptions();

    /**
     * Creates the command.
     *
     * @param terminal shows the progress
     */
    public VerifyCommand(PrintStream output, PrintStream terminal) {
        this.output = output;
        this.terminal = terminal;
    }

    private static final class PatternConverter implements ITypeConverter<TablePattern> {

        @Override
        public TablePattern convert(String pattern) {
            try {
                return TablePattern.parse(pattern.strip());
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        requireRange("--connections", 1, connections, 16);
        requireRange("--share", 1, share, 100);
        requireRange("--rows-per-range", 100, rowsPerRange, 10_000_000);
        requireRange("--limit", 0, limit, 1_000_000);
        if (fleet.isGiven()) {
            refuseOptionsOfDaemon();
            return RequestedRound.run(fleet, share, json, output);
        }
        if (configuration == null) {
            throw new ParameterException(spec.commandLine(), "give --config FILE, or --fleet URL --pipeline NAME");
        }
        return compare(configuration);
    }

    private void requireRange(String option, int least, int number, int most) {
        if (number < least || number > most) {
            throw new ParameterException(spec.commandLine(), option + " must be " + least + " to " + most);
        }
    }

    private void refuseOptionsOfDaemon() {
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
            if (!WITH_FLEET.contains(given.longestName())) {
                throw new ParameterException(spec.commandLine(), given.longestName() + " is given with --fleet");
            }
        }
    }

    private int compare(Path file) throws InterruptedException {
        PipelineSettings settings = ConfigurationFile.read(file);
        ProgressLine progress = new ProgressLine(terminal);
        VerificationReport report;
        try (ReverseReplicationWatch back = reverseReplication(settings, file);
                LoadThrottler load = new LoadThrottler(settings.throttle(), settings.source(), settings.target())) {
            load.start();
            report = new Verification(
                            new VerifySettings(
                                    settings.name(),
                                    settings.source(),
                                    settings.target(),
                                    settings.rules(),
                                    tables,
                                    repair,
                                    values,
                                    connections,
                                    share,
                                    rowsPerRange,
                                    limit),
                            RowSelection.ALL,
                            rows -> progress.show(seconds ->
                                    "compared " + rows + " rows in " + seconds + " s, " + rows / seconds + " rows/s"),
                            ChunkListener.NONE,
                            back,
                            load)
                    .run();
        }
        output.print(json ? VerifyJson.write(report) : VerifyOutput.write(report));
        output.flush();
        return report.exitCode();
    }

    /** Returns a view of reverse replication if the source follows the target; null if the target follows the source. */
    private @Nullable ReverseReplicationWatch reverseReplication(PipelineSettings settings, Path file)
            throws InterruptedException {
        ReverseReplicationWatch back = ReverseReplicationWatch.find(
                        settings, () -> ConfigurationFile.readCutoverAccount(file))
                .orElse(null);
        if (back != null && repair) {
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
