package io.gaussferry.app.command;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Parses the arguments of commands with picocli. Each command has its own help text. Stateless. */
public final class CommandArguments {

    private CommandArguments() {}

    /**
     * Reads options, {@code --name value} or {@code --name=value}, in any order.
     *
     * @param options an object with picocli's annotations
     * @param words the arguments after the command's name
     * @return the same object with its fields set
     * @throws GaussferryException if an argument is invalid; the message names it and suggests similar options
     */
    public static <T> T read(T options, List<String> words) {
        try {
            // a reason may start with @, which does not name a file here
            new CommandLine(options).setExpandAtFiles(false).parseArgs(words.toArray(String[]::new));
            return options;
        } catch (ParameterException invalid) {
            throw new GaussferryException(
                    ErrorCode.COMMAND_INVALID,
                    "The command line is invalid: " + invalid.getMessage() + ".",
                    remedy(invalid),
                    null);
        }
    }

    private static String remedy(ParameterException invalid) {
        List<String> similar =
                invalid instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        return similar.isEmpty()
                ? "see the options in the command's --help"
                : "did you mean " + String.join(" or ", similar) + "? the command's --help lists its options";
    }

    /** Returns the error for an invalid command line. */
    public static GaussferryException invalid(List<String> words, String remedy) {
        return new GaussferryException(
                ErrorCode.COMMAND_INVALID, "Invalid command: gaussferry " + String.join(" ", words), remedy, null);
    }

    /** Returns the error for invalid arguments after a command's name. */
    public static GaussferryException invalid(String command, List<String> words, String remedy) {
        return new GaussferryException(
                ErrorCode.COMMAND_INVALID,
                "Invalid command: gaussferry " + command + " " + String.join(" ", words),
                remedy,
                null);
    }
}
