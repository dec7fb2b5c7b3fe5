package io.gaussferry.app.objects;

import io.gaussferry.app.command.ProgressLine;
import io.gaussferry.app.config.ConfigurationOption;
import io.gaussferry.app.control.ApplyObjectsCommand;
import io.gaussferry.objects.ObjectOutcome;
import io.gaussferry.objects.ObjectVerification;
import io.gaussferry.objects.ObjectVerification.Execution;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code objects}: translates views, routines, triggers and events, and proves them by execution. */
@Command(
        name = "objects",
        description = {
            "Translates the source's views, functions, procedures, triggers and events, creates them on the target in a transaction that"
                    + " is rolled back, and lists each with its state. Changes no object on either side.",
            "verify also reads the views and calls the routines on both sides, at one replicated position, compares what they return,"
                    + " and stores the states for the cutover. On the source nothing is executed that could write, unless it is allowed."
        },
        footer = ObjectsCommand.EXIT_CODES,
        exitCodeOnExecutionException = ObjectsCommand.FAILED,
        subcommands = {
            ObjectsCommand.Plan.class,
            ObjectsCommand.Verify.class,
            ObjectsCommand.Stored.class,
            ApplyObjectsCommand.class
        })
public final class ObjectsCommand {

    static final String EXIT_CODES =
            "%nExit code: 0 every object compiles or was executed; 1 at least one differs or needs work by hand; 2 wrong usage, or a"
                    + " server failed.";

    /** Exit code of a command without a result. */
    static final int FAILED = 2;

    private final PrintStream output;

    private final PrintStream terminal;

    /**
     * Creates the command.
     *
     * @param terminal shows the progress
     */
    public ObjectsCommand(PrintStream output, PrintStream terminal) {
        this.output = output;
        this.terminal = terminal;
    }

    /** The options of both subcommands. */
    private static final class Options {

        @Mixin
        private final ConfigurationOption configuration = new ConfigurationOption();

        @Option(
                names = "--sql",
                description = "Print the SQL for the target, and for objects without one the source's.")
        private boolean sql;

        @Option(
                names = "--values",
                description = "Print values of rows in differences and errors; they may be confidential.")
        private boolean values;

        @Option(names = "--json", description = "Print one JSON document.")
        private boolean json;

        private int run(Execution execution, PrintStream output, PrintStream terminal) {
            PipelineSettings settings = configuration.read();
            ObjectVerification verification =
                    new ObjectVerification(settings.name(), settings.source(), settings.target(), settings.rules());
            ProgressLine progress = new ProgressLine(terminal);
            List<ObjectOutcome> outcomes = verification.run(
                    execution,
                    (object, done, all) -> progress.show(seconds -> "executed " + done + " of " + all + " objects in "
                            + seconds + " s, next " + object.label()));
            if (execution != Execution.NONE) {
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

    /** {@code plan}. */
    @Command(
            name = "plan",
            description = "Translates the objects and has the target compile them.",
            footer = EXIT_CODES,
            exitCodeOnExecutionException = FAILED)
    static final class Plan implements Callable<Integer> {

        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private ObjectsCommand parent;

        @Mixin
        private final Options options = new Options();

        @Override
        public Integer call() {
            return options.run(Execution.NONE, parent.output, parent.terminal);
        }
    }

    /** {@code verify}. */
    @Command(
            name = "verify",
            description = "Executes the objects on both sides, too, and compares what they return.",
            footer = EXIT_CODES,
            exitCodeOnExecutionException = FAILED)
    static final class Verify implements Callable<Integer> {

        /** The executions that are allowed on the source. */
        enum OnSource {
            reading(Execution.READING),
            rollback(Execution.ROLLBACK),
            copy(Execution.COPY);

            private final Execution execution;

            OnSource(Execution execution) {
                this.execution = execution;
            }
        }

        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private ObjectsCommand parent;

        @Mixin
        private final Options options = new Options();

        @Option(
                names = "--execute-on-source",
                defaultValue = "reading",
                paramLabel = "WHAT",
                description = {
                    "reading (default): only what reads, in read-only transactions. rollback: what writes, too, in transactions that are"
                            + " rolled back. They lock rows as the application does, and use AUTO_INCREMENT numbers: prefer a replica or"
                            + " a clone as the source. copy: procedures that commit, too, in databases gaussferry_proof_* with copies of"
                            + " their tables, which are created on both sides and dropped afterwards."
                })
        private OnSource onSource = OnSource.reading;

        @Override
        public Integer call() {
            return options.run(onSource.execution, parent.output, parent.terminal);
        }
    }

    /** {@code list}. */
    @Command(
            name = "list",
            description = "Lists the objects as the last verify left them, which the cutover creates, in their order.",
            footer = "%nExit code: 0 success; 2 wrong usage, or the target failed.",
            exitCodeOnExecutionException = FAILED)
    static final class Stored implements Callable<Integer> {

        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private ObjectsCommand parent;

        @Mixin
        private final ConfigurationOption configuration = new ConfigurationOption();

        @Option(
                names = "--sql",
                description = "Print the SQL for the target, and for objects without one the source's.")
        private boolean sql;

        @Override
        public Integer call() {
            PipelineSettings settings = configuration.read();
            parent.output.print(ObjectsOutput.list(
                    new ObjectVerification(settings.name(), settings.source(), settings.target(), settings.rules())
                            .stored(),
                    sql));
            parent.output.flush();
            return 0;
        }
    }
}
