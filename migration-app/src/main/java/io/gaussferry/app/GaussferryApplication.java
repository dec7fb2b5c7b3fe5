package io.gaussferry.app;

import io.gaussferry.app.certificate.CertificateCommand;
import io.gaussferry.app.check.CheckCommand;
import io.gaussferry.app.check.CheckOptions;
import io.gaussferry.app.command.CommandArguments;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.control.ControlCommand;
import io.gaussferry.app.control.CutoverCommand;
import io.gaussferry.app.control.RehearseCommand;
import io.gaussferry.app.control.RequestedRound;
import io.gaussferry.app.copy.CopyCommand;
import io.gaussferry.app.definitions.DefinitionsCommand;
import io.gaussferry.app.fleet.FleetCommand;
import io.gaussferry.app.objects.ObjectsCommand;
import io.gaussferry.app.skip.SkipCommand;
import io.gaussferry.app.verify.VerifyCommand;
import io.gaussferry.app.verify.VerifyOptions;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The {@code gaussferry} program: the daemon ({@code run}), the check of both servers before it ({@code check}), and the commands
 * that compare both sides and control a running daemon.
 *
 * <p>Exit codes: 0 stopped on request; 1 replication stopped at a failure; 2 the command line, the configuration or a server's settings
 * were refused at start; 75 threads did not end and the process must be restarted. {@link CheckCommand} and {@link VerifyCommand} document
 * their own exit codes.
 */
public final class GaussferryApplication {

    private static final String USAGE = """
            Usage: gaussferry run --config FILE

            Creates missing target tables, copies the existing rows, and replicates changes from the source's binlog
            until stopped (SIGTERM or Ctrl-C). A restarted daemon resumes from the progress stored on the target.

              --config FILE   the configuration; config/gaussferry.yml documents every key

            Standard output: one line a second with what is committed. Standard error: the log, as JSON with
            GAUSSFERRY_LOG_FORMAT=json.
            Exit code: 0 stopped as asked, 1 replay stopped at a failure, 2 refused at start, 75 threads of it did not
            end: start it again. It waits for a server that does not answer, at the start too.
            """;

    private GaussferryApplication() {}

    /** Runs the command; ends the process with its exit code. */
    public static void main(String[] arguments) {
        writeUtf8();
        List<String> words = List.of(arguments);
        String command = words.isEmpty() ? "" : words.get(0);
        ProgramLog.initialize();
        if (ControlCommand.NAMES.contains(command)) {
            System.exit(ControlCommand.run(words, System.out, System.err));
        }
        if (command.equals("fleet")) {
            System.exit(FleetCommand.run(words.subList(1, words.size()), System.out, System.err));
        }
        if (command.equals("objects")) {
            System.exit(
                    ObjectsCommand.run(words.subList(1, words.size()).toArray(String[]::new), System.out, System.err));
        }
        if (command.equals("rehearse")) {
            System.exit(
                    RehearseCommand.run(words.subList(1, words.size()).toArray(String[]::new), System.out, System.err));
        }
        if (command.equals("certificate")) {
            System.exit(CertificateCommand.run(
                    words.subList(1, words.size()).toArray(String[]::new), System.out, System.err));
        }
        if (command.equals("cutover")) {
            System.exit(
                    CutoverCommand.run(words.subList(1, words.size()).toArray(String[]::new), System.out, System.err));
        }
        boolean help = words.contains("--help") || words.contains("-h");
        System.exit(command.equals("verify") ? verify(words.subList(1, words.size())) : run(command, words, help));
    }

    private static int run(String command, List<String> words, boolean help) {
        try {
            return switch (command) {
                case "check" -> help ? print(CheckCommand.USAGE) : CheckCommand.run(checkOptions(words), System.out);
                case "skip" ->
                    help ? print(SkipCommand.USAGE) : SkipCommand.run(words.subList(1, words.size()), System.out);
                case "definitions" ->
                    help
                            ? print(DefinitionsCommand.USAGE)
                            : DefinitionsCommand.run(words.subList(1, words.size()), System.out);
                case "copy" ->
                    help ? print(CopyCommand.USAGE) : CopyCommand.run(words.subList(1, words.size()), System.out);
                default -> help ? print(USAGE) : run(configurationFile(words));
            };
        } catch (GaussferryException e) {
            System.err.println("gaussferry: " + e.getMessage());
            return e.category().exitCode();
        }
    }

    private static int print(String usage) {
        System.out.print(usage);
        return 0;
    }

    private static int verify(List<String> arguments) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            return print(VerifyCommand.USAGE);
        }
        try {
            if (arguments.contains("--fleet")) {
                return RequestedRound.run(arguments, System.out);
            }
            VerifyOptions options = VerifyOptions.parse(arguments)
                    .orElseThrow(() -> CommandArguments.invalid(
                            "verify",
                            arguments,
                            "write gaussferry verify --config FILE; gaussferry verify --help lists the options"));
            return VerifyCommand.run(options, System.out, System.err);
        } catch (GaussferryException e) {
            System.err.println("gaussferry: " + e.getMessage());
            if (e.category() == ErrorCategory.STUCK) {
                return e.category().exitCode();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // a defect: the JVM's own exit code would be the one that means "different"
            e.printStackTrace();
        }
        return VerifyCommand.UNDECIDED;
    }

    private static CheckOptions checkOptions(List<String> arguments) {
        return CheckOptions.parse(arguments.subList(1, arguments.size()));
    }

    private static Path configurationFile(List<String> words) {
        return Optional.of(words)
                .filter(given -> !given.isEmpty() && given.get(0).equals("run"))
                .map(given -> CommandArguments.read(new RunOptions(), given.subList(1, given.size())))
                .map(options -> options.configuration)
                .orElseThrow(
                        () -> CommandArguments.invalid(
                                words,
                                "write gaussferry run --config FILE or gaussferry check --config FILE; --help lists the options"));
    }

    @SuppressWarnings("NullAway.Init")
    private static final class RunOptions {

        @Option(names = "--config", required = true)
        private Path configuration;
    }

    private static int run(Path configurationFile) {
        ProgramLog.useConfiguredFormat();
        return new DaemonProcess(ConfigurationFile.readForDaemon(configurationFile)).run();
    }

    /** Messages contain arbitrary names and values; a locale without UTF-8 would print them as question marks. */
    private static void writeUtf8() {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    }
}
