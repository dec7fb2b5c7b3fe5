package io.gaussferry.pipeline.definition;

import io.gaussferry.change.LoggedStatement;
import io.gaussferry.checkpoint.DefinitionChangeStore;
import io.gaussferry.checkpoint.DefinitionChangeStore.Change;
import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.TableChange;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.model.GtidSet;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.catalog.MySqlSchemaReader;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.catalog.TargetCatalog;
import io.gaussferry.pipeline.decision.CurrentSourceDefinitions;
import io.gaussferry.pipeline.decision.DecisionCommit;
import io.gaussferry.pipeline.decision.DecisionPoint.Decided;
import io.gaussferry.pipeline.decision.OutstandingTransaction;
import io.gaussferry.pipeline.definition.DefinitionWriter.Refusal;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.DueCopies;
import io.gaussferry.pipeline.snapshot.TableHandover;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The operator's decision about a held definition change. Its statements on the target, the new definitions for
 * decoding rows, and the progress are written in one target transaction.
 */
public final class DefinitionDecision {

    private final PipelineSettings settings;
    private final GtidSet transaction;
    private final Action action;
    private final String sql;
    private final String reason;

    /** The kind of decision. */
    public enum Action {
        /** Executes the translated statements on the target. */
        APPLY(Result.APPLIED),
        /** Executes the operator's statements instead of the translated ones. */
        REPLACE(Result.REPLACED),
        /** Executes no statement: the operator has changed the target manually. */
        SKIP(Result.SKIPPED);

        private final Result result;

        Action(Result result) {
            this.result = result;
        }

        /** Returns the result of the definition change after this action. */
        public Result result() {
            return result;
        }
    }

    /**
     * The outcome of a decision.
     *
     * @param transaction the transaction's name
     * @param statement the source's statement
     * @param executed the statements that were executed on the target; may be empty
     */
    public record Outcome(String transaction, String statement, String executed) {}

    /**
     * @param transaction a GTID; or, for a source without GTIDs, the number in the messages
     * @param sql the operator's statements for {@link Action#REPLACE}; otherwise empty
     * @param reason the operator's reason; not empty
     * @throws GaussferryException if the name is invalid
     */
    public DefinitionDecision(PipelineSettings settings, String transaction, Action action, String sql, String reason) {
        this.settings = settings;
        this.transaction = OutstandingTransaction.parse(transaction);
        this.action = action;
        this.sql = sql.strip();
        this.reason = reason;
    }

    /**
     * Executes the decision. A running daemon can no longer commit afterwards, and ends.
     *
     * @throws GaussferryException if the decision was not executed
     */
    public Outcome run() {
        return run(null, until -> {}).outcome();
    }

