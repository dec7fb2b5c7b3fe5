package io.gaussferry.app.accounts;

import io.gaussferry.accounts.AccountMigration;
import io.gaussferry.accounts.AccountMigration.Result;
import io.gaussferry.accounts.HostPolicy;
import io.gaussferry.app.config.ConfigurationOption;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code accounts}: prints MySQL's accounts, roles and grants as a script for the target. */
@Command(
        name = "accounts",
        description = {
            "Prints a script that creates roles on the target for the source's accounts and roles with privileges on the migrated"
                    + " databases, and grants them the target's privileges. The script is to be reviewed and executed by hand: the command"
                    + " changes nothing on either side.",
            "Properties without an equivalent are listed at its end. Passwords are neither read nor written."
        },
        footer = "%nExit code: 0 success; 2 wrong usage, or a server failed.",
        exitCodeOnExecutionException = AccountsCommand.FAILED)
public final class AccountsCommand implements Callable<Integer> {

    /** Exit code of a command without a result. */
    static final int FAILED = 2;

    private final PrintStream output;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConfigurationOption configuration = new ConfigurationOption();

    @Option(
            names = "--hosts",
            defaultValue = "common",
            paramLabel = "WHICH",
            description = {
                "The privileges of a role for several accounts of one user name. common (default): those that each of them has; the others"
                        + " are comments in the script. united: those that any of them has."
            })
    private HostPolicy hosts = HostPolicy.COMMON;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write to a new file. An existing one is not replaced, because it may have been edited.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Print one JSON document, which contains the script, too.")
    private boolean json;

    /** Creates the command. */
    public AccountsCommand(PrintStream output) {
        this.output = output;
    }

    @Override
    public Integer call() throws IOException {
        PipelineSettings settings = configuration.read();
        Result result = new AccountMigration(settings.name(), settings.source(), settings.target()).plan(hosts);
        String text = json ? AccountsJson.of(result) : result.script();
        Path file = out;
        if (file == null) {
            output.print(text);
            output.flush();
        } else {
            write(file, text);
        }
        return 0;
    }

    private void write(Path file, String text) throws IOException {
        try {
            Files.writeString(
                    file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new ParameterException(
                    spec.commandLine(), "The file " + file + " exists, and may have been edited", e);
        }
        output.println("script " + file);
        output.flush();
    }
}
