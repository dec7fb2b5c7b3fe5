package io.gaussferry.app.skip;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.control.WaitingDaemon;
import io.gaussferry.app.control.WaitingDaemon.Skipped;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.TransactionSkip;
import io.gaussferry.pipeline.TransactionSkip.Outcome;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    private static final Set<String> WITH_VALUE = Set.of("--config", "--transaction", "--reason", "--url");

    private SkipCommand() {}

    /** Does what the arguments after {@code skip} say. A GaussferryException says why it could not. */
    public static int run(List<String> arguments, PrintStream output) {
        Map<String, String> given = new HashMap<>();
        boolean definitions = false;
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.equals("--definitions")) {
                definitions = true;
            } else if (WITH_VALUE.contains(word) && i + 1 < arguments.size()) {
                given.put(word, arguments.get(++i));
            } else {
                throw notUnderstood(arguments);
            }
        }
        String reason = given.getOrDefault("--reason", "").strip();
        if (!given.keySet().containsAll(Set.of("--config", "--transaction")) || reason.isEmpty()) {
            throw notUnderstood(arguments);
        }
        Path configuration = Path.of(given.getOrDefault("--config", ""));
        String transaction = given.getOrDefault("--transaction", "");
        print(skip(configuration, url(given.get("--url")), transaction, reason, definitions), definitions, output);
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

    private static Done skip(
            Path configuration, @Nullable URI url, String transaction, String reason, boolean definitions) {
        try {
            Optional<WaitingDaemon> daemon = WaitingDaemon.at(configuration, url, transaction);
            if (daemon.isPresent()) {
                Skipped skipped = daemon.get().skip(reason, definitions);
                return new Done(transaction, skipped.changed(), skipped.added(), skipped.removed());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GaussferryException(ErrorCategory.FATAL, "Interrupted.", "try again", e);
        }
        Outcome outcome =
                new TransactionSkip(ConfigurationFile.read(configuration), transaction, reason, definitions).run();
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

    private static GaussferryException notUnderstood(List<String> arguments) {
        return new GaussferryException(
                ErrorCategory.CONFIGURATION,
                "Not understood: gaussferry skip " + String.join(" ", arguments),
                "write gaussferry skip --config FILE --transaction GTID --reason TEXT; gaussferry skip --help explains it",
                null);
    }
}
