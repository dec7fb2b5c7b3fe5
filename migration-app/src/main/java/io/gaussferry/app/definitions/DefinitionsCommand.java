package io.gaussferry.app.definitions;

import io.gaussferry.app.command.CommandArguments;
import io.gaussferry.app.config.ConfigurationFile;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/** {@code definitions show|apply|replace|skip}. */
public final class DefinitionsCommand {

    /** The help of {@code definitions}. */
    public static final String USAGE = """
            Usage: gaussferry definitions show    --config FILE [--limit N] [--json]
                   gaussferry definitions apply   --config FILE --transaction GTID --reason TEXT [--url URL]
                   gaussferry definitions replace --config FILE --transaction GTID --reason TEXT --sql-file FILE [--url URL]
                   gaussferry definitions skip    --config FILE --transaction GTID --reason TEXT [--url URL]

            Lists and decides DDL statements of the source (ALTER TABLE and the like). show lists them with their outcome, newest
            first. For a held statement it prints the reason and the SQL that the target would execute; with sharded sources it
            prints the progress of each shard. The other commands decide a held statement; then replication continues after it with
            the new definitions. The executed SQL, the definitions and the progress are committed in one target transaction.

              apply                executes on the target the SQL that show prints
              replace              executes the statements of a file instead, which must not contain COMMIT or ROLLBACK
              skip                 executes nothing, because the change was made on the target by hand

              --config FILE        the configuration of the migration
              --transaction GTID   the statement's transaction, as the daemon reported it
              --reason TEXT        a reason, stored with the statement in gaussferry.definition_change on the target
              --sql-file FILE      statements for the target, in UTF-8
              --limit N            maximum number of statements to list, 1 to 1000, default 20
              --json               print JSON, for scripts
              --url URL            the address of the waiting daemon, if it uses another port; it prints the address at its start

            A daemon that waits at the statement (on-failure: wait) receives the decision, which requires its token, and continues.
            Any other running daemon of the pipeline ends.
            Exit code: 0 success; 1 a server failed or the waiting daemon refused; 2 refused. After 1 or 2, nothing was changed.
            """;

    private DefinitionsCommand() {}

    /**
     * Runs {@code definitions}.
     *
     * @throws GaussferryException if the command fails
     */
    public static int run(List<String> arguments, PrintStream output) {
        DefinitionsOptions options = DefinitionsOptions.parse(arguments)
                .orElseThrow(
                        () -> CommandArguments.invalid(
                                "definitions",
                                arguments,
                                "write gaussferry definitions show --config FILE; gaussferry definitions --help lists the other commands"));
        if (options.action() == null) {
            show(options, output);
        } else {
            printDecision(options, options.action(), output);
        }
        output.flush();
        return 0;
    }

    private static void show(DefinitionsOptions options, PrintStream output) {
        PipelineSettings settings = ConfigurationFile.read(options.configuration());
        List<Change> changes = newest(settings, options.limit());
        if (options.json()) {
            output.println(new ObjectMapper().writeValueAsString(changes));
            return;
        }
        if (changes.isEmpty()) {
            output.println("No DDL statement has been replicated.");
        }
        changes.forEach(change -> print(change, output));
        shards(settings).forEach(shard -> print(shard, output));
    }

    private static List<ShardProgress> shards(PipelineSettings settings) {
        if (settings.definitions().shards().entries().isEmpty()) {
            return List.of();
        }
        return read(() -> DefinitionHistory.shards(settings));
    }

    private static void print(ShardProgress shard, PrintStream output) {
        output.println("shard of " + shard.of() + ": " + shard.database() + " of pipeline " + shard.pipeline() + " has "
                + shard.number() + " of " + shard.agreed() + " changes of table " + shard.table());
    }

    private static List<Change> newest(PipelineSettings settings, int limit) {
        return read(() -> DefinitionHistory.newest(settings.name(), settings.target(), limit));
    }

    private static <T> T read(Attempt.Call<T> action) {
        try {
            return Attempt.to(
                    "read the DDL statements from the target",
                    "check gaussferry.target and the account's privileges",
                    action);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
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

    private static void printDecision(DefinitionsOptions options, Action action, PrintStream output) {
        String sql = action == Action.REPLACE ? read(options.sqlFile()) : "";
        String executed = decide(options, action, sql);
        output.println("Replication continues after transaction " + options.transaction() + "; "
                + (executed.isEmpty() ? "nothing was executed on the target." : "the target executed:"));
        if (!executed.isEmpty()) {
            output.println(executed);
        }
    }

    private static String decide(DefinitionsOptions options, Action action, String sql) {
        try {
            Optional<WaitingDaemon> daemon =
                    WaitingDaemon.at(options.configuration(), options.url(), options.transaction());
            if (daemon.isPresent()) {
                String word = action.name().toLowerCase(Locale.ROOT);
                return daemon.get().decide(word, action == Action.REPLACE ? sql : null, options.reason());
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return new DefinitionDecision(
                        ConfigurationFile.read(options.configuration()),
                        options.transaction(),
                        action,
                        sql,
                        options.reason())
                .run()
                .executed();
    }

    private static String read(@Nullable Path file) {
        String sql;
        try {
            sql = file == null
                    ? ""
                    : Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw refused(
                    "The file " + file + " cannot be read: " + e, "name a file with SQL for the target, in UTF-8", e);
        }
        if (sql.isEmpty()) {
            throw refused("The SQL to execute instead is missing.", "give a file: --sql-file FILE", null);
        }
        return sql;
    }

    private static GaussferryException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new GaussferryException(ErrorCode.COMMAND_INTERRUPTED, "Interrupted.", "retry", e);
    }

    private static GaussferryException refused(String problem, String remedy, @Nullable Throwable cause) {
        return new GaussferryException(ErrorCode.COMMAND_INVALID, problem, remedy, cause);
    }
}
