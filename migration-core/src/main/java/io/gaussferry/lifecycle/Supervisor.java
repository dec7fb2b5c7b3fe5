package io.gaussferry.lifecycle;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one piece of work. When one of them ends, in whatever way, the threads that it feeds and those that
 * wait for it are notified. An abort ends all of them in a fixed order: it aborts every wait, then cuts the
 * connections, then waits for the threads with a time limit. The log contains the stacks of threads that do not end
 * within it, and {@link #join} throws {@link ThreadsLeftException}.
 *
 * <p>Thread-safe. No action is called with a lock held; none may wait.
 */
public final class Supervisor {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    /**
     * The time for threads to end when nothing blocks them: on a busy machine they may have to wait for a processor.
     */
    private static final Duration DEFAULT_BOUND = Duration.ofSeconds(10);

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);

    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The time limit is counted in steps of at most this length, so that a suspended process loses only one step. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The work of a thread. */
    public interface Task {
        /** Runs on the thread. */
        void run() throws Exception;
    }

    /** The consequence of a thread's failure for the others. */
    public enum Role {
        /**
         * The thread prepares the work of others, and changes nothing that an interruption could corrupt: the process
         * may exit without waiting for it.
         */
        PREPARES,
        /** The thread's output is valid: the others complete it and then end. */
        FEEDS,
        /** As {@link #FEEDS}, and the thread passes on the output of a feeder: its failure concerns earlier work than the feeder's. */
        RELAYS,
        /** Others may wait for the thread's work: all threads end immediately. */
        WORKS
    }

    private record Owned(AutoCloseable connection, Runnable cut) {}

    private final class Member extends Thread {
        private final Role role;
        private final Task task;
        private final Runnable onEnd;

        private Member(String thread, Role role, Task task, Runnable onEnd) {
            super(thread);
            this.role = role;
            this.task = task;
            this.onEnd = onEnd;
            // only join() keeps the process running
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
    private final List<Owned> owned = new ArrayList<>();
    private final EndReason reason = new EndReason();
    private Runnable onStop = () -> {};
    private Duration bound;
    private boolean stopped;
    private boolean ending;
    private boolean aborted;

    /** @param name of the work in messages */
    public Supervisor(String name) {
        this(name, DEFAULT_BOUND);
    }

    /** @param bound the time for threads to end after an abort */
    public Supervisor(String name, Duration bound) {
        this.name = name;
        this.bound = bound;
    }

    /** Returns a supervisor for work that one of these threads delegates and waits for: it is aborted with this one. */
    public Supervisor within(String part) {
        // a shorter bound, so that the log names the child's threads
        Supervisor child =
                new Supervisor(name + ", " + part, bound.multipliedBy(3).dividedBy(4));
        onAbort(child::abort);
        return child;
    }

    /**
     * Sets the action that makes the threads end after their current work; called immediately if a stop was already
     * requested.
     */
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

    /** Adds a wait that {@link #abort} ends first: current and future waiters get an exception. */
    public void onAbort(Runnable wait) {
        addOrRun(waits, wait);
    }

    /** Adds an action that {@link #abort} calls after the waits, to cut something off. */
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
     * Registers a connection that {@link #abort} cuts off, and that is closed when all threads have ended. Returns it.
     * It may be closed earlier by one of these threads.
     *
     * @param cut ends the connection at once, while a thread waits for it
     */
    public <C extends AutoCloseable> C own(C connection, Consumer<? super C> cut) {
        Owned registered = new Owned(connection, () -> cut.accept(connection));
        synchronized (this) {
            owned.add(registered);
        }
        cutOnAbort(registered.cut);
        return connection;
    }

    /** Starts a thread as {@link #start(String, Role, Task, Runnable)} does, without an action at its end. */
    public void start(String thread, Role role, Task task) {
        start(thread, role, task, () -> {});
    }

    /**
     * Starts a thread; does nothing after an abort, because a thread may fail before the last one is started:
     * {@link #join} reports the reason.
     *
     * @param role determines the consequence of the thread's failure
     * @param onEnd called on the thread when it ends, in whatever way: releases the threads that it feeds or that feed
     *     it
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
            reason.note(thrown, member.role, aborted || stopped || ending);
            LOG.debug("Thread {} of {} ended with {}", member.getName(), name, thrown.toString());
        }
        if (member.role != Role.FEEDS && member.role != Role.RELAYS) {
            abort();
        }
    }

    /** Returns whether a stop was requested. */
    public synchronized boolean isStopped() {
        return stopped;
    }

    /** Returns the stacks of all threads; many lines. */
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

    /** Returns whether all threads have ended. */
    public synchronized boolean hasEnded() {
        return members.isEmpty();
    }

    /** Makes the threads end after their current work. */
    public void stop() {
        synchronized (this) {
            stopped = true;
        }
        Quietly.run(currentOnStop());
    }

    /** Makes the threads end after their current work, so that the work can be restarted. */
    public void end() {
        synchronized (this) {
            ending = true;
        }
        Quietly.run(currentOnStop());
    }

    private synchronized Runnable currentOnStop() {
        return onStop;
    }

    /** Ends all threads immediately: aborts every wait, then cuts every connection. Does not wait for the threads. */
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

    /** Aborts as {@link #abort()} does, with a shorter time for the threads to end. */
    public void abort(Duration shorterBound) {
        synchronized (this) {
            bound = shorterBound.compareTo(bound) < 0 ? shorterBound : bound;
        }
        abort();
    }

    /** Interrupts all threads, for waits without an abort action such as a sleep. */
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
     * Waits until all threads have ended, including those that are started during the wait, and throws the reason of a
     * premature end.
     *
     * @param tick called about once per second during the wait
     * @throws SQLException if a thread threw it
     * @throws GaussferryException if a thread threw it, or failed unexpectedly
     * @throws ThreadsLeftException if threads do not end after an abort
     * @throws InterruptedException if the threads were aborted without a failure, or this thread was interrupted
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
                // the threads are already ending, within the bound
                LOG.debug("Interrupted again while {} ends", name);
            }
        }
    }

    private void awaitEnd(Runnable tick) throws InterruptedException {
        long sinceAbort = 0;
        long sinceTick = 0;
        while (true) {
            long started = System.nanoTime();
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
            long step = Math.min(System.nanoTime() - started, STEP_NANOS);
            sinceAbort += isAborted() ? step : 0;
            sinceTick += step;
            if (sinceTick >= TICK_NANOS) {
                sinceTick = 0;
                tick.run();
            }
        }
    }

    /** Returns whether the threads were ended by {@link #abort}. */
    public synchronized boolean isAborted() {
        return aborted;
    }

    /** Logs the threads that did not end. */
    private void leave() {
        for (Member member : members) {
            LOG.error("Thread {} of {} does not end, {}", member.getName(), name, stack(member));
        }
        if (stopped && members.stream().allMatch(member -> member.role == Role.PREPARES)) {
            return; // the threads hold no resources, and no work is restarted
        }
        throw new ThreadsLeftException(
                name, members.stream().map(Thread::getName).toList(), bound, reason.failure());
    }

    /**
     * Closes the registered connections. {@link #join} does this too; to be called if no thread was started. Each
     * connection is closed by one thread only, as pooled connections require.
     */
    public void closeOwned() {
        List<Owned> closing;
        synchronized (this) {
            closing = List.copyOf(owned);
            owned.clear();
            // closed connections need no cut; the pool may have lent them to others by then
            cuts.clear();
        }
        // a regular close sends a message to the server, which may not answer
        boolean closed = Quietly.within(LONGEST_CLOSE, () -> closing.forEach(this::close));
        if (!closed) {
            closing.forEach(one -> one.cut.run());
        }
    }

    private void close(Owned one) {
        try {
            one.connection.close();
        } catch (Exception e) {
            LOG.debug("While closing a connection of {}: {}", name, RowValueMarks.messageOf(e));
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
