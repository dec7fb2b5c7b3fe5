package io.gaussferry.app.definitions;

import io.gaussferry.app.config.ConfigurationOption;
import io.gaussferry.app.control.WaitingDaemon;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.ShardStore.ShardProgress;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.pipeline.definition.DefinitionDecision;
import io.gaussferry.pipeline.definition.DefinitionDecision.Action;
import io.gaussferry.pipeline.definition.DefinitionHistory;
import io.gaussferry.pipeline.settings.PipelineSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.ObjectMapper;

/** {@code definitions}: lists the source's DDL statements, and decides held ones. */
@Command(
        name = "definitions",
        description = {
            "Lists and decides DDL statements of the source (ALTER TABLE and the like). The decision about a held statement"
                    + " continues replication after it with the new definitions. The executed SQL, the definitions and the progress"
                    + " are committed in one target transaction.",
            "A daemon that waits at the statement (on-failure: wait) receives the decision, which requires its token, and"
                    + " continues. Any other running daemon of the pipeline ends."
        },
        footer = DefinitionsCommand.EXIT_CODES,
        subcommands = {
            DefinitionsCommand.Show.class,
            DefinitionsCommand.Apply.class,
            DefinitionsCommand.Replace.class,
            DefinitionsCommand.Skip.class
        })
public final class DefinitionsCommand {

    static final String EXIT_CODES =
            "%nExit code: 0 success; 1 a server failed or the waiting daemon refused; 2 refused. After 1"
                    + " or 2, nothing was changed.";

    private static final int HIGHEST_LIMIT = 1_000;

    private final PrintStream output;

    /** Creates the command. */
    public DefinitionsCommand(PrintStream output) {
        this.output = output;
    }

    /** {@code show}. */
    @Command(
            name = "show",
            description = {
                "Lists the statements with their outcome, newest first. For a held statement it prints the reason and the SQL that"
                        + " the target would execute.",
                "With sharded sources it prints the progress of each shard."
            },
            footer = EXIT_CODES)
    static final class Show implements Callable<Integer> {

        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private DefinitionsCommand parent;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private final ConfigurationOption configuration = new ConfigurationOption();

        @Option(
                names = "--limit",
                defaultValue = "20",
                paramLabel = "N",
                description = "Maximum number of statements to list, 1 to 1000 (default: ${DEFAULT-VALUE}).")
        private int limit;

