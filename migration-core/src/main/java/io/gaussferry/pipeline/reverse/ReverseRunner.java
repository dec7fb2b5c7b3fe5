package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.change.CommitListener;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.checkpoint.WayBackStore;
import io.gaussferry.error.Attempt;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.metrics.ReplayStatistics;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.opengauss.TargetSessions;
import io.gaussferry.opengauss.decoding.LogicalDecodingSource;
import io.gaussferry.pipeline.reverse.ReverseStatus.Phase;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a way back running on a thread of its own: run after run, until it is stopped or meets what does not pass by itself. Thread-safe.
 */
public final class ReverseRunner implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReverseRunner.class);

    private static final Duration FIRST_DELAY = Duration.ofMillis(200);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(10);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private static final String REMEDY = "look at what the message names";

    private final ReverseSettings settings;
    private final OwnershipProof proof;
    private final Changes changes;
    private final WayBackState state;
    private final TargetHead head;
    private boolean hasBegun;
    private @Nullable ReverseReplay run;
    private @Nullable Thread thread;
    private boolean stopped;

    /** What is to be known of the rows that are changed in MySQL. Called on the way back's threads. */
    public interface Changes {

        /** Takes no notice. */
        Changes NONE = new Changes() {};

        /** Nothing of the target's changes is in MySQL yet: both sides are what they were at the switch. Called before the first commit. */
        default void begins(List<TableDefinition> tables) {}

        /** Returns who is to hear of the rows of every commit. */
        default CommitListener commits() {
            return CommitListener.NONE;
        }
    }

    /**
     * @param proof that the pipeline is owned on the target; asked before each run takes MySQL's progress over
     * @param changes is told which rows are changed
     * @param statistics told of every commit in MySQL
     */
    public ReverseRunner(ReverseSettings settings, OwnershipProof proof, Changes changes, ReplayStatistics statistics) {
        this.settings = settings;
        this.proof = proof;
        this.changes = changes;
        this.state = new WayBackState(statistics);
        this.head = new TargetHead(settings, state::measure);
    }

    /** Begins; called once. */
    public synchronized void start() {
        Thread created = new Thread(this::runAgainAndAgain, "way-back");
        created.setDaemon(true);
        thread = created;
        state.enter(Phase.RUNNING, "");
        created.start();
        head.start();
    }

    /** Returns how it stands; any thread. */
    public ReverseStatus status() {
        return state.status(head.state());
    }

    /** Returns whether changes come back: nobody who brought some before this commits any more. Any thread. */
    public boolean follows() {
        return state.follows();
    }

    private void runAgainAndAgain() {
        Duration delay = FIRST_DELAY;
        try {
            while (!isStopped()) {
                long before = state.statistics().transactions();
                try {
                    runOnce();
                } catch (GaussferryException e) {
                    if (e.category() != ErrorCategory.RETRY) {
                        state.enter(Phase.FAILED, String.valueOf(e.getMessage()));
                        LOG.error("The way back cannot go on, and MySQL stays behind: {}", e.getMessage());
                        return;
                    }
                    state.enter(Phase.RETRYING, String.valueOf(e.getMessage()));
                    LOG.warn("The way back is tried again in {} ms: {}", delay.toMillis(), e.getMessage());
                    pause(delay);
                    Duration longer = delay.multipliedBy(2);
                    delay = state.statistics().transactions() > before
                            ? FIRST_DELAY
                            : longer.compareTo(LONGEST_DELAY) < 0 ? longer : LONGEST_DELAY;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            state.enter(Phase.FAILED, "A defect in Gaussferry: " + RowValues.defect(e));
            LOG.error("A defect in Gaussferry ended the way back; a restarted daemon carries it on", e);
        } finally {
            if (state.phase() != Phase.FAILED) {
                state.enter(Phase.ENDED, state.problem());
            }
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    @SuppressWarnings("WaitNotInLoop") // a shorter pause does no harm
    private synchronized void pause(Duration delay) throws InterruptedException {
        if (!stopped) {
            wait(delay.toMillis());
        }
    }

    private void runOnce() throws InterruptedException {
        try (TargetSessions sessions = new TargetSessions(settings.target(), 1);
                Connection target = sessions.open();
                Connection mysql = settings.openMySql()) {
            WayBackStore.Armed armed = new WayBackStore(settings.name())
                    .find(target)
                    .orElseThrow(() -> new GaussferryException(
                            ErrorCategory.CONFIGURATION,
                            "The way back of pipeline \"" + settings.name() + "\" is not armed.",
                            "it is armed by a cutover, before its switch",
                            null));
            target.commit();
            List<TableDefinition> tables = ReverseTables.read(settings);
            mysql.commit();
            TargetProfile profile = sessions.dialect().profile();
            DurablePlace durable = new DurablePlace(settings.name(), mysql, armed.lsn(), state::reached);
            ReverseReplay next = new ReverseReplay(
                    settings,
                    connection -> takeOver(target, connection),
                    tables,
                    LogicalDecodingSource.startingAt(armed.lsn()),
                    owned -> {
                        LogicalDecodingSource source = new LogicalDecodingSource(
                                settings.decoding(), profile, tables, armed.fingerprints(), durable);
                        state.follow(source::readUpTo);
                        return source;
                    },
                    state,
                    changes.commits());
            if (!hasBegun && isAtBegin(mysql)) {
                changes.begins(tables);
            }
            // of a run that has ended, a commit whose answer was lost may still come about
            hasBegun = true;
            if (begin(next)) {
                state.enter(Phase.RUNNING, "");
                next.run();
            }
        } catch (SQLException e) {
            throw Attempt.failure("bring changes back to MySQL", REMEDY, e);
        }
    }

    /**
     * Takes over MySQL's progress while the target's row of the pipeline is locked: no daemon can take the pipeline over in between, and a daemon that has lost
     * it takes nothing back.
     */
    private Optional<OwnedProgress> takeOver(Connection target, Connection mysql) throws SQLException {
        Ownership owner = proof.hold(target);
        Optional<OwnedProgress> taken =
                new MySqlProgress(settings.name()).takeOwnership(mysql, owner, settings.appliers());
        mysql.commit();
        target.commit();
        return taken;
    }

    /** Nobody has brought anything back since it was armed. */
    private boolean isAtBegin(Connection mysql) throws SQLException {
        boolean isAtBegin = new MySqlProgress(settings.name())
                .find(mysql)
                .map(mark -> mark.position().file().isEmpty())
                .orElse(false);
        mysql.commit();
        return isAtBegin;
    }

    private synchronized boolean begin(ReverseReplay next) {
        run = next;
        return !stopped;
    }

    /**
     * Returns up to which place of the target's log MySQL has everything; empty where it has nothing yet.
     *
     * @throws GaussferryException if MySQL does not answer
     */
    public Optional<LowWaterMark> reached() throws InterruptedException {
        return Attempt.to("ask how far MySQL is", REMEDY, () -> {
            try (Connection mysql = settings.openMySql()) {
                return new MySqlProgress(settings.name())
                        .find(mysql)
                        .filter(mark -> !mark.position().file().isEmpty());
            }
        });
    }

    /** Returns how many transactions of MySQL's own the way back has made there, by a connection to it with autocommit. */
    public long commits(Connection mysql) throws SQLException {
        return new MySqlProgress(settings.name()).commits(mysql);
    }

    /** Ends it: what is in the appliers is committed, if that takes no longer than some seconds. */
    @Override
    public void close() {
        head.stop();
        Thread running;
        ReverseReplay present;
        synchronized (this) {
            stopped = true;
            running = thread;
            present = run;
            notifyAll();
        }
        if (running == null) {
            return;
        }
        if (present != null) {
            present.stop();
        }
        try {
            running.join(LONGEST_END.toMillis());
            if (running.isAlive() && present != null) {
                present.abort();
                running.join(LONGEST_END.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
