package io.gaussferry.app.skip;

import io.gaussferry.app.command.CommandArguments;
import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.control.WaitingDaemon;
import io.gaussferry.app.control.WaitingDaemon.Skipped;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.decision.TransactionSkip;
import io.gaussferry.pipeline.decision.TransactionSkip.Outcome;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code skip --config FILE --transaction GTID --reason TEXT}: records the operator's decision not to replicate a transaction. */
public final class SkipCommand {

    /** The help of {@code skip}. */
    public static final String USAGE = """
            Usage: gaussferry skip --config FILE --transaction GTID --reason TEXT [--definitions] [--url URL]
                   gaussferry skip --fleet URL --pipeline NAME [--token-file FILE] --transaction GTID --reason TEXT [--definitions]

            Makes replication continue after a transaction that it stopped at, without applying that transaction. Make the
            corresponding changes on the target by hand, before or afterwards, or run verify --repair. A daemon that waits at the
            transaction (on-failure: wait) receives the decision, which requires its token, and continues. Any other running
            daemon of the pipeline ends.

              --config FILE        the configuration of the migration
              --transaction GTID   the transaction, as the daemon reported it
              --reason TEXT        a reason, stored with the transaction in gaussferry.skipped_transaction on the target
              --definitions        the transaction contains DDL (ALTER TABLE and the like), and the same change was made on the
                                   target by hand: decode rows by the source's present definitions from now on
              --url URL            the address of the waiting daemon, if it uses another port; it prints the address at its start
              --fleet URL          instead of --config: the worker of Kafka Connect that runs --pipeline NAME waits at the transaction

            Exit code: 0 skipped; 1 a server failed or the waiting daemon refused; 2 refused. After 1 or 2, nothing was changed.
            """;

    @SuppressWarnings("NullAway.Init")
    private static final class Arguments {

        @Option(names = "--config")
        private @Nullable Path configuration;

        @Option(names = "--fleet")
        private List<URI> fleet = List.of();

        @Option(names = "--pipeline")
        private @Nullable String pipeline;

        @Option(names = "--token-file")
        private @Nullable Path tokenFile;

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

    /**
     * Runs {@code skip}.
     *
     * @throws GaussferryException if the transaction cannot be skipped
     */
    public static int run(List<String> arguments, PrintStream output) {
        Arguments given = Optional.of(CommandArguments.read(new Arguments(), arguments))
                .filter(read -> !read.reason.isBlank())
                .filter(read -> (read.configuration == null) == !read.fleet.isEmpty())
                .orElseThrow(
                        () -> CommandArguments.invalid(
                                "skip",
                                arguments,
                                "write gaussferry skip --config FILE --transaction GTID --reason TEXT; gaussferry skip --help lists the options"));
        print(skip(given, url(given.url)), given.definitions, output);
        return 0;
    }

    private static @Nullable URI url(@Nullable String given) {
        try {
            return given == null ? null : URI.create(given);
        } catch (IllegalArgumentException e) {
            throw new GaussferryException(
                    ErrorCode.COMMAND_INVALID,
                    "\"" + given + "\" is not a URL.",
                    "write the address that the daemon printed, such as http://127.0.0.1:7433/",
                    e);
        }
    }

    /** The outcome of a skip, with the names of tables. */
    private record Done(String transaction, List<String> changed, List<String> added, List<String> removed) {

        private boolean definitionsDiffer() {
            return !changed.isEmpty() || !added.isEmpty() || !removed.isEmpty();
        }
    }

    private static Done skip(Arguments given, @Nullable URI url) {
        String reason = given.reason.strip();
        try {
            Optional<WaitingDaemon> daemon = given.configuration == null
                    ? Optional.of(
                            WaitingDaemon.inFleet(given.fleet, given.pipeline, given.tokenFile, given.transaction))
                    : WaitingDaemon.at(given.configuration, url, given.transaction);
            if (daemon.isPresent()) {
                Skipped skipped = daemon.get().skip(reason, given.definitions);
                return new Done(given.transaction, skipped.changed(), skipped.added(), skipped.removed());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GaussferryException(ErrorCode.COMMAND_INTERRUPTED, "Interrupted.", "retry", e);
        }
        Outcome outcome = new TransactionSkip(
                        ConfigurationFile.read(Objects.requireNonNull(given.configuration)),
                        given.transaction,
                        reason,
                        given.definitions)
                .run();
        return new Done(
                outcome.transaction(), names(outcome.changed()), names(outcome.added()), names(outcome.removed()));
    }

    private static List<String> names(List<TableId> tables) {
        return tables.stream().map(TableId::toString).toList();
    }

    private static void print(Done outcome, boolean definitions, PrintStream output) {
        output.println(
                "Transaction " + outcome.transaction() + " is skipped: it counts as executed and was not applied.");
        String verb = definitions
                ? "is decoded by the source's present definition from now on"
                : "has another definition now";
        outcome.changed().forEach(table -> print(output, table, verb));
        String added = definitions ? "is replicated from now on" : "is new on the source and not replicated";
        outcome.added().forEach(table -> print(output, table, added));
        String removed =
                definitions ? "is no longer replicated; it remains on the target" : "no longer exists on the source";
        outcome.removed().forEach(table -> print(output, table, removed));
        if (!definitions && outcome.definitionsDiffer()) {
            output.println(
                    "If that transaction changed them, make the same changes on the target and run skip with --definitions.");
        }
        output.flush();
    }

    private static void print(PrintStream output, String table, String predicate) {
        output.println("Table " + table + " " + predicate + ".");
    }
}
