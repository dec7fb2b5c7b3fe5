package io.gaussferry.app.command;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code completion}: prints a script that completes the commands and options in bash and zsh. */
@Command(
        name = "completion",
        description =
                "Prints a script that completes commands and options in bash and zsh: source <(gaussferry completion)")
public final class CompletionCommand implements Callable<Integer> {

    private final PrintStream output;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** Creates the command. */
    public CompletionCommand(PrintStream output) {
        this.output = output;
    }

    @Override
    public Integer call() {
        output.println(AutoComplete.bash("gaussferry", spec.root().commandLine()));
        return 0;
    }
}
