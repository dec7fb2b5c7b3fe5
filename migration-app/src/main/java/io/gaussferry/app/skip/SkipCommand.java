package io.gaussferry.app.skip;

import io.gaussferry.app.command.CommandWords;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.control.WaitingDaemon;
import io.gaussferry.app.control.WaitingDaemon.Skipped;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.decision.TransactionSkip;
import io.gaussferry.pipeline.decision.TransactionSkip.Outcome;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code skip --config FILE --transaction GTID --reason TEXT}: a person decides that a transaction is not to be replayed. */
public final class SkipCommand {

    /** What {@code skip --help} prints. */
    public static final String USAGE = """
            Usage: gaussferry skip --config FILE --transaction GTID --reason TEXT [--definitions] [--url URL]

            Lets replay go on behind a transaction that it stopped at. What the transaction did is not applied: make up for it on
            the target, before or after, or let verify --repair do so. A daemon that waits at the transaction (on-failure: wait) is
            told so, which takes its token, and goes on; any other daemon that still runs ends.

              --config FILE        the configuration of the migration
              --transaction GTID   the transaction, as the daemon named it when it stopped
              --reason TEXT        why; kept with the transaction in gaussferry.skipped_transaction on the target
              --definitions        the transaction changed definitions (ALTER TABLE and the like), and the same was done on the
                                   target by hand: read rows by the source's present definitions from now on
              --url URL            where the waiting daemon is, when it had to take another port: it prints that at its start

            Exit code: 0 skipped; 1 a server failed, or the waiting daemon refused; 2 refused. Then nothing is changed.
            """;

    @SuppressWarnings("NullAway.Init")
    private static final class Given {

        @Option(names = "--config", required = true)
        private Path configuration;

        @Option(names = "--transaction", required = true)
        private String transaction;

        @Option(names = "--reason", required = true)
        private String reason;

        @Option(names = "--url")
        private @Nullable String url;

        @Option(names = "--definitions")
        private boolean definitions;
    }

    private SkipCommand() {}

    /** Does what the arguments after {@code skip} say. A GaussferryException says why it could not. */
    public static int run(List<String> arguments, PrintStream output) {
        Given given = Optional.of(CommandWords.read(new Given(), arguments))
                .filter(read -> !read.reason.isBlank())
                .orElseThrow(
                        () -> CommandWords.notUnderstood(
                                "skip",
                                arguments,
                                "write gaussferry skip --config FILE --transaction GTID --reason TEXT; gaussferry skip --help explains it"));
        print(skip(given, url(given.url)), given.definitions, output);
        return 0;
    }

    private static @Nullable URI url(@Nullable String given) {
        try {
            return given == null ? null : URI.create(given);
        } catch (IllegalArgumentException e) {
            throw new GaussferryException(
                    ErrorCategory.CONFIGURATION,
                    "\"" + given + "\" is no URL.",
                    "write it as the daemon printed it, such as http://127.0.0.1:7433/",
                    e);
        }
    }

    /** What was done, by whom it was: tables by their names. */
    private record Done(String transaction, List<String> changed, List<String> added, List<String> removed) {

        private boolean definitionsDiffer() {
            return !changed.isEmpty() || !added.isEmpty() || !removed.isEmpty();
        }
    }

    private static Done skip(Given given, @Nullable URI url) {
        String reason = given.reason.strip();
        try {
            Optional<WaitingDaemon> daemon = WaitingDaemon.at(given.configuration, url, given.transaction);
            if (daemon.isPresent()) {
                Skipped skipped = daemon.get().skip(reason, given.definitions);
                return new Done(given.transaction, skipped.changed(), skipped.added(), skipped.removed());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GaussferryException(ErrorCategory.FATAL, "Interrupted.", "try again", e);
        }
        Outcome outcome = new TransactionSkip(
                        ConfigurationFile.read(given.configuration), given.transaction, reason, given.definitions)
                .run();
        return new Done(
                outcome.transaction(), names(outcome.changed()), names(outcome.added()), names(outcome.removed()));
    }

    private static List<String> names(List<TableId> tables) {
        return tables.stream().map(TableId::toString).toList();
    }

    private static void print(Done outcome, boolean definitions, PrintStream output) {
        output.println("Transaction " + outcome.transaction() + " counts as executed; nothing of it was applied.");
        String verb =
                definitions ? "is read by the source's present definition from now on" : "is defined otherwise now";
        outcome.changed().forEach(table -> say(output, table, verb));
        String added = definitions ? "is replicated from now on" : "is on the source now, and not replicated";
        outcome.added().forEach(table -> say(output, table, added));
        String removed =
                definitions ? "is not replicated any more; it stays on the target" : "is no more on the source";
        outcome.removed().forEach(table -> say(output, table, removed));
        if (!definitions && outcome.definitionsDiffer()) {
            output.println(
                    "If that transaction changed them, its like is needed on the target, and skip with --definitions.");
        }
        output.flush();
    }

    private static void say(PrintStream output, String table, String what) {
        output.println("Table " + table + " " + what + ".");
    }
}
