package io.gaussferry.app;

import io.gaussferry.app.config.DaemonSettings;
import io.gaussferry.app.config.HttpSettings;
import io.gaussferry.app.http.HttpServer;
import io.gaussferry.app.http.RecentErrors;
import io.gaussferry.app.http.Replay;
import io.gaussferry.change.CommitListener;
import io.gaussferry.cutover.CutoverService;
import io.gaussferry.cutover.compare.VerifiedTables;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.Pipeline;
import io.gaussferry.pipeline.StartCheck;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineListener;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the pipeline from start to stop, prints the speed line meanwhile, and a summary at the end. */
class Daemon implements PipelineListener {

    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    /** What is in the appliers when the daemon is told to stop has this long to be committed. */
    private static final Duration DRAIN_PATIENCE = Duration.ofSeconds(5);

    /** A cutover that is at work when the daemon is told to stop is given up first. */
    private static final Duration ROLLBACK_AT_STOP = Duration.ofSeconds(3);

    /** A daemon that cannot replay any more ends when the source has its writers; where that takes longer, the next start does it. */
    private static final Duration LONGEST_ROLLBACK = Duration.ofSeconds(30);

    private final PipelineSettings settings;
    private final HttpSettings http;
    private final RecentErrors errors = new RecentErrors();
    private final ReplayStatistics statistics = new ReplayStatistics();
    private final SpeedLine speedLine = new SpeedLine(statistics, System.out);
    private final Pipeline pipeline;
    private final RuleReport ruleReport;
    private final ContinuousVerification verification;
    private final ContinuousVerification.Direction forward;
    private final VerifiedTables verified;
    private final CutoverService cutover;
    /** Exit code of a daemon that has to be started again (EX_TEMPFAIL of sysexits.h). */
    private static final int START_AGAIN = 75;

    private volatile @Nullable CopyProgress copying;
    private volatile @Nullable CopyProgress copied;

    Daemon(DaemonSettings given) {
        this.http = given.http();
        this.settings = given.pipeline();
        this.pipeline = new Pipeline(settings, statistics, this);
        this.ruleReport = new RuleReport(pipeline.ruleUsage(), LOG::info);
        VerifiedTables verified = new VerifiedTables();
        this.verified = verified;
        this.forward = new ReplayDirection(verified);
        this.verification = VerificationRounds.of(settings, given.verifyShare());
        this.cutover = new CutoverService(
                settings, given.cutover(), new PipelineView(pipeline, statistics, verification), verified);
        given.formerNames().forEach(LOG::warn);
    }

