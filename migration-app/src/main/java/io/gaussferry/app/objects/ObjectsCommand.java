package io.gaussferry.app.objects;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.objects.ObjectOutcome;
import io.gaussferry.objects.ObjectVerification;
import io.gaussferry.objects.ObjectVerification.Execution;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code objects}: translates views, routines, triggers and events, and proves them by execution. */
@Command(
        name = "gaussferry objects",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Translates the source's views, functions, procedures, triggers and events, creates them on the target in a transaction that"
                    + " is rolled back, and lists each with its state. Changes nothing on either side.",
            "verify also reads the views and calls the routines on both sides, at one replicated position, and compares what they return."
                    + " On the source nothing is executed that could write."
        },
        subcommands = {ObjectsCommand.Plan.class, ObjectsCommand.Verify.class},
        footer = {
            "%nExit code: 0 every object compiles or was executed; 1 at least one differs or needs work by hand; 2 wrong usage, or a server"
                    + " failed."
        })
public final class ObjectsCommand implements Callable<Integer> {

    /** Exit code of a command without a result. */
    private static final int FAILED = 2;

    private final PrintStream output;

    private ObjectsCommand(PrintStream output) {
        this.output = output;
    }

    /**
     * Runs the command.
     *
     * @param arguments the arguments after {@code objects}
     * @return the exit code
     */
    public static int run(String[] arguments, PrintStream output, PrintStream errors) {
        CommandLine line = new CommandLine(new ObjectsCommand(output), new CommandLine.IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                if (type == Plan.class) {
                    return type.cast(new Plan(output));
                }
                return type == Verify.class
                        ? type.cast(new Verify(output))
                        : CommandLine.defaultFactory().create(type);
            }
        });
        line.setOut(new PrintWriter(output, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(errors, true, StandardCharsets.UTF_8));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof GaussferryException known) {
                errors.println("gaussferry: " + known.getMessage());
                return FAILED;
            }
            throw failure;
        });
        return line.execute(arguments);
    }

    @Override
    public Integer call() {
        new CommandLine(this).usage(output);
        return FAILED;
    }

    /** The options of both subcommands. */
    private abstract static class Subcommand implements Callable<Integer> {

        private final PrintStream output;

        @Option(names = "--config", required = true, description = "The configuration of the migration.")
        @SuppressWarnings("NullAway.Init")
        private Path configuration;

        @Option(
                names = "--sql",
                description = "Prints the SQL for the target, and for objects without one the source's.")
        private boolean sql;

        @Option(
                names = "--values",
                description = "Prints values of rows in differences and errors; they may be confidential.")
        private boolean values;

        @Option(names = "--json", description = "Prints one JSON document.")
        private boolean json;

        private Subcommand(PrintStream output) {
            this.output = output;
        }

        abstract Execution execution();

        @Override
        public Integer call() {
            PipelineSettings settings = ConfigurationFile.read(configuration);
            ObjectVerification verification =
                    new ObjectVerification(settings.name(), settings.source(), settings.target());
            List<ObjectOutcome> outcomes = verification.run(execution());
            if (execution() != Execution.NONE) {
                verification.store(outcomes);
            }
            output.print(json ? ObjectsOutput.json(outcomes, values) : ObjectsOutput.text(outcomes, sql, values));
            output.flush();
            boolean all = outcomes.stream()
                    .allMatch(outcome ->
                            outcome.state() == ObjectState.COMPILES || outcome.state() == ObjectState.EXECUTED);
            return all ? 0 : 1;
        }
    }

    @Command(
            name = "plan",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = "Translates the objects and has the target compile them.")
    static final class Plan extends Subcommand {
        private Plan(PrintStream output) {
            super(output);
        }

        @Override
        Execution execution() {
            return Execution.NONE;
        }
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = "Executes the objects on both sides, too, and compares what they return.")
    static final class Verify extends Subcommand {

        /** The executions that are allowed on the source. */
        enum OnSource {
            reading,
            rollback
        }

        @Option(
                names = "--execute-on-source",
                defaultValue = "reading",
                description = {
                    "reading (default): only what reads, in read-only transactions. rollback: what writes, too, in transactions that are"
                            + " rolled back. They lock rows as the application does, and use AUTO_INCREMENT numbers: prefer a replica or"
                            + " a clone as the source."
                })
        private OnSource onSource = OnSource.reading;

        private Verify(PrintStream output) {
            super(output);
        }

        @Override
        Execution execution() {
            return onSource == OnSource.rollback ? Execution.ROLLBACK : Execution.READING;
        }
    }
}
