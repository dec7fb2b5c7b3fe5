package io.gaussferry.app.command;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs a command that picocli parses. Every command and subcommand has {@code --help}, and reports failures as problem and remedy with the exit
 * code of the category, or with the one that {@code exitCodeOnExecutionException} of the command sets. Stateless.
 */
public final class CommandRunner {

    private CommandRunner() {}

    /**
     * Runs a command.
     *
     * @param words the arguments after the command's name
     * @return the exit code
     */
    public static int run(CommandLine command, List<String> words, PrintStream output, PrintStream errors) {
        describe(command.getCommandSpec());
        // a reason may start with @, which does not name a file here
        return command.setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(output, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(errors, true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((invalid, arguments) -> {
                    report(errors, refused(invalid));
                    return ErrorCategory.CONFIGURATION.exitCode();
                })
                .setExecutionExceptionHandler((failure, failed, parsed) -> {
                    int own = failed.getCommandSpec().exitCodeOnExecutionException();
                    if (failure instanceof InterruptedException) {
                        Thread.currentThread().interrupt();
                        report(
                                errors,
                                new GaussferryException(
                                        ErrorCode.COMMAND_INTERRUPTED, "Interrupted.", "retry", failure));
                        return own;
                    }
                    if (failure instanceof GaussferryException known) {
                        report(errors, known);
                        boolean isFixed = own != ExitCode.SOFTWARE && known.category() != ErrorCategory.STUCK;
                        return isFixed ? own : known.category().exitCode();
                    }
                    throw failure;
                })
                .execute(words.toArray(String[]::new));
    }

    private static void describe(CommandSpec command) {
        command.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build());
        command.usageMessage().sortOptions(false).width(120);
        command.subcommands().values().forEach(subcommand -> describe(subcommand.getCommandSpec()));
    }

    private static void report(PrintStream errors, GaussferryException failure) {
        errors.println("gaussferry: " + failure.getMessage());
    }

    private static GaussferryException refused(ParameterException invalid) {
        List<String> similar =
                invalid instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String help = invalid.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        return new GaussferryException(
                ErrorCode.COMMAND_INVALID,
                "The command line is invalid: " + invalid.getMessage() + ".",
                similar.isEmpty()
                        ? help + " lists the options"
                        : "did you mean " + String.join(" or ", similar) + "? " + help + " lists the options",
                null);
    }
}
