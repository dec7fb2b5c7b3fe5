package io.gaussferry.pipeline.definition;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.LoggedStatement;
import io.gaussferry.checkpoint.DefinitionChangeStore.Result;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.ddl.plan.DefinitionPlan;
import io.gaussferry.ddl.plan.DefinitionPlan.Hold;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.ConnectionAborter;
import io.gaussferry.opengauss.RetainedSessions;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.pipeline.definition.DefinitionWriter.Refusal;
import io.gaussferry.pipeline.settings.DefinitionSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.snapshot.DueCopies;
import io.gaussferry.pipeline.status.PipelineStatus.HeldDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows definition changes on the target, between two runs of the replay. The translated statements, the new
 * definitions for decoding rows, and the progress are one target transaction
 * ({@code docs/internals/adr/0009-definitions-in-one-transaction.md}). A change that cannot be translated with certainty is held.
 */
public final class DefinitionFollower {

    private static final Logger LOG = LoggerFactory.getLogger(DefinitionFollower.class);

    private static final String HELD_BY_SETTING = "gaussferry.ddl.mode is hold";
    private static final String DECIDE = "check the statements that the target would execute, and apply the change";
    private static final String OTHER_ENGINE =
            "exclude the table (gaussferry.source.tables.exclude) and start again, or convert it on the source (ALTER TABLE …"
                    + " ENGINE = InnoDB) and apply the change";
    private static final String SAME_VIEW =
            "skip the statement if the view is older; apply it if the table was created and dropped before the view";
    private static final String DECIDE_SHARD =
            "apply the change if this shard may differ for now, and later make this table equal to its peers"
                    + " with another statement on the source";

    private final PipelineSettings settings;
    private final RetainedSessions retained;
    private final DefinitionCounts counts;
    private final RuleUsage ruleUsage;
    private final ParsedDefinitions definitions;
    private volatile @Nullable Connection current;
    private volatile @Nullable CreatedTableRows rows;

    /**
     * @param retained the pipeline's sessions between two runs
     * @param counts counts the handled changes
     * @param ruleUsage counts the applied rules
     * @param definitions parses the definitions that are stored on the target
     */
    public DefinitionFollower(
            PipelineSettings settings,
            RetainedSessions retained,
            DefinitionCounts counts,
            RuleUsage ruleUsage,
            ParsedDefinitions definitions) {
        this.settings = settings;
        this.retained = retained;
        this.counts = counts;
        this.ruleUsage = ruleUsage;
        this.definitions = definitions;
    }

    /**
     * The outcome of a statement.
     *
     * @param held the held statement, which is also stored on the target; null if the next run continues after the statement
     * @param changed the tables that differ on the target since then, by their names on the source; null if they are not known
     */
    public record Outcome(@Nullable Held held, @Nullable Set<TableId> changed) {}

    /**
     * A statement that is held for the operator.
     *
     * @param failure the problem and the remedy
     * @param definition the details for the decision
     */
    public record Held(DefinitionException failure, HeldDefinition definition) {}

    /**
     * Follows a statement after everything before it is committed.
     *
     * @param failure the failure that ended the run
     * @param plans the planner of that run
     * @param held the progress ownership
     * @throws GaussferryException of category RETRY if the statement must be retried; then either nothing or everything
     *     was committed
     */
    public Outcome follow(DefinitionException failure, LoggedStatement statement, StatementPlans plans, Ownership held)
            throws InterruptedException {
        try {
            TargetSessions sessions = retained.take();
            boolean completed = false;
            try (Connection target = sessions.open()) {
                current = target;
                Outcome outcome = follow(target, failure, statement, plans, held, statement.rowsFollow());
                completed = true;
                return outcome;
            } finally {
                if (completed) {
                    retained.retain(sessions);
                } else {
                    RetainedSessions.close(sessions);
                }
            }
        } catch (SQLException e) {
            throw Attempt.failure(
                    "follow a definition change on the target: "
                            + statement.context().text(),
                    "check the target's log, and which sessions lock the statement's tables there",
                    e);
        } finally {
            current = null;
        }
    }

    /** Aborts the current statement; any thread. The target rolls it back. */
    public void abort() {
        CreatedTableRows reading = rows;
        if (reading != null) {
            reading.abort();
        }
        Connection target = current;
        if (target != null) {
            ConnectionAborter.abort(target);
        }
    }

