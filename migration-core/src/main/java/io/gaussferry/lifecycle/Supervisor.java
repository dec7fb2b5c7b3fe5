package io.gaussferry.lifecycle;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.opengauss.CutOff;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one piece of work. However one of them ends, those that it feeds or that wait for it hear of it; and when all are to end
 * now, they end in one order: first every wait is aborted, then connections are cut, then the threads are waited for, with a bound. What
 * does not end in that bound is named with its stack in the log, and {@link #join} throws {@link ThreadsLeftException}.
 *
 * <p>Thread-safe. No action is called with a lock held; none may wait.
 */
public final class Supervisor {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    /** How long threads have to end when nothing holds them any more: a busy machine may let them wait for a processor. */
    private static final Duration DEFAULT_BOUND = Duration.ofSeconds(10);

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);

    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The bound is counted in steps of at most this length, so that a process that was stopped meanwhile has lost one step. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** What a thread does. */
    public interface Task {
        /** Does it, on the thread. */
        void run() throws Exception;
    }

    /** What a thread's failure means for the others. */
    public enum Role {
        /** It makes ready what the others need, and changes nothing that an end could tear: the process may end beside it. */
        PREPARES,
        /** What it has handed on is sound: the others end by themselves when they have done that. */
        FEEDS,
        /** Others may wait for what it was to do: all end at once. */
        WORKS
    }

    private final class Member extends Thread {
        private final Role role;
        private final Task task;
        private final Runnable onEnd;

        private Member(String thread, Role role, Task task, Runnable onEnd) {
            super(thread);
            this.role = role;
            this.task = task;
            this.onEnd = onEnd;
            // nothing but join() holds the process
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                task.run();
            } catch (Throwable e) {
                failed(this, e);
            } finally {
                Quietly.run(onEnd);
                ended(this);
            }
        }
    }

    private final String name;
    private final List<Member> members = new ArrayList<>();
    private final List<Runnable> waits = new ArrayList<>();
    private final List<Runnable> cuts = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private final EndReason reason = new EndReason();
    private Runnable onStop = () -> {};
    private Duration bound;
    private boolean stopped;
    private boolean ending;
    private boolean aborted;

    /** @param name what messages call the work */
    public Supervisor(String name) {
        this(name, DEFAULT_BOUND);
    }

    /** @param bound how long threads have to end when they are told to end at once */
    public Supervisor(String name, Duration bound) {
        this.name = name;
        this.bound = bound;
    }

    /** Returns a supervisor of work that one of these threads has done by others, and waits for: it is aborted with this one. */
    public Supervisor within(String part) {
        // shorter, so that it is this one's threads that are named
        Supervisor child =
                new Supervisor(name + ", " + part, bound.multipliedBy(3).dividedBy(4));
        onAbort(child::abort);
        return child;
    }

    /** Sets how the threads are made to end when they have done what they have begun; called at once if that is asked for already. */
    public void onStop(Runnable action) {
        boolean now;
        synchronized (this) {
            onStop = action;
            now = stopped || ending;
        }
        if (now) {
            Quietly.run(action);
        }
    }

    /** Adds a wait that is to be aborted first when all are to end now: whoever waits there, or will, is thrown out. */
    public void onAbort(Runnable wait) {
        addOrRun(waits, wait);
    }

    /** Adds something that is to be cut when all are to end now, after the waits. */
    public void cutOnAbort(Runnable cut) {
        addOrRun(cuts, cut);
    }

    private void addOrRun(List<Runnable> actions, Runnable action) {
        boolean now;
        synchronized (this) {
            now = aborted;
            actions.add(action);
        }
        if (now) {
            Quietly.run(action);
        }
    }

    /**
     * Has a connection cut off when all are to end now, and closed when all threads have ended. Returns it. Whoever closes it before, does so
     * on one of these threads.
     */
    public Connection own(Connection connection) {
        synchronized (this) {
            connections.add(connection);
        }
        cutOnAbort(() -> CutOff.now(connection));
        return connection;
    }

    /** Starts a thread whose end concerns nobody but through its failure; or not, as {@link #start(String, Role, Task, Runnable)} says. */
    public void start(String thread, Role role, Task task) {
        start(thread, role, task, () -> {});
    }

    /**
     * Starts a thread; not if all are to end by now, as the first of several may have failed before the last one is started:
     * {@link #join} says why.
     *
     * @param role what its failure means for the others
     * @param onEnd called on the thread when it ends, in whatever way: lets those go that it would have fed, or that feed it
     */
    public void start(String thread, Role role, Task task, Runnable onEnd) {
        synchronized (this) {
            if (aborted) {
                return;
            }
            Member member = new Member(thread, role, task, onEnd);
            members.add(member);
            member.start();
        }
    }

    private synchronized void ended(Member member) {
        members.remove(member);
        notifyAll();
    }

    private void failed(Member member, Throwable thrown) {
        synchronized (this) {
            reason.note(thrown, member.role == Role.FEEDS, aborted || stopped || ending);
            LOG.debug("Thread {} of {} ended with {}", member.getName(), name, thrown.toString());
        }
        if (member.role != Role.FEEDS) {
            abort();
        }
    }

    /** Returns whether it was asked to stop. */
    public synchronized boolean isStopped() {
        return stopped;
    }

    /** Returns where each thread is, for whoever looks for what it waits for; many lines. */
    public synchronized String stacks() {
        return members.stream()
                .map(member -> "thread " + member.getName() + ", " + stack(member))
                .collect(Collectors.joining("\n"));
    }

    private static String stack(Thread thread) {
        return thread.getState() + ":"
                + Arrays.stream(thread.getStackTrace())
                        .map(frame -> "\n    at " + frame)
                        .collect(Collectors.joining());
    }

    /** Returns whether no thread is left. */
    public synchronized boolean hasEnded() {
        return members.isEmpty();
    }

    /** Makes the threads end when they have done what they have begun. */
    public void stop() {
        synchronized (this) {
            stopped = true;
        }
        Quietly.run(currentOnStop());
    }

    /** Does the same, for the work to be begun again. */
    public void end() {
        synchronized (this) {
            ending = true;
        }
        Quietly.run(currentOnStop());
    }

    private synchronized Runnable currentOnStop() {
        return onStop;
    }

    /** Makes all threads end now: aborts every wait, then cuts every connection. Returns without waiting for them. */
    public void abort() {
        List<Runnable> first;
        List<Runnable> then;
        synchronized (this) {
            if (aborted) {
                return;
            }
            aborted = true;
            first = List.copyOf(waits);
            then = List.copyOf(cuts);
            notifyAll();
        }
        first.forEach(Quietly::run);
        interruptAll();
        then.forEach(Quietly::run);
    }

    /** Does the same, and leaves less time to the threads than they have otherwise. */
    public void abort(Duration shorterBound) {
        synchronized (this) {
            bound = shorterBound.compareTo(bound) < 0 ? shorterBound : bound;
        }
        abort();
    }

    /** For whoever waits where nobody can abort it, as in a sleep. */
    private synchronized void interruptAll() {
        for (Member member : members) {
            if (member != Thread.currentThread()) {
                member.interrupt();
            }
        }
    }

    /** Waits as {@link #join(Runnable)} does. */
    public void join() throws SQLException, InterruptedException {
        join(() -> {});
    }

    /**
     * Waits until all threads have ended, those included that are started meanwhile; and throws what ended them before their time.
     *
     * @param tick called about once a second meanwhile
     * @throws SQLException if a thread did
     * @throws GaussferryException if a thread did, or failed in a way that it should not
     * @throws ThreadsLeftException if threads do not end although they were told to
     * @throws InterruptedException if they were aborted from outside, or this thread is to end
     */
    public void join(Runnable tick) throws SQLException, InterruptedException {
        try {
            awaitEnd(tick);
        } catch (InterruptedException e) {
            abort();
            awaitEndUninterrupted();
            throw e;
        } finally {
            closeOwned();
        }
        rethrow();
    }

    private void awaitEndUninterrupted() {
        while (true) {
            try {
                awaitEnd(() -> {});
                return;
            } catch (InterruptedException again) {
                // it is ending already, within the bound
                LOG.debug("Interrupted again while {} ends", name);
            }
        }
    }

    private void awaitEnd(Runnable tick) throws InterruptedException {
        long sinceAbort = 0;
        long sinceTick = 0;
        while (true) {
            long begun = System.nanoTime();
            synchronized (this) {
                if (members.isEmpty()) {
                    return;
                }
                if (aborted && sinceAbort >= bound.toNanos()) {
                    leave();
                    return;
                }
                TimeUnit.NANOSECONDS.timedWait(this, STEP_NANOS);
            }
            long step = Math.min(System.nanoTime() - begun, STEP_NANOS);
            sinceAbort += isAborted() ? step : 0;
            sinceTick += step;
            if (sinceTick >= TICK_NANOS) {
                sinceTick = 0;
                tick.run();
            }
        }
    }

    private synchronized boolean isAborted() {
        return aborted;
    }

    /** Names the threads that are left. */
    private void leave() {
        for (Member member : members) {
            LOG.error("Thread {} of {} does not end, {}", member.getName(), name, stack(member));
        }
        if (stopped && members.stream().allMatch(member -> member.role == Role.PREPARES)) {
            return; // it holds nothing, and nothing is to be begun again
        }
        throw new ThreadsLeftException(
                name, members.stream().map(Thread::getName).toList(), bound, reason.failure());
    }

    /**
     * Closes the connections that are its own, as {@link #join} has done if it was called: for whoever owned some and started nothing. No
     * connection is closed by two threads, which those of a pool do not bear.
     */
    public void closeOwned() {
        List<Connection> owned;
        synchronized (this) {
            owned = List.copyOf(connections);
            connections.clear();
            // what is closed need not be cut; others may have it by then
            cuts.clear();
        }
        // whoever closes takes leave of the server, which may not answer
        boolean closed = Quietly.within(LONGEST_CLOSE, () -> owned.forEach(this::close));
        if (!closed) {
            owned.forEach(CutOff::now);
        }
    }

    private void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("While closing a connection of {}: {}", name, RowValues.message(e));
        }
    }

    private void rethrow() throws SQLException, InterruptedException {
        boolean wasAborted;
        synchronized (this) {
            wasAborted = aborted;
        }
        reason.rethrow(name, wasAborted);
    }
}
