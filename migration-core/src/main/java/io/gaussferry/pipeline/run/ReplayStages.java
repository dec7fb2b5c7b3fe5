package io.gaussferry.pipeline.run;

import io.gaussferry.apply.Applier;
import io.gaussferry.apply.JdbcTargetSession;
import io.gaussferry.apply.TargetSession;
import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.CommitListener;
import io.gaussferry.change.DefinitionException;
import io.gaussferry.change.StatementFilter;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.checkpoint.OwnershipProof;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.convert.Conversion;
import io.gaussferry.lifecycle.Supervisor;
import io.gaussferry.lifecycle.Supervisor.Role;
import io.gaussferry.model.Progress;
import io.gaussferry.mysql.binlog.BinlogChangeSource;
import io.gaussferry.mysql.binlog.ResumePoint;
import io.gaussferry.mysql.history.SourceSelection;
import io.gaussferry.mysql.history.SourceSelection.Chosen;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import io.gaussferry.schedule.Scheduler;
import io.gaussferry.schedule.TransactionQueue;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.observe.ObservedOrder;
import io.gaussferry.schedule.order.CommitOrder;
import io.gaussferry.schedule.order.ThreadMonitor;
import io.gaussferry.schema.DeleteActions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stages of the replay and their connections: created for one run, and started on its threads. */
final class ReplayStages {

    private final RunContext context;
    private final PipelineSettings settings;
    private final ConnectionShare share;
    private final Runnable onEnd;
    private final int appliers;
    private final Start start;
    private final Progress progress;
    private final TransactionQueue queue;
    private final ObservedOrder order;
    private final ChangeSource source;
    private final Scheduler scheduler;
    private final TransactionSink sink;
    private final SourceMonitor watch;
    private final TargetMonitor targetWatch = new TargetMonitor();
    /** Null if this is the pipeline of an incremental snapshot. */
    private final @Nullable ObjectMonitor objects;

    /**
     * The input of the stages.
     *
     * @param source the server that is read
     * @param owned the progress ownership, and the target's progress
     * @param tables the replayed tables
     * @param filter decides which statements are skipped
     * @param conversion converts values
     * @param goal the position up to which copied rows must be replayed; empty if the copy is done
     * @param resumed where reading starts; empty to start after the transactions that the target has
     */
    record Start(
            Chosen source,
            OwnedProgress owned,
            ReplayedTables tables,
            StatementFilter filter,
            Conversion conversion,
            Optional<CatchUpGoal> goal,
            Optional<ResumePoint> resumed) {}

    /**
     * @param share limits the number of appliers
     * @param onEnd called once or more often when an applier ends: ends the threads that watch shared resources of the
     *     run
     */
    ReplayStages(RunContext context, ConnectionShare share, Start start, Runnable onEnd) {
        this.context = context;
        this.settings = context.settings();
        this.share = share;
        this.watch = new SourceMonitor(
                settings.source(), start.source(), start.owned().progress());
        this.objects = context.copies() == null ? null : objectMonitor(context, start);
        this.onEnd = () -> {
            watch.close();
            targetWatch.close();
            if (objects != null) {
                objects.close();
            }
            onEnd.run();
        };
        this.appliers = share.atMost(settings.appliers());
        this.start = start;
        this.progress = start.owned().progress();
        Optional<CatchUpGoal> goal = start.goal();
        this.queue = new TransactionQueue(settings.queueBytes(), this::connected, new ThreadMonitor());
        this.order = context.state()
                .observed(new CommitOrder(settings.batchLimits(), progress, new ThreadMonitor()), appliers);
        TransactionSink observed =
                context.state().show(order, queue, start.tables().target().quarantine());
        context.state().follow(start.source(), progress, order);
        this.source = new BinlogChangeSource(
                start.source().server(),
                start.tables().catalog(),
                start.source().identity(),
                objects == null ? start.filter() : objects.observing(start.filter()),
                SourceSelection::check,
                start.resumed().orElse(null));
        this.scheduler = new Scheduler(
                queue,
                order,
                new RowSplitter(
                        start.conversion()::format,
                        start.tables().target().foreignKeys(),
                        DeleteActions.of(start.tables().catalog().definitions()),
                        start.tables().byTargetName(),
                        start.tables().target()::equality,
                        settings.tracking() == DependencyTracking.LOGICAL_CLOCK),
                settings.tracking(),
                goal.map(CatchUpGoal::catchUp).orElse(null));
        this.sink = goal.<TransactionSink>map(until -> until.endOf(observed, progress.executedSet(), source))
                .orElse(observed);
    }

    private static ObjectMonitor objectMonitor(RunContext context, Start start) {
        return new ObjectMonitor(
                start.source().server(),
                context.settings().name(),
                OwnershipProof.of(start.owned().ownership()),
                context.state()::objectsChanged);
    }

    /** Starts the stages, each on its own thread of the run. */
    void start(RunSessions sessions) throws SQLException, InterruptedException {
        List<TargetSession> applierSessions = openSessions(sessions);
        Supervisor threads = sessions.threads();
        threads.onAbort(() -> {
            queue.abandon();
            order.abort();
        });
        threads.cutOnAbort(source::stop);
        threads.onStop(() -> {
            source.stop();
            queue.abandon();
            order.release();
        });
        threads.start("source", Role.FEEDS, this::read, queue::end);
        threads.start("schedule", Role.RELAYS, scheduler::run, () -> {
            source.stop();
            queue.abandon();
        });
        CommitListener commits = context.listener().commits();
        for (int i = 0; i < applierSessions.size(); i++) {
            Applier applier = new Applier(
                    i,
                    applierSessions.get(i),
                    order,
                    settings.onFailure(),
                    start.tables().target().quarantine(),
                    context.statistics(),
                    commits);
            threads.start("applier-" + i, Role.WORKS, applier::run, onEnd);
        }
        threads.start("connection-share", Role.WORKS, share::watch);
        threads.start("source-watch", Role.WORKS, watch::watch);
        Connection watched = sessions.openBounded();
        threads.start("target-watch", Role.WORKS, () -> targetWatch.watch(watched));
        if (objects != null) {
            Connection target = sessions.openBounded();
            threads.start("object-watch", Role.WORKS, () -> objects.watch(target));
        }
    }

    private List<TargetSession> openSessions(RunSessions sessions) throws SQLException {
        List<TargetSession> opened = new ArrayList<>();
        for (int applier = 0; applier < appliers; applier++) {
            opened.add(JdbcTargetSession.onOpenGauss(
                    sessions.openBounded(),
                    applier,
                    start.owned().ownership(),
                    start.tables().target(),
                    context.ruleUsage(),
                    context.statistics()));
        }
        return opened;
    }

    private void read() throws InterruptedException {
        try {
            source.run(progress, sink);
        } catch (DefinitionException e) {
            throw start.goal().isPresent() ? start.goal().get().between(e) : e;
        }
    }

    private void connected() {
        Optional<CatchUpGoal> goal = start.goal();
        if (goal.isPresent()) {
            context.state().enter(Phase.COPYING);
            context.listener().catchingUp(progress, goal.get().high());
        } else {
            context.listener().replaying(progress);
            context.state().enter(Phase.REPLAYING);
        }
    }
}
