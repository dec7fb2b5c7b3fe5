package io.gaussferry.cutover;

import io.gaussferry.cutover.compare.Comparison;
import io.gaussferry.cutover.compare.EarlyComparison;
import io.gaussferry.cutover.compare.ReturnPreparation;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.fence.TargetFence;
import io.gaussferry.cutover.link.MySqlSource;
import io.gaussferry.cutover.objects.SourceCounters;
import io.gaussferry.cutover.record.ReturnCourse;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.cutover.state.Sleeper;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.cutover.step.CutoverMachine;
import io.gaussferry.cutover.step.TargetJournal;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseDrain;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.schema.TableDefinition;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns the writers to the source after the switch: the target refuses writes, reverse replication reaches the end of the target's log,
 * both sides are compared, MySQL's counters are raised, and the target records the decision for the source. Until that decision every failure and every crash leaves the
 * writers on the target.
 */
final class ReturnToSource {

    /** The longest time for which writers are refused while reverse replication reads the rest of the target's log. */
    private static final Duration MAX_DRAIN = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(ReturnToSource.class);

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private static final String DECIDED = "the target has decided for the source";

    /** Attempts to raise the fence on the target before the return fails. */
    private static final int MAX_ATTEMPTS = 5;

    private final String pipeline;
    private final TargetFence targetFence;
    private final MySqlSource side;
    private final TargetJournal journal;
    private final ReverseArming arming;
    private final EarlyComparison early;
    private final Comparison comparison;
    private final SourceCounters counters;
    private final ReturnPreparation preparation;
    private final ReturnCourse course;
    private final CutoverMachine.StepTimer timer;
    private final Duration maxPreparation;
    private final Duration maxComparison;
    private final Clock clock;
    private final ReturnDecision decision;

    /**
     * The components of the return.
     *
     * @param early comparison of both sides while the target is written to
     * @param comparison of both sides while both refuse writes
     * @param counters of MySQL, raised before the decision
     * @param preparation of the rows that were changed since the switch
     * @param course receives the steps
     * @param maxPreparation the longest time for the work before the target refuses writes
     * @param maxComparison the longest time for which the comparison may keep writers out
     */
    record Parts(
            TargetFence targetFence,
            MySqlSource side,
            TargetJournal journal,
            ReverseArming arming,
            EarlyComparison early,
            Comparison comparison,
            SourceCounters counters,
            ReturnPreparation preparation,
            ReturnCourse course,
            CutoverMachine.StepTimer timer,
            Duration maxPreparation,
            Duration maxComparison) {}

    /** Checks that the request covers the target's tables. */
    interface TargetCheck {
        /**
         * Checks.
         *
         * @throws GaussferryException if the request does not name a changed table
         */
        void run() throws InterruptedException;
    }

    ReturnToSource(String pipeline, Parts parts, Clock clock) {
        this.pipeline = pipeline;
        this.targetFence = parts.targetFence();
        this.side = parts.side();
        this.journal = parts.journal();
        this.arming = parts.arming();
        this.early = parts.early();
        this.comparison = parts.comparison();
        this.counters = parts.counters();
        this.preparation = parts.preparation();
        this.course = parts.course();
        this.timer = parts.timer();
        this.maxPreparation = parts.maxPreparation();
        this.maxComparison = parts.maxComparison();
        this.clock = clock;
        this.decision = new ReturnDecision(journal::read, targetFence::lower, RETRY_DELAY);
    }

    /**
     * Runs the return up to the decision.
     *
     * @param request the reason and the mode of comparison
     * @param check of the target's tables, once they refuse writes
     * @param hooks pause the application; the caller resumes it if the return fails
     * @param back the running reverse replication; it is stopped when the source has received every change
     * @throws GaussferryException if the return failed: the target then accepts writes as before, and reverse replication has to be started
     * again
     */
    RollingBack run(Switched at, ReverseRunner back, ReturnRequest request, TargetCheck check, ReturnHooks hooks)
            throws InterruptedException {
        try {
            course.start(ReturnCourse.Name.PREPARE, "");
            // obstacles are reported without refusing writes, and looked for again when neither side accepts any
            try (ReverseDrain drain = arming.drain(back)) {
                drain.run(MAX_DRAIN);
            }
            long valued = prepare(request.verify());
            // connected before the target refuses writes
            try (ReverseDrain drain = arming.drain(back)) {
                hooks.pause(at, request.reason());
                return decide(at, back, drain, request, check, valued);
            }
        } catch (GaussferryException e) {
            return decisionOrThrow(e);
        } catch (RuntimeException | Error e) {
            // no defect may leave the target without its writers
            LOG.error("A defect in Gaussferry interrupted the return", e);
            return decisionOrThrow(GaussferryException.ofDefect(e));
        } catch (InterruptedException e) {
            reopenTarget();
            throw e;
        } finally {
            early.close();
        }
    }

