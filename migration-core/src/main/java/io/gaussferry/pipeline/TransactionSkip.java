package io.gaussferry.pipeline;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.ProgressStore.Ownership;
import io.gaussferry.checkpoint.SkippedTransactions;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.checkpoint.TableHistory;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceConnections;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.schema.DefinitionText;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.CopyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets replay go on behind a transaction that it stopped at, because a person chose so: one that the target does not take, or a
 * change of definitions that was made on the target by hand. The transaction counts as executed, with the reason in
 * {@code gaussferry.skipped_transaction}; its rows are not applied.
 *
 * <p>The definitions by which rows are read can be renewed with it. They are the source's present ones: if a later change of
 * definitions waits in the binlog, rows before it do not fit them, and replay stops there and says so.
 */
public final class TransactionSkip {

    private final PipelineSettings settings;
    private final GtidSet transaction;
    private final String reason;
    private final boolean takeDefinitions;

    /**
     * What was done.
     *
     * @param transaction the transaction's name
     * @param changed tables that are read by another definition from now on
     * @param added tables that are replicated from now on
     * @param removed tables that are not replicated any more; they stay on the target
     */
    public record Outcome(String transaction, List<TableId> changed, List<TableId> added, List<TableId> removed) {}

    /**
     * @param transaction a GTID; or, on a source without GTIDs, the number that messages give it
     * @param reason why, in words; not empty
     * @param takeDefinitions whether to take over the source's present definitions
     * @throws GaussferryException if the name is none
     */
    public TransactionSkip(PipelineSettings settings, String transaction, String reason, boolean takeDefinitions) {
        this.settings = settings;
        this.transaction = parse(transaction);
        this.reason = reason;
        this.takeDefinitions = takeDefinitions;
    }

    private static GtidSet parse(String text) {
        try {
            GtidSet one = GtidSet.parse(
                    text.matches("\\d+")
                            ? Gtid.ofCaptureSequence(Long.parseLong(text)).toString()
                            : text);
            if (one.count() == 1) {
                return one;
            }
        } catch (IllegalArgumentException e) {
            throw refused(
                    "\"" + text + "\" is no transaction's name.",
                    "give the GTID that the daemon named when it stopped, such as 3e11fa47-71ca-11e1-9e33-c80aa9429562:23",
                    e);
        }
        throw refused("\"" + text + "\" is not one transaction.", "give one GTID: each skip is a decision", null);
    }

    /**
     * Does it, in one transaction of the target. A daemon that still runs can commit nothing afterwards, and ends.
     *
     * @return what was done; without {@code takeDefinitions}, which definitions are not those of the source
     * @throws GaussferryException if it cannot be done, and nothing was
     */
    public Outcome run() {
        return run(null).outcome();
    }

    /**
     * What a daemon goes on by that has skipped.
     *
     * @param outcome what was done
     * @param ownership the right to write progress from now on
     */
    record Skipped(Outcome outcome, Ownership ownership) {}