        @Option(names = "--json", description = "Print JSON, for scripts.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            if (limit < 1 || limit > HIGHEST_LIMIT) {
                throw new ParameterException(spec.commandLine(), "--limit must be 1 to " + HIGHEST_LIMIT);
            }
            PrintStream output = parent.output;
            PipelineSettings settings = configuration.read();
            List<Change> changes = newest(settings, limit);
            if (json) {
                output.println(new ObjectMapper().writeValueAsString(changes));
                return 0;
            }
            if (changes.isEmpty()) {
                output.println("No DDL statement has been replicated.");
            }
            changes.forEach(change -> print(change, output));
            shards(settings).forEach(shard -> print(shard, output));
            output.flush();
            return 0;
        }
    }

    /** The options of a decision. */
    private abstract static class Decision implements Callable<Integer> {

        @ParentCommand
        @SuppressWarnings("NullAway.Init")
        private DefinitionsCommand parent;

        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private final ConfigurationOption configuration = new ConfigurationOption();

        @Option(
                names = "--transaction",
                required = true,
                paramLabel = "GTID",
                description = "The statement's transaction, as the daemon reported it.")
        @SuppressWarnings("NullAway.Init")
        private String transaction;

        @Option(
                names = "--reason",
                required = true,
                paramLabel = "TEXT",
                description = "A reason, stored with the statement in gaussferry.definition_change on the target.")
        @SuppressWarnings("NullAway.Init")
        private String reason;

        @Option(
                names = "--url",
                paramLabel = "URL",
                description =
                        "The address of the waiting daemon, if it uses another port; it prints the address at its start.")
        private @Nullable URI url;

        private final Action action;

        private Decision(Action action) {
            this.action = action;
        }

        /** Returns the replacement; empty for another decision. */
        String sql() {
            return "";
        }

        @Override
        public final Integer call() throws InterruptedException {
            if (reason.isBlank()) {
                throw new ParameterException(spec.commandLine(), "--reason is empty");
            }
            String executed = decide(sql());
            parent.output.println("Replication continues after transaction " + transaction + "; "
                    + (executed.isEmpty() ? "nothing was executed on the target." : "the target executed:"));
            if (!executed.isEmpty()) {
                parent.output.println(executed);
            }
            parent.output.flush();
            return 0;
        }

        private String decide(String sql) throws InterruptedException {
            Optional<WaitingDaemon> daemon = WaitingDaemon.at(configuration.file(), url, transaction);
            if (daemon.isPresent()) {
                String word = action.name().toLowerCase(Locale.ROOT);
                return daemon.get().decide(word, action == Action.REPLACE ? sql : null, reason.strip());
            }
            return new DefinitionDecision(configuration.read(), transaction, action, sql, reason.strip())
                    .run()
                    .executed();
        }
    }

    /** {@code apply}. */
    @Command(name = "apply", description = "Executes on the target the SQL that show prints.", footer = EXIT_CODES)
    static final class Apply extends Decision {

        Apply() {
            super(Action.APPLY);
        }
    }

    /** {@code replace}. */
    @Command(name = "replace", description = "Executes the statements of a file instead.", footer = EXIT_CODES)
    static final class Replace extends Decision {

        @Option(
                names = "--sql-file",
                required = true,
                paramLabel = "FILE",
                description = "Statements for the target, in UTF-8, without COMMIT and ROLLBACK.")
        @SuppressWarnings("NullAway.Init")
        private Path file;

        Replace() {
            super(Action.REPLACE);
        }

        @Override
        String sql() {
            return read(file);
        }
    }

    /** {@code skip}. */
    @Command(
            name = "skip",
            description = "Executes nothing, because the change was made on the target by hand.",
            footer = EXIT_CODES)
    static final class Skip extends Decision {

        Skip() {
            super(Action.SKIP);
        }
    }

    private static List<ShardProgress> shards(PipelineSettings settings) throws InterruptedException {
        if (settings.definitions().shards().entries().isEmpty()) {
            return List.of();
        }
        return read(() -> DefinitionHistory.shards(settings));
    }

    private static void print(ShardProgress shard, PrintStream output) {
        output.println("shard of " + shard.of() + ": " + shard.database() + " of pipeline " + shard.pipeline() + " has "
                + shard.number() + " of " + shard.agreed() + " changes of table " + shard.table());
    }

    private static List<Change> newest(PipelineSettings settings, int limit) throws InterruptedException {
        return read(() -> DefinitionHistory.newest(settings.name(), settings.target(), limit));
    }

    private static <T> T read(Attempt.Call<T> action) throws InterruptedException {
        return Attempt.to(
                "read the DDL statements from the target",
                "check gaussferry.target and the account's privileges",
                action);
    }

    private static void print(Change change, PrintStream output) {
        output.println(change.result().toString().toLowerCase(Locale.ROOT).replace('_', ' ') + "  " + change.gtid()
                + " at " + change.position() + ", executed at " + change.executedAt());
        line(
                output,
                "statement",
                change.statement() + (change.database().isEmpty() ? "" : " (in " + change.database() + ")"));
        line(output, change.result().isDone() ? "executed" : "would be", change.targetSql());
        line(output, change.result().isDone() ? "note" : "reason", change.note());
    }

    private static void line(PrintStream output, String name, String value) {
        if (!value.isEmpty()) {
            output.println(String.format(Locale.ROOT, "  %-11s%s", name, value.replace("\n", "\n             ")));
        }
    }

    private static String read(Path file) {
        String sql;
        try {
            sql = Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw refused(
                    "The file " + file + " cannot be read: " + e, "name a file with SQL for the target, in UTF-8", e);
        }
        if (sql.isEmpty()) {
            throw refused("The file " + file + " is empty.", "name a file with SQL for the target, in UTF-8", null);
        }
        return sql;
    }

    private static GaussferryException refused(String problem, String remedy, @Nullable Throwable cause) {
        return new GaussferryException(ErrorCode.COMMAND_INVALID, problem, remedy, cause);
    }
}