    /** Makes the target refuse writes, and decides for the source once both sides are equal. */
    private RollingBack decide(
            Switched at, ReverseRunner back, ReverseDrain drain, ReturnRequest request, TargetCheck check, long valued)
            throws InterruptedException {
        List<TableDefinition> all = arming.tables();
        List<TableDefinition> tables = all.stream()
                .filter(table -> !request.without().contains(table.targetId()))
                .toList();
        long refusedSince = clock.millis();
        course.start(
                ReturnCourse.Name.FENCE,
                "MySQL follows the target"
                        + (request.verify() == VerifyMode.CHANGED ? "; the changed rows were compared" : ""));
        // the decision requires this server: another one may lack the fence
        journal.confirm(journal.read());
        raiseFence(FenceOwner.of(pipeline, at.cutover()));
        // a table may have been created until then; the fence does not cover it
        check.run();
        course.start(ReturnCourse.Name.DRAIN, "the target refuses writes");
        drain.run(MAX_DRAIN);
        back.close();
        course.start(ReturnCourse.Name.VERIFY, "MySQL has every transaction of the target");
        // before the comparison: it names rows that the foreign keys forbid
        String written = finishPreparation(valued);
        String compared = compare(at, request.verify());
        LOG.info("Comparison before the return: {}", compared);
        compared += written;
        course.start(ReturnCourse.Name.COUNTERS, compared);
        // replication resumes from the position that is read next, and never reads these statements
        String numbered = counters.raise(tables);
        LOG.info("Numbers before the return: {}", numbered);
        course.start(ReturnCourse.Name.DECIDE, numbered);
        String refused = String.format(
                Locale.ROOT, "the target refused writes %.2f s before", (clock.millis() - refusedSince) / 1e3);
        RollingBack decided = journal.decideReturn(
                at,
                side.position(),
                request.reason() + " (" + compared + "; " + numbered + "; " + refused
                        + (request.without().isEmpty() ? "" : "; without tables " + request.without()) + ")",
                leftOut(all, request));
        course.decided(DECIDED);
        return decided;
    }

    /** Returns MySQL's tables that the target does not have with the same rows: replication must not change them there. */
    private static List<TableId> leftOut(List<TableDefinition> tables, ReturnRequest request) {
        return tables.stream()
                .filter(table -> request.without().contains(table.targetId()))
                .map(TableDefinition::id)
                .toList();
    }

    private RollingBack decisionOrThrow(GaussferryException failure) throws InterruptedException {
        RollingBack decided = decision.resolve();
        if (decided == null) {
            course.failed(failure.problem());
            throw failure;
        }
        course.decided(DECIDED);
        return decided;
    }

    /** Opens the target to its writers if it responds at once; otherwise the next start of the daemon does. */
    private void reopenTarget() throws InterruptedException {
        try {
            if (!(journal.read() instanceof RollingBack)) {
                targetFence.lower();
            }
        } catch (GaussferryException e) {
            LOG.warn("The target may refuse writes until the daemon is restarted: {}", e.problem());
        }
    }

    /** An attempt whose acknowledgement was lost may have raised it. Open transactions may be too long at one moment. */
    private void raiseFence(FenceOwner owner) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                targetFence.raise(owner);
                return;
            } catch (GaussferryException e) {
                if (e.category() != ErrorCategory.RETRY || attempt == MAX_ATTEMPTS) {
                    throw e;
                }
                LOG.info("The target still accepts writes, attempt {} of {}: {}", attempt, MAX_ATTEMPTS, e.problem());
                Thread.sleep(RETRY_DELAY.toMillis());
            }
        }
    }

    /**
     * Does everything that may take long while the target is written to; returns the number of rows that received MySQL's values of
     * generated columns.
     */
    private long prepare(VerifyMode mode) throws InterruptedException {
        return within(maxPreparation, control -> {
            long rows = preparation.run(control);
            LOG.info(
                    "Before the target refuses writes: MySQL's values of generated columns written to {} rows of the target",
                    rows);
            if (mode == VerifyMode.CHANGED) {
                String unused = early.run(control);
            }
            targetFence.prepare();
            return rows;
        });
    }

    private String compare(Switched at, VerifyMode mode) throws InterruptedException {
        return within(maxComparison, control -> comparison.run(at.cutover(), mode, control));
    }

    /** Makes the generated columns of both sides equal; returns a suffix for the description of the comparison. */
    private String finishPreparation(long before) throws InterruptedException {
        long rows = before + within(maxComparison, preparation::finish);
        if (rows == 0) {
            return "";
        }
        LOG.info("Wrote MySQL's values of generated columns to {} rows of the target", rows);
        return "; MySQL's values of generated columns written to " + rows + " rows of the target";
    }

    /** Work that an exceeded deadline aborts. */
    private interface Work<T> {
        T run(StepControl control) throws InterruptedException;
    }

    private <T> T within(Duration limit, Work<T> work) throws InterruptedException {
        StepControl control =
                new StepControl(clock, Sleeper.REAL, clock.instant().plus(limit));
        try (AutoCloseable watched = timer.start(control, control.left())) {
            return work.run(control);
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a deadline timer could not be closed", e);
        }
    }
}