    /**
     * Executes the decision for a daemon that waits at the change.
     *
     * @param held the caller's ownership; null to take over from the current owner
     * @param committing receives, before the commit, the ownership until its outcome is known
     */
    public Decided<Outcome> run(@Nullable Ownership held, Consumer<Ownership> committing) {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open();
                Connection source = SourceSelection.open(settings.source()).connection()) {
            OwnedProgress owned = new OutstandingTransaction(settings, transaction).take(target, source, held);
            Change change = requireHeld(target);
            LoggedStatement statement = HeldStatement.of(change);
            Conversion conversion = new Conversion(
                    sessions.dialect().profile(),
                    settings.rules(),
                    new RuleUsage(),
                    settings.target().partitions().of(sessions.dialect().partitionKinds()));
            DefinitionWork planned = DefinitionWork.of(plan(target, source, conversion, statement));
            DefinitionWork work = action == Action.APPLY
                    ? planned.withoutIgnoredKeys(settings.source())
                    : planned.withoutQuarantine();
            DefinitionWriter writer = new DefinitionWriter(settings.name(), target);
            List<String> executed = execute(target, writer, work);
            define(target, source, work, owned, statement);
            writer.store(statement, action.result(), executed, reason, work.changes());
            new ShardAgreement(settings, target).decided(work.changes(), change.gtid());
            if (!statement.rowsFollow()) {
                new ProgressStore(settings.name()).addExecuted(target, owned, transaction);
            }
            committing.accept(owned.ownership().untilCommitted(target));
            DecisionCommit.commit(target, "whether the decision about transaction " + transaction + " was carried out");
            new DueCopies(settings, owned.ownership()).request(work.copied());
            return new Decided<>(
                    new Outcome(change.gtid(), change.statement(), DefinitionWriter.sql(executed)), owned.ownership());
        } catch (SQLException e) {
            throw new GaussferryException(
                    ErrorCode.SERVER_FAILED,
                    SqlFailure.of(e).category(),
                    "The decision was not executed: " + RowValueMarks.message(e) + " (SQLSTATE " + e.getSQLState()
                            + ")",
                    "correct the object on the target, or execute other statements: gaussferry definitions replace",
                    e);
        }
    }

    private Change requireHeld(Connection target) throws SQLException {
        DefinitionChangeStore store = new DefinitionChangeStore(settings.name());
        return store.find(target, transaction.toString())
                .filter(change -> change.result() == Result.HELD)
                .orElseThrow(() -> refused(
                        "Transaction " + transaction + " is not a held definition change.",
                        "gaussferry definitions show --config FILE lists the held changes"));
    }

    private DefinitionPlan plan(Connection target, Connection source, Conversion conversion, LoggedStatement statement)
            throws SQLException {
        TableCatalog catalog = new MySqlSchemaReader(source, settings.source())
                .readWithoutTables()
                .without(TableHandover.resnapshotted(new TableCopyStore(settings.name()).read(target)));
        StoredDefinitions inForce = StoredDefinitions.read(target, settings.name());
        return new StatementPlans(settings, conversion, catalog, CascadeLogging.isOn(source), inForce, Set.of())
                .plan(statement, inForce);
    }

    private List<String> execute(Connection target, DefinitionWriter writer, DefinitionWork work) throws SQLException {
        return switch (action) {
            case SKIP -> List.of();
            case REPLACE -> {
                executeScript(target);
                yield List.of(sql);
            }
            case APPLY -> {
                if (!work.isKnown()) {
                    throw refused(
                            "The statements for the target are not known.",
                            "provide them: gaussferry definitions replace; or change the target manually: gaussferry definitions skip");
                }
                Optional<Refusal> refusal = writer.execute(work.changes(), work.steps());
                if (refusal.isPresent()) {
                    throw refused(
                            "The decision was not executed: " + refusal.get().reason(),
                            "correct the object on the target, or execute other statements: gaussferry definitions"
                                    + " replace");
                }
                yield work.sql();
            }
        };
    }

    /** Executes the operator's script. It must not end the transaction, which also contains the progress. */
    private void executeScript(Connection target) throws SQLException {
        try (Statement statement = target.createStatement()) {
            long before = transactionNumber(statement);
            statement.execute(sql);
            if (transactionNumber(statement) != before) {
                throw refused(
                        "The script has ended the transaction: its statements up to that point are committed, and nothing else.",
                        "remove COMMIT and ROLLBACK, check the script's effects on the target, and provide the rest");
            }
        }
    }

    private static long transactionNumber(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT txid_current()")) {
            row.next();
            return row.getLong(1);
        }
    }

    private void define(
            Connection target, Connection source, DefinitionWork work, OwnedProgress owned, LoggedStatement statement)
            throws SQLException {
        GtidSet executed = owned.progress().executedSet();
        executed.addAll(transaction);
        if (!work.isKnown()) {
            CurrentSourceDefinitions.Differences unused =
                    new CurrentSourceDefinitions(settings, target, source).compare(executed, true);
            return;
        }
        for (TableChange change : work.changes()) {
            TableDefinition after = change.after();
            if (after != null
                    && !work.copied().contains(after.id())
                    && new TargetCatalog(target).find(after).isEmpty()) {
                throw refused(
                        "The target has no table " + after.label()
                                + ", which exists on the source after this statement.",
                        "create it on the target with the types in docs/reference/types.md, and decide again");
            }
        }
        new DefinitionWriter(settings.name(), target).define(work, statement, executed);
    }

    private static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCode.DECISION_REFUSED, problem, remedy, null);
    }
}
