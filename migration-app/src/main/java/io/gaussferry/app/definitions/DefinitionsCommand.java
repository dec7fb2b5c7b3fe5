package io.gaussferry.app.definitions;

import io.gaussferry.app.command.CommandWords;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.control.WaitingDaemon;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.ShardStore.Place;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
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

    /** What {@code definitions --help} prints. */
    public static final String USAGE = """
            Usage: gaussferry definitions show    --config FILE [--limit N] [--json]
                   gaussferry definitions apply   --config FILE --transaction GTID --reason TEXT [--url URL]
                   gaussferry definitions replace --config FILE --transaction GTID --reason TEXT --sql-file FILE [--url URL]
                   gaussferry definitions skip    --config FILE --transaction GTID --reason TEXT [--url URL]

            The source's changes of definitions (ALTER TABLE and the like): show lists what became of them, the newest first, and
            what is held, with the reason and what the target would execute, and how far each shard is, where there are some. The
            others decide about one that is held; then replay goes on behind it, by the new definitions. What is executed, the
            definitions and the progress are one transaction of the target.

              apply                has the target execute what show says that it would execute
              replace              has the target execute the statements of a file instead; without COMMIT and ROLLBACK
              skip                 executes nothing: the same was done on the target by hand

              --config FILE        the configuration of the migration
              --transaction GTID   the statement's transaction, as the daemon named it when it stopped
              --reason TEXT        why; kept with the statement in gaussferry.definition_change on the target
              --sql-file FILE      statements for the target, in UTF-8
              --limit N            how many to list, 1 to 1000; 20 if not given
              --json               as JSON, for scripts
              --url URL            where the waiting daemon is, when it had to take another port: it prints that at its start

            A daemon that waits at the statement (on-failure: wait) is told so, which takes its token, and goes on; any other daemon
            that still runs ends.
            Exit code: 0 done; 1 a server failed, or the waiting daemon refused; 2 refused. Then nothing is changed.
            """;

    private DefinitionsCommand() {}

    /** Does what the arguments after {@code definitions} say. A GaussferryException says why it could not. */
    public static int run(List<String> arguments, PrintStream output) {
        DefinitionsOptions options = DefinitionsOptions.parse(arguments)
                .orElseThrow(
                        () -> CommandWords.notUnderstood(
                                "definitions",
                                arguments,
                                "write gaussferry definitions show --config FILE; gaussferry definitions --help explains the others"));
        if (options.action() == null) {
            show(options, output);
        } else {
            decide(options, options.action(), output);
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
            output.println("No change of definitions has been met.");
        }
        changes.forEach(change -> print(change, output));
        shards(settings).forEach(place -> print(place, output));
    }

    private static List<Place> shards(PipelineSettings settings) {
        if (settings.definitions().shards().entries().isEmpty()) {
            return List.of();
        }
        return read(() -> DefinitionHistory.shards(settings));
    }

    private static void print(Place place, PrintStream output) {
        output.println("shard of " + place.of() + ": " + place.database() + " of pipeline " + place.pipeline() + " has "
                + place.number() + " of " + place.agreed() + " changes of table " + place.table());
    }

    private static List<Change> newest(PipelineSettings settings, int limit) {
        return read(() -> DefinitionHistory.newest(settings.name(), settings.target(), limit));
    }

    private static <T> T read(Attempt.Call<T> action) {
        try {
            return Attempt.to(
                    "read the changes of definitions from the target",
                    "check gaussferry.target, and the account's privileges",
                    action);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static void print(Change change, PrintStream output) {
        output.println(change.result().toString().toLowerCase(Locale.ROOT).replace('_', ' ') + "  " + change.gtid()
                + " at " + change.place() + ", executed at " + change.executedAt());
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

    private static void decide(DefinitionsOptions options, Action action, PrintStream output) {
        String sql = action == Action.REPLACE ? read(options.sqlFile()) : "";
        String executed = decided(options, action, sql);
        output.println("Replay goes on behind transaction " + options.transaction() + "; "
                + (executed.isEmpty() ? "nothing was executed on the target." : "the target has executed:"));
        if (!executed.isEmpty()) {
            output.println(executed);
        }
    }

    private static String decided(DefinitionsOptions options, Action action, String sql) {
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
            throw refused("There is no SQL that is to be executed instead.", "give a file: --sql-file FILE", null);
        }
        return sql;
    }

    private static GaussferryException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new GaussferryException(ErrorCategory.FATAL, "Interrupted.", "try again", e);
    }

    private static GaussferryException refused(String problem, String remedy, @Nullable Throwable cause) {
        return new GaussferryException(ErrorCategory.CONFIGURATION, problem, remedy, cause);
    }
}
