package io.gaussferry.app;

import io.gaussferry.app.accounts.AccountsCommand;
import io.gaussferry.app.assess.AssessCommand;
import io.gaussferry.app.certificate.CertificateCommand;
import io.gaussferry.app.check.CheckCommand;
import io.gaussferry.app.command.CommandRunner;
import io.gaussferry.app.command.CompletionCommand;
import io.gaussferry.app.control.ControlCommand;
import io.gaussferry.app.control.CutoverCommand;
import io.gaussferry.app.control.RehearseCommand;
import io.gaussferry.app.copy.CopyCommand;
import io.gaussferry.app.definitions.DefinitionsCommand;
import io.gaussferry.app.fleet.FleetCommand;
import io.gaussferry.app.objects.ObjectsCommand;
import io.gaussferry.app.shadow.ShadowCommand;
import io.gaussferry.app.skip.SkipCommand;
import io.gaussferry.app.verify.VerifyCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The {@code gaussferry} program: the daemon ({@code run}), the check of both servers before it ({@code check}), and the commands that compare
 * both sides and control a running daemon. The help of a command has its exit codes.
 */
@Command(
        name = "gaussferry",
        synopsisSubcommandLabel = "COMMAND",
        description = "Migrates a live MySQL database to openGauss.",
        footer = "%ngaussferry COMMAND --help lists the options of a command.")
public final class GaussferryApplication {

    private GaussferryApplication() {}

    /** Runs the command; ends the process with its exit code. */
    public static void main(String[] arguments) {
        writeUtf8();
        ProgramLog.initialize();
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    /**
     * Runs a command.
     *
     * @param words the command line without the name of the program
     * @return the exit code
     */
    public static int run(List<String> words, PrintStream output, PrintStream errors) {
        Map<String, Supplier<Object>> commands = commands(output, errors);
        CommandLine program = new CommandLine(new GaussferryApplication());
        Supplier<Object> named = words.isEmpty() ? null : commands.get(words.get(0));
        if (named == null) {
            commands.values().forEach(command -> program.addSubcommand(command.get()));
            program.addSubcommand(new CompletionCommand(output));
        } else {
            // the definitions of the others would only cost start time
            program.addSubcommand(named.get());
        }
        return CommandRunner.run(program, words, output, errors);
    }

    private static Map<String, Supplier<Object>> commands(PrintStream output, PrintStream errors) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("assess", () -> new AssessCommand(output, errors));
        commands.put("check", () -> new CheckCommand(output));
        commands.put("run", RunCommand::new);
        commands.put("status", () -> new ControlCommand.Status(output));
        commands.put("pause", () -> new ControlCommand.Pause(output));
        commands.put("resume", () -> new ControlCommand.Resume(output));
        commands.put("throttle", () -> new ControlCommand.Throttle(output));
        commands.put("failures", () -> new ControlCommand.Failures(output));
        commands.put("retry", () -> new ControlCommand.Retry(output));
        commands.put("skip", () -> new SkipCommand(output));
        commands.put("definitions", () -> new DefinitionsCommand(output));
        commands.put("verify", () -> new VerifyCommand(output, errors));
        commands.put("copy", () -> new CopyCommand(output));
        commands.put("objects", () -> new ObjectsCommand(output, errors));
        commands.put("shadow", () -> new ShadowCommand(output));
        commands.put("accounts", () -> new AccountsCommand(output));
        commands.put("rehearse", () -> new RehearseCommand(output));
        commands.put("cutover", () -> new CutoverCommand(output));
        commands.put("certificate", () -> new CertificateCommand(output));
        commands.put("fleet", () -> new FleetCommand(output, errors));
        return commands;
    }

    /** Messages contain arbitrary names and values; a locale without UTF-8 would print them as question marks. */
    private static void writeUtf8() {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    }
}
