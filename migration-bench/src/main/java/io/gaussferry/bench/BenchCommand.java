package io.gaussferry.bench;

import io.gaussferry.bench.demo.DemoCommand;
import io.gaussferry.bench.measure.MeasureCommand;
import io.gaussferry.sandbox.SandboxCommand;
import io.gaussferry.sandbox.process.SandboxException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Option;

/** The entry point of all commands that are not part of the daemon. */
@Command(
        name = "gaussferry",
        description = "Tries and measures Gaussferry on throwaway servers.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DemoCommand.class, MeasureCommand.class, SandboxCommand.class})
public final class BenchCommand {

    @SuppressWarnings("UnusedVariable") // picocli reads it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help and exits.")
    private boolean help;

    /** Runs the subcommand that the arguments name, and exits with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        IExecutionExceptionHandler plainMessages = (failure, commandLine, parsed) -> {
            if (!(failure instanceof SandboxException)) {
                throw failure;
            }
            commandLine.getErr().println("gaussferry: " + failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        };
        return new CommandLine(new BenchCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(plainMessages);
    }
}
