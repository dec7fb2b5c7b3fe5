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
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.opengauss.CutOff;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows changes of definitions on the target, between two runs of the replay: the translated statements, the definitions by which
 * rows are read from then on, and the progress are one transaction of the target ({@code docs/adr/0009-definitions-follow.md}). What
 * is not certain is held.
 */
public final class DefinitionFollower {

    private static final Logger LOG = LoggerFactory.getLogger(DefinitionFollower.class);

    private static final String HELD_BY_SETTING = "gaussferry.ddl.mode is hold";
    private static final String DECIDE = "look at what the target would execute, and have it applied";
    private static final String OTHER_ENGINE =
            "leave the table out (gaussferry.source.tables.exclude) and start again, or convert it at the source (ALTER TABLE …"
                    + " ENGINE = InnoDB) and have it applied";
    private static final String DECIDE_SHARD =
            "have it applied if this shard may differ for now, and give the source another"
                    + " statement that makes it as its sisters are";

    private final PipelineSettings settings;
    private final DefinitionCounts counts;
    private final RuleUsage ruleUsage;
    private volatile @Nullable Connection present;
    private volatile @Nullable CreatedRows rows;

    /**
     * @param counts told of what was done
     * @param ruleUsage told which conversions were used
     */
    public DefinitionFollower(PipelineSettings settings, DefinitionCounts counts, RuleUsage ruleUsage) {
        this.settings = settings;
        this.counts = counts;
        this.ruleUsage = ruleUsage;
    }

    /**
     * A statement that is a person's to decide about.
     *
     * @param failure what is said of it
     * @param definition what can be decided
     */
    public record Held(DefinitionException failure, HeldDefinition definition) {}

