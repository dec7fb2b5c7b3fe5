package io.gaussferry.app.command;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What stands behind {@code gaussferry}. Each command has its own help text; picocli reads the options. Stateless. */
public final class CommandWords {

    private CommandWords() {}

    /**
     * Reads options, {@code --name value} or {@code --name=value}, in any order.
     *
     * @param options an object with picocli's annotations
     * @param words what follows the command's name
     * @return the same object, filled
     * @throws GaussferryException if the words are not understood: which one, and the option that may be meant
     */
    public static <T> T read(T options, List<String> words) {
        try {
            // a reason may begin with @, which is no file's name
            new CommandLine(options).setExpandAtFiles(false).parseArgs(words.toArray(String[]::new));
            return options;
        } catch (ParameterException notUnderstood) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "The command line is not understood: " + notUnderstood.getMessage() + ".",
                    remedy(notUnderstood),
                    null);
        }
    }

    private static String remedy(ParameterException notUnderstood) {
        List<String> similar =
                notUnderstood instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        return similar.isEmpty()
                ? "the command's --help explains its options"
                : "is " + String.join(" or ", similar) + " meant? the command's --help explains its options";
    }

    /** Returns the refusal of a whole command line. */
    public static GaussferryException notUnderstood(List<String> words, String remedy) {
        return new GaussferryException(
                ErrorCategory.CONFIGURATION, "Not understood: gaussferry " + String.join(" ", words), remedy, null);
    }

    /** Returns the refusal of what follows a command's name. */
    public static GaussferryException notUnderstood(String command, List<String> words, String remedy) {
        return new GaussferryException(
                ErrorCategory.CONFIGURATION,
                "Not understood: gaussferry " + command + " " + String.join(" ", words),
                remedy,
                null);
    }
}