    /** @param held the right that the caller has, by which it is done; null to take it from whoever has it */
    Skipped run(@Nullable Ownership held) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open();
                Connection source = SourceConnections.open(settings.source()).connection()) {
            ProgressStore store = new ProgressStore(settings.name());
            OwnedProgress owned = requireOutstanding(store, target, source, held);
            store.addExecuted(target, owned, transaction);
            GtidSet executed = owned.progress().executedSet();
            executed.addAll(transaction);
            Outcome outcome = definitions(target, source, executed);
            new SkippedTransactions(settings.name())
                    .add(target, transaction.toString(), reason, takeDefinitions ? describe(outcome) : "");
            target.commit();
            return new Skipped(outcome, owned.ownership());
        } catch (SQLException e) {
            throw new GaussferryException(
                    SqlFailure.of(e).category(),
                    "Nothing was skipped: " + e.getMessage() + " (SQLSTATE " + e.getSQLState() + ")",
                    "check that both servers are reachable, and the accounts' privileges",
                    e);
        }
    }

    private OwnedProgress requireOutstanding(
            ProgressStore store, Connection target, Connection source, @Nullable Ownership held) throws SQLException {
        if (store.find(target).isEmpty()) {
            throw refused(
                    "Pipeline \"" + settings.name() + "\" has no progress on the target: there is nothing to skip.",
                    "check gaussferry.pipeline and gaussferry.target.url",
                    null);
        }
        OwnedProgress owned =
                held == null ? store.takeOwnership(target, 1).orElseThrow() : store.renew(target, 1, held);
        // while the target catches up, the copy's epoch goes with that of the progress
        CopyStore copy = new CopyStore(settings.name());
        copy.createIfMissing(target);
        copy.takeOwnership(target, held == null ? 0 : held.epoch());
        if (owned.progress().executedSet().containsAll(transaction)) {
            throw refused(
                    "Transaction " + transaction + " is on the target already.",
                    "look at the GTID that the daemon named when it stopped",
                    null);
        }
        if (owned.source().naming() == Naming.GTID && !executedBySource(source).containsAll(transaction)) {
            throw refused(
                    "The source has not executed transaction " + transaction + ".",
                    "look at the GTID that the daemon named when it stopped",
                    null);
        }
        return owned;
    }

    private static GtidSet executedBySource(Connection source) throws SQLException {
        try (Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
            row.next();
            return GtidSet.parse(row.getString(1));
        }
    }

    private Outcome definitions(Connection target, Connection source, GtidSet executed) throws SQLException {
        TableHistory history = new TableHistory(settings.name());
        Map<TableId, String> stored = history.read(target);
        Map<TableId, TableDefinition> today = new TreeMap<>();
        new MySqlSchemaReader(source, settings.source())
                .read()
                .definitions()
                .forEach(table -> today.put(table.id(), table));
        // tables that are copied beside the replay come back with the definition that the copy has
        new TableCopyStore(settings.name()).read(target).forEach((table, copy) -> {
            if (copy.state().isResnapshotted()) {
                today.remove(table);
                stored.remove(table);
            }
        });
        List<TableId> changed = new ArrayList<>();
        List<TableId> added = new ArrayList<>();
        for (TableDefinition table : today.values()) {
            String before = stored.get(table.id());
            boolean same = before != null
                    && DefinitionText.write(table)
                            .equals(DefinitionText.write(DefinitionText.read(table.id(), before)));
            if (!same) {
                (before == null ? added : changed).add(table.id());
                if (takeDefinitions) {
                    requireOnTarget(target, table);
                    history.put(target, table.id(), DefinitionText.writeWhole(table), executed);
                }
            }
        }
        List<TableId> removed = stored.keySet().stream()
                .filter(table -> !today.containsKey(table))
                .toList();
        if (takeDefinitions) {
            for (TableId table : removed) {
                history.remove(target, table);
            }
        }
        return new Outcome(transaction.toString(), changed, added, removed);
    }

    private static void requireOnTarget(Connection target, TableDefinition table) throws SQLException {
        if (new TargetCatalog(target).find(table).isEmpty()) {
            throw refused(
                    "Table " + table.label() + " is on the source, but not on the target.",
                    "create it there, with the types that docs/types.md names, and skip then",
                    null);
        }
    }

    private static String describe(Outcome outcome) {
        return "changed: " + names(outcome.changed()) + "; added: " + names(outcome.added()) + "; removed: "
                + names(outcome.removed());
    }

    private static String names(List<TableId> tables) {
        return tables.isEmpty()
                ? "none"
                : tables.stream().map(TableId::toString).collect(Collectors.joining(", "));
    }

    private static GaussferryException refused(String problem, String remedy, @Nullable Throwable cause) {
        return new GaussferryException(ErrorCategory.CONFIGURATION, problem, remedy, cause);
    }
}
