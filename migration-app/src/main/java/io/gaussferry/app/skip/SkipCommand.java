package io.gaussferry.app.skip;

import io.gaussferry.app.config.ConfigurationFile;
import io.gaussferry.app.control.FleetOptions;
import io.gaussferry.app.control.WaitingDaemon;
import io.gaussferry.app.control.WaitingDaemon.Skipped;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.decision.TransactionSkip;
import io.gaussferry.pipeline.decision.TransactionSkip.Outcome;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code skip}: records the operator's decision not to replicate a transaction. */
@Command(
        name = "skip",
        description = {
            "Makes replication continue after a transaction that it stopped at, without applying that transaction. Make the"
                    + " corresponding changes on the target by hand, before or afterwards, or run verify --repair.",
            "A daemon that waits at the transaction (on-failure: wait) receives the decision, which requires its token, and"
                    + " continues. Any other running daemon of the pipeline ends."
        },
        footer =
                "%nExit code: 0 skipped; 1 a server failed or the waiting daemon refused; 2 refused. After 1 or 2, nothing was"
                        + " changed.")
public final class SkipCommand implements Callable<Integer> {

    private final PrintStream output;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration of the migration.")
    private @Nullable Path configuration;

    @Option(
            names = "--transaction",
            required = true,
            paramLabel = "GTID",
            description = "The transaction, as the daemon reported it.")
    @SuppressWarnings("NullAway.Init")
    private String transaction;

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "A reason, stored with the transaction in gaussferry.skipped_transaction on the target.")
    @SuppressWarnings("NullAway.Init")
    private String reason;

    @Option(
            names = "--definitions",
            description =
                    "The transaction contains DDL (ALTER TABLE and the like), and the same change was made on the target by"
                            + " hand: decode rows by the source's present definitions from now on.")
    private boolean definitions;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "The address of the waiting daemon, if it uses another port; it prints the address at its start.")
    private @Nullable URI url;

    @Mixin
    private final FleetOptions fleet = new FleetOptions();

    /** Creates the command. */
    public SkipCommand(PrintStream output) {
        this.output = output;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (reason.isBlank()) {
            throw new ParameterException(spec.commandLine(), "--reason is empty");
        }
        if ((configuration == null) != fleet.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(), "give either --config FILE or --fleet URL --pipeline NAME");
        }
        print(skip());
        return 0;
    }

    /** The outcome of a skip, with the names of tables. */
    private record Done(String transaction, List<String> changed, List<String> added, List<String> removed) {

        private boolean definitionsDiffer() {
            return !changed.isEmpty() || !added.isEmpty() || !removed.isEmpty();
        }
    }

    private Done skip() throws InterruptedException {
        Optional<WaitingDaemon> daemon = configuration == null
                ? Optional.of(WaitingDaemon.inFleet(fleet, transaction))
                : WaitingDaemon.at(configuration, url, transaction);
        if (daemon.isPresent()) {
            Skipped skipped = daemon.get().skip(reason.strip(), definitions);
            return new Done(transaction, skipped.changed(), skipped.added(), skipped.removed());
        }
        Outcome outcome = new TransactionSkip(
                        ConfigurationFile.read(Objects.requireNonNull(configuration)),
                        transaction,
                        reason.strip(),
                        definitions)
                .run();
        return new Done(
                outcome.transaction(), names(outcome.changed()), names(outcome.added()), names(outcome.removed()));
    }

    private static List<String> names(List<TableId> tables) {
        return tables.stream().map(TableId::toString).toList();
    }

    private void print(Done outcome) {
        output.println(
                "Transaction " + outcome.transaction() + " is skipped: it counts as executed and was not applied.");
        String verb = definitions
                ? "is decoded by the source's present definition from now on"
                : "has another definition now";
        outcome.changed().forEach(table -> print(table, verb));
        String added = definitions ? "is replicated from now on" : "is new on the source and not replicated";
        outcome.added().forEach(table -> print(table, added));
        String removed =
                definitions ? "is no longer replicated; it remains on the target" : "no longer exists on the source";
        outcome.removed().forEach(table -> print(table, removed));
        if (!definitions && outcome.definitionsDiffer()) {
            output.println(
                    "If that transaction changed them, make the same changes on the target and run skip with --definitions.");
        }
        output.flush();
    }

    private void print(String table, String predicate) {
        output.println("Table " + table + " " + predicate + ".");
    }
}