    /**
     * Follows a statement, before which everything is committed.
     *
     * @param failure where the run stopped
     * @param plans what that run makes of statements
     * @param held the right to write progress
     * @return why not, if it is held, which the target knows then; empty if the next run goes on behind it
     * @throws GaussferryException of category RETRY, if it is to be tried again; nothing was done then, or all of it
     */
    public Optional<Held> follow(
            DefinitionException failure, LoggedStatement statement, StatementPlans plans, Ownership held)
            throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open()) {
            present = target;
            return follow(target, failure, statement, plans, held, statement.rowsFollow());
        } catch (SQLException e) {
            throw Attempt.failure(
                    "follow a change of definitions on the target: "
                            + statement.context().text(),
                    "look at the target's log, and at what holds locks there on the statement's tables",
                    e);
        } finally {
            present = null;
        }
    }

    /** Breaks off what is at work; any thread. The target takes it back. */
    public void abort() {
        CreatedRows reading = rows;
        if (reading != null) {
            reading.abort();
        }
        Connection target = present;
        if (target != null) {
            CutOff.now(target);
        }
    }

    /** @param withRows whether the rows behind the statement in its transaction are written with it; else the next run does that */
    private Optional<Held> follow(
            Connection target,
            DefinitionException failure,
            LoggedStatement statement,
            StatementPlans plans,
            Ownership held,
            boolean withRows)
            throws SQLException, InterruptedException {
        long begun = System.nanoTime();
        ProgressStore store = new ProgressStore(settings.name());
        held.hold(target);
        Found found = store.find(target).orElseThrow();
        GtidSet transaction = GtidSet.parse(statement.gtid().toString());
        if (found.progress().executedSet().containsAll(transaction)) {
            return Optional.empty(); // a commit of which nobody had heard went through
        }
        DefinitionPlan plan = plans.plan(statement, DefinitionsInForce.read(target, settings.name()));
        if (plan instanceof Hold hold) {
            return Optional.of(hold(target, failure, statement, hold));
        }
        DefinitionWork work = DefinitionWork.of(plan);
        if (settings.definitions().mode() == DefinitionSettings.Mode.HOLD && work.changesTables()) {
            return Optional.of(hold(
                    target, failure, statement, new Hold(HELD_BY_SETTING, DECIDE, work.changes(), work.described())));
        }
        Optional<String> engine = CreatedEngines.objection(settings.source(), work.changes());
        if (engine.isPresent()) {
            return Optional.of(hold(
                    target,
                    failure,
                    statement,
                    new Hold(engine.get(), OTHER_ENGINE, work.changes(), work.described())));
        }
        ShardAgreement shards = new ShardAgreement(settings, target);
        Optional<String> objection = shards.objection(work.changes());
        if (objection.isPresent()) {
            Hold hold = new Hold(objection.get(), DECIDE_SHARD, work.changes(), work.described());
            return Optional.of(hold(target, failure, statement, hold));
        }
        work = work.withoutIgnoredKeys(settings.source());
        Optional<Refusal> refusal = tryToExecute(target, work);
        if (refusal.isPresent()) {
            target.rollback();
            held.hold(target);
            if (refusal.get().otherwise() == Otherwise.HOLD) {
                Hold hold = new Hold(refusal.get().reason(), DECIDE, work.changes(), work.described());
                return Optional.of(hold(target, failure, statement, hold));
            }
            work = work.copiedAgain(refusal.get().reason());
        }
        GtidSet executed = found.progress().executedSet();
        executed.addAll(transaction);
        DefinitionWriter writer = new DefinitionWriter(settings.name(), target);
        writer.define(work, statement, executed);
        writer.keep(statement, Result.FOLLOWED, work.sql(), work.note(), work.changes());
        if (shards.agree(work.changes(), statement.gtid().toString()).isPresent()) {
            target.rollback(); // while this was at work a sister has made something else of it, and the statement is
            // looked at anew
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
                (System.nanoTime() - begun) / 1_000_000,
                statement.context().text(),
                statement.gtid().describe(),
                work.note().isEmpty() ? "" : "; " + work.note());
        new DueCopies(settings, held).request(work.copied());
        return Optional.empty();
    }

    /**
     * Nobody is to see a table without the rows with which it was created.
     *
     * @return whether the target takes them; if not, it is the next run's to say so, and to do as with any change that is refused
     */
    private boolean writeRows(
            Connection target,
            OwnedProgress owned,
            LoggedStatement statement,
            StatementPlans plans,
            DefinitionWork work)
            throws SQLException, InterruptedException {
        ruleUsage.rolledBack();
        CreatedRows created = new CreatedRows(settings, target, owned, ruleUsage);
        rows = created;
        try {
            created.write(statement, plans, work.changes());
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).mayPass()) {
                throw e;
            }
            LOG.debug("The rows of {} are left to the next run: {}", statement.gtid(), RowValues.messageOf(e));
            return false;
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                throw e;
            }
            LOG.debug("The rows of {} are left to the next run: {}", statement.gtid(), RowValues.messageOf(e));
            return false;
        } finally {
            rows = null;
        }
    }

    /** Returns why the target does not take it for good; empty if it has. */
    private static Optional<Refusal> refusal(SQLException failure) throws SQLException {
        if (SqlFailure.of(failure).mayPass()) {
            throw failure;
        }
        String reason =
                "the target refuses it: " + RowValues.message(failure) + " (SQLSTATE " + failure.getSQLState() + ")";
        return Optional.of(new Refusal(reason, Otherwise.HOLD));
    }

    private Optional<Refusal> tryToExecute(Connection target, DefinitionWork work) throws SQLException {
        try {
            return new DefinitionWriter(settings.name(), target).execute(work.changes(), work.steps());
        } catch (SQLException e) {
            return refusal(e);
        }
    }

    /** Notes that a person is to decide, and returns what is said of it. */
    private Held hold(Connection target, DefinitionException failure, LoggedStatement statement, Hold hold)
            throws SQLException {
        Result result = settings.onFailure() == FailurePolicy.QUARANTINE
                        && !failure.tables().isEmpty()
                ? Result.QUARANTINED
                : Result.HELD;
        new DefinitionWriter(settings.name(), target)
                .keep(
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
                ? "; have the tables copied again: gaussferry copy --config FILE --table NAME --replace"
                : "; then start again behind it: gaussferry definitions apply|replace|skip --config FILE --transaction "
                        + statement.name() + " --reason TEXT";
        TransactionException said = new TransactionException(
                ErrorCategory.FATAL,
                failure.problem() + "\n  it is held: " + hold.reason() + would,
                hold.remedy() + next,
                failure,
                failure.transaction());
        return new Held(
                new DefinitionException(said, failure.tables(), statement),
                new HeldDefinition(statement.context().text(), hold.reason(), hold.remedy(), sql));
    }
}