    /** Runs until stopped; returns the process's exit code. A GaussferryException says why it could not go on. */
    int run() {
        GaussferryException missing = missingServer();
        StopSignals.handle(this::stop);
        try (HttpServer server = startServer()) {
            if (missing != null && !pipeline.awaitServers(missing, this::requireReady)) {
                return 0;
            }
            boolean switched = cutover.isSwitched();
            cutover.resume();
            if (!switched) {
                replay();
            }
            if (cutover.isSwitched()) {
                System.out.println(
                        "switched over: nothing is replayed any more; the source is watched until gaussferry cutover finish");
                cutover.awaitEnd();
                if (cutover.state() instanceof CutoverState.RolledBack) {
                    System.out.println(
                            "the source has its writers again: start the daemon once more, and it replays from there");
                    return START_AGAIN;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            verification.close();
            cutover.close();
        }
        return 0;
    }

    /** Makes the first check. Returns the failure if the daemon has to wait for a server; a refusal ends it before the page starts. */
    private @Nullable GaussferryException missingServer() {
        try {
            requireReady();
            return null;
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.RETRY) {
                return e;
            }
            throw e;
        }
    }

    /**
     * Reads the state of the cutover and checks whether replay can start, unless the target was switched to.
     *
     * @throws GaussferryException of category RETRY if only servers that do not answer are in the way
     */
    private void requireReady() {
        CutoverState found;
        try {
            found = findCutover();
        } catch (GaussferryException e) {
            if (e.category() == ErrorCategory.CONFIGURATION) {
                throw e;
            }
            // its words about a target that does not answer are better
            StartCheck.run(settings);
            throw e;
        }
        if (!found.isSwitched()) {
            StartCheck.run(settings);
        }
    }

    /** Nothing may be replayed into a target that others write to. */
    private CutoverState findCutover() {
        try {
            CutoverState found = cutover.find();
            if (found instanceof CutoverState.Finished finished) {
                throw new GaussferryException(
                        ErrorCategory.CONFIGURATION,
                        "Pipeline \"" + settings.name() + "\" was switched over at " + finished.switchedAt() + " by "
                                + finished.cutover().request()
                                + ", and its cutover is finished: nothing is replayed any more.",
                        "leave it at that; another migration needs a gaussferry.pipeline of its own",
                        null);
            }
            return found;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new CutoverState.Idle();
        }
    }

    private @Nullable HttpServer startServer() {
        return http.enabled()
                ? HttpServer.start(
                        http,
                        new Replay(
                                settings.name(),
                                pipeline,
                                statistics,
                                errors,
                                settings.target(),
                                verification,
                                () -> Optional.ofNullable(copying),
                                () -> Optional.ofNullable(copied),
                                cutover))
                : null;
    }

    private void replay() {
        speedLine.start();
        ruleReport.start();
        try {
            pipeline.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GaussferryException e) {
            if (cutover.isSwitched()) {
                LOG.debug("The replay ended at the switch: {}", e.getMessage());
                return;
            }
            errors.add(e, false);
            giveUpCutover("the replay has stopped: " + e.problem(), LONGEST_ROLLBACK);
            if (e.category() == ErrorCategory.STUCK) {
                LastResort.endAfterwards(e);
            }
            throw e;
        } finally {
            if (!cutover.isSwitched()) {
                verification.close();
            }
            speedLine.close();
            ruleReport.close();
            System.out.println(Summary.line(statistics.snapshot(), speedLine.peak()));
            System.out.flush();
        }
    }

    private void giveUpCutover(String reason, Duration patience) {
        try {
            if (!cutover.giveUp(reason, patience)) {
                LOG.error("The source could not be given back to its writers in {}: the next start does it", patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() {
        giveUpCutover("the daemon is being stopped", ROLLBACK_AT_STOP);
        if (cutover.isSwitched()) {
            cutover.close();
        }
        try {
            if (!pipeline.stop(DRAIN_PATIENCE)) {
                LOG.warn(
                        "Not everything that is being applied could be committed in {}: the next start replays it",
                        DRAIN_PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void copying(CopyProgress progress) {
        copying = progress;
        copied = progress;
        System.out.println(progress);
    }

    @Override
    public void incrementalSnapshot(String news) {
        System.out.println(news);
    }

    @Override
    public void catchingUp(Progress from, GtidSet until) {
        System.out.println("catching up from " + from.describe() + " to GTID set " + until
                + ": until then the target is no state of the source");
    }

    @Override
    public void copied(long rows, Progress progress) {
        copying = null;
        System.out.println("copied " + rows + " rows, to be replayed from " + progress.describe());
    }

    @Override
    public void replaying(Progress progress) {
        // of a run before this, a commit whose answer was lost is counted nowhere
        verified.forget();
        System.out.println("replaying from " + progress.describe());
        verification.start(forward);
    }

    @Override
    public CommitListener commits() {
        return verified.commits();
    }

    @Override
    public void queued(GaussferryException waitsFor) {
        LOG.warn("{}", waitsFor.getMessage());
    }

    @Override
    public void waiting(GaussferryException failure) {
        errors.add(failure, false);
        LOG.error(
                "{}\n  replay waits: gaussferry retry tries the transaction again, gaussferry skip passes it over; so does the page",
                failure.getMessage());
    }

    @Override
    public void retrying(GaussferryException failure, Duration delay) {
        errors.add(failure, true);
        LOG.warn("{}\n  starting afresh from what the target has in {} s", failure.getMessage(), delay.toSeconds());
    }
}