    /**
     * @param withRows whether to write the rows after the statement in its transaction too; otherwise the next run
     * writes them
     */
    private Outcome follow(
            Connection target,
            DefinitionException failure,
            LoggedStatement statement,
            StatementPlans plans,
            Ownership held,
            boolean withRows)
            throws SQLException, InterruptedException {
        long started = System.nanoTime();
        ProgressStore store = new ProgressStore(settings.name());
        held.hold(target);
        Found found = store.find(target).orElseThrow();
        GtidSet transaction = GtidSet.parse(statement.gtid().toString());
        if (found.progress().executedSet().containsAll(transaction)) {
            return new Outcome(null, null); // an earlier commit succeeded although its answer was lost
        }
        DefinitionPlan plan = plans.plan(statement, StoredDefinitions.read(target, settings.name(), definitions));
        if (plan instanceof Hold hold) {
            return hold(target, failure, statement, hold);
        }
        DefinitionWork work = DefinitionWork.of(plan);
        if (settings.definitions().mode() == DefinitionSettings.Mode.HOLD && work.changesTables()) {
            return hold(
                    target, failure, statement, new Hold(HELD_BY_SETTING, DECIDE, work.changes(), work.described()));
        }
        Optional<String> engine = CreatedTableEngines.objection(settings.source(), work.changes());
        if (engine.isPresent()) {
            return hold(
                    target, failure, statement, new Hold(engine.get(), OTHER_ENGINE, work.changes(), work.described()));
        }
        Optional<String> view = ViewsOfSource.objection(settings.source(), statement.context(), work.changes());
        if (view.isPresent()) {
            return hold(target, failure, statement, new Hold(view.get(), SAME_VIEW, work.changes(), work.described()));
        }
        ShardAgreement shards = new ShardAgreement(settings, target);
        Optional<String> objection = shards.objection(work.changes());
        if (objection.isPresent()) {
            Hold hold = new Hold(objection.get(), DECIDE_SHARD, work.changes(), work.described());
            return hold(target, failure, statement, hold);
        }
        work = work.withoutIgnoredKeys(settings.source());
        Optional<Refusal> refusal = tryToExecute(target, work);
        if (refusal.isPresent() && refusal.get().otherwise() == Otherwise.COPY_AGAIN) {
            target.rollback();
            held.hold(target);
            work = work.copiedAgain(refusal.get().reason());
            refusal = tryToExecute(target, work);
        }
        if (refusal.isPresent()) {
            target.rollback();
            held.hold(target);
            Hold hold = new Hold(refusal.get().reason(), DECIDE, work.changes(), work.described());
            return hold(target, failure, statement, hold);
        }
        GtidSet executed = found.progress().executedSet();
        executed.addAll(transaction);
        DefinitionWriter writer = new DefinitionWriter(settings.name(), target);
        writer.define(work, statement, executed);
        writer.store(statement, Result.FOLLOWED, work.sql(), work.note(), work.changes());
        if (shards.agree(work.changes(), statement.gtid().toString()).isPresent()) {
            target.rollback(); // a peer shard has made a different change meanwhile: plan the statement again
            return follow(target, failure, statement, plans, held, withRows);
        }
        OwnedProgress owned = new OwnedProgress(held, found.progress(), found.source());
        if (withRows && !writeRows(target, owned, statement, plans, work)) {
            target.rollback();
            return follow(target, failure, statement, plans, held, false);
        }
        if (withRows || !statement.rowsFollow()) {
            store.addExecuted(target, owned, transaction);
        }
        target.commit();
        ruleUsage.committed();
        counts.add(Result.FOLLOWED);
        LOG.info(
                "Followed in {} ms: {} ({}){}",
                (System.nanoTime() - started) / 1_000_000,
                statement.context().text(),
                statement.gtid().describe(),
                work.note().isEmpty() ? "" : "; " + work.note());
        new DueCopies(settings, held).request(work.copied());
        return new Outcome(null, work.tables());
    }

    /**
     * Writes the rows with which a table was created, so that no session sees the table without them.
     *
     * @return whether the target accepts the rows; if not, the next run reports the refusal as for any other change
     */
    private boolean writeRows(
            Connection target,
            OwnedProgress owned,
            LoggedStatement statement,
            StatementPlans plans,
            DefinitionWork work)
            throws SQLException, InterruptedException {
        ruleUsage.rolledBack();
        CreatedTableRows created = new CreatedTableRows(settings, target, owned, ruleUsage);
        rows = created;
        try {
            created.write(statement, plans, work.changes());
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                throw e;
            }
            LOG.debug("The rows of {} are left to the next run: {}", statement.gtid(), RowValueMarks.messageOf(e));
            return false;
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            LOG.debug("The rows of {} are left to the next run: {}", statement.gtid(), RowValueMarks.messageOf(e));
            return false;
        } finally {
            rows = null;
        }
    }

    /** Returns why the target refuses the statement permanently. Throws a failure that may pass. */
    private static Optional<Refusal> refusal(SQLException failure) throws SQLException {
        if (SqlFailure.of(failure).mayPass()) {
            throw failure;
        }
        String reason = "the target refuses the statement: " + RowValueMarks.message(failure) + " (SQLSTATE "
                + failure.getSQLState() + ")";
        return Optional.of(new Refusal(reason, Otherwise.HOLD));
    }

    private Optional<Refusal> tryToExecute(Connection target, DefinitionWork work) throws SQLException {
        try {
            return new DefinitionWriter(settings.name(), target).execute(work.changes(), work.steps());
        } catch (SQLException e) {
            return refusal(e);
        }
    }

    /** Stores that the operator is to decide, and returns the report. */
    private Outcome hold(Connection target, DefinitionException failure, LoggedStatement statement, Hold hold)
            throws SQLException {
        Result result = settings.onFailure() == FailurePolicy.QUARANTINE
                        && !failure.tables().isEmpty()
                ? Result.QUARANTINED
                : Result.HELD;
        new DefinitionWriter(settings.name(), target)
                .store(
                        statement,
                        result,
                        hold.wouldExecute(),
                        hold.reason(),
                        hold.changes() == null ? List.of() : hold.changes());
        target.commit();
        counts.add(result);
        String sql = DefinitionWriter.sql(hold.wouldExecute());
        String would = sql.isEmpty() ? "" : "\n  the target would execute: " + sql.replace("\n", "\n    ");
        String next = result == Result.QUARANTINED
                ? "; copy the tables again: gaussferry copy --config FILE --table NAME --replace"
                : "; then continue after the statement: gaussferry definitions apply|replace|skip --config FILE --transaction "
                        + statement.name() + " --reason TEXT";
        TransactionException report = new TransactionException(
                ErrorCode.DEFINITION_HELD,
                ErrorCategory.FATAL,
                failure.problem() + "\n  The statement is held: " + hold.reason() + would,
                hold.remedy() + next,
                failure,
                failure.transaction());
        return new Outcome(
                new Held(
                        new DefinitionException(report, failure.tables(), statement),
                        new HeldDefinition(statement.context().text(), hold.reason(), hold.remedy(), sql)),
                null);
    }
}
