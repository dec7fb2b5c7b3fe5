package io.gaussferry.throttle;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the load of both servers every second, and holds back work that can wait while a figure exceeds its limit. A figure that cannot be
 * read holds it back as well: a server that does not answer may be overloaded. Each server is asked by a thread of its own. Thread-safe.
 */
public final class LoadThrottler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoadThrottler.class);

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** An older value does not count. */
    private static final Duration LONGEST_VALID = Duration.ofSeconds(5);

    private final ThrottleSettings settings;
    private final List<LoadProbe> probes;
    private final LongSupplier nanoTime;
    private final Map<LoadFigure, Measured> measured = new EnumMap<>(LoadFigure.class);
    private final Map<ThrottledWork, WorkState> states = new EnumMap<>(ThrottledWork.class);
    private final List<Thread> threads = new ArrayList<>();

    /** The result of a question. */
    private record Measured(@Nullable Double value, long nanos, String problem) {}

    /** The workers of one kind, guarded by the throttler. */
    private static final class WorkState {
        private int workers;
        private int running;
        private long heldNanos;
        /** The start of the present wait by the clock; 0 while no worker waits. */
        private long heldSince;
    }

    /**
     * Creates a throttler that is not started.
     *
     * @param source the source, whose first server that answers is asked
     * @param target the target
     */
    public LoadThrottler(ThrottleSettings settings, SourceSettings source, TargetSettings target) {
        this(settings, probes(settings, source, target), System::nanoTime);
    }

    /** @param nanoTime a clock like {@link System#nanoTime} */
    LoadThrottler(ThrottleSettings settings, List<LoadProbe> probes, LongSupplier nanoTime) {
        this.settings = settings;
        this.probes = probes;
        this.nanoTime = nanoTime;
        for (ThrottledWork work : ThrottledWork.values()) {
            states.put(work, new WorkState());
        }
    }

    /** Returns a throttler without limits, which needs no start. */
    public static LoadThrottler none() {
        return new LoadThrottler(ThrottleSettings.NONE, List.of(), System::nanoTime);
    }

    private static List<LoadProbe> probes(ThrottleSettings settings, SourceSettings source, TargetSettings target) {
        List<LoadProbe> probes = new ArrayList<>();
        boolean readsHistory = settings.limits(LoadFigure.SOURCE_HISTORY_LENGTH);
        if (readsHistory || settings.limits(LoadFigure.SOURCE_THREADS_RUNNING)) {
            probes.add(new SourceLoadProbe(source, readsHistory));
        }
        if (settings.limits(LoadFigure.SOURCE_REPLICA_LAG)) {
            probes.add(new ReplicaLagProbe(source, settings.replicas()));
        }
        if (settings.limits(LoadFigure.TARGET_ACTIVE_SESSIONS) || settings.limits(LoadFigure.TARGET_STANDBY_LAG)) {
            probes.add(new TargetLoadProbe(target));
        }
        if (settings.limits(LoadFigure.PROCESSOR_USE)) {
            probes.add(new ProcessorProbe());
        }
        return probes;
    }

    /** Starts to read the figures; called once. Does nothing without limits. */
    public synchronized void start() {
        for (LoadProbe probe : probes) {
            Thread thread =
                    new Thread(() -> readAll(probe), "load-" + probe.subject().replace(' ', '-'));
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void readAll(LoadProbe probe) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                readOnce(probe);
                Thread.sleep(INTERVAL.toMillis());
            }
        } catch (InterruptedException e) {
            LOG.debug("The load of {} is no longer read", probe.subject());
        } finally {
            probe.close();
        }
    }

    /** Reads each figure once on the calling thread, instead of {@link #start}; returns all. */
    public List<LoadReading> readOnce() {
        for (LoadProbe probe : probes) {
            readOnce(probe);
            probe.close();
        }
        return readings();
    }

    /** Reads the figures of a probe once. */
    void readOnce(LoadProbe probe) {
        try {
            Map<LoadFigure, Double> figures = probe.read();
            for (LoadFigure figure : probe.figures()) {
                Double value = figures.get(figure);
                set(figure, value, value == null ? probe.subject() + " does not show it to this account" : "");
            }
        } catch (SQLException e) {
            failed(probe, RowValueMarks.message(e));
        } catch (GaussferryException e) {
            failed(probe, e.problem());
        } catch (RuntimeException e) {
            // the thread must survive a defect of a driver, so that work continues after it
            LOG.warn("Cannot read the load of {}", probe.subject(), e);
            failed(probe, e.getClass().getName());
        }
    }

    private void failed(LoadProbe probe, String problem) {
        probe.close();
        probe.figures().forEach(figure -> set(figure, null, problem));
    }

    private synchronized void set(LoadFigure figure, @Nullable Double value, String problem) {
        Double own = value;
        if (value != null && figure == LoadFigure.SOURCE_THREADS_RUNNING) {
            // each worker has one connection to the source
            own = Math.max(
                    0,
                    value
                            - states.values().stream()
                                    .mapToInt(state -> state.running)
                                    .sum());
        }
        measured.put(figure, new Measured(own, nanoTime.getAsLong(), problem));
    }

    /** Returns the last value of each figure that has a limit. */
    public synchronized List<LoadReading> readings() {
        long now = nanoTime.getAsLong();
        return settings.limits().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(limit -> reading(limit.getKey(), limit.getValue(), now))
                .toList();
    }

    private LoadReading reading(LoadFigure figure, double limit, long now) {
        Measured last = measured.get(figure);
        if (last == null) {
            return new LoadReading(figure, null, limit, "no answer yet");
        }
        if (now - last.nanos() > LONGEST_VALID.toNanos()) {
            return new LoadReading(
                    figure, null, limit, "no answer for " + TimeUnit.NANOSECONDS.toSeconds(now - last.nanos()) + " s");
        }
        return new LoadReading(figure, last.value(), limit, last.problem());
    }

    /** Returns the reasons for which work is held back now; none if it is not. */
    public List<LoadReading> reasons() {
        return settings.limits().isEmpty()
                ? List.of()
                : readings().stream().filter(LoadReading::holds).toList();
    }

    /** Returns the total time for which work of a kind has been held back, including the present wait, in seconds. */
    public synchronized double heldSeconds(ThrottledWork work) {
        WorkState state = Objects.requireNonNull(states.get(work));
        return (state.heldNanos + heldNow(state)) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /** Returns how long work of a kind has been held back without interruption; zero if it is not. */
    public synchronized Duration heldFor(ThrottledWork work) {
        return Duration.ofNanos(heldNow(Objects.requireNonNull(states.get(work))));
    }

    private long heldNow(WorkState state) {
        return state.heldSince == 0 ? 0 : Math.max(1, nanoTime.getAsLong() - state.heldSince);
    }

    /** Returns a worker, to be used by one thread, and to be closed. */
    public synchronized ThrottledWorker worker(ThrottledWork work) {
        Objects.requireNonNull(states.get(work)).workers++;
        return new ThrottledWorker(this, work, settings.minimumShare(), nanoTime);
    }

    /** Records that a worker starts or ends a piece of work. */
    synchronized void running(ThrottledWork work, int change) {
        Objects.requireNonNull(states.get(work)).running += change;
    }

    /** Records that a worker has ended: work without workers does not wait. */
    synchronized void ended(ThrottledWork work) {
        WorkState state = Objects.requireNonNull(states.get(work));
        if (--state.workers == 0) {
            state.heldNanos += heldNow(state);
            state.heldSince = 0;
        }
    }

    /** Records whether a worker is held back, and why; the changes are logged. */
    synchronized void held(ThrottledWork work, List<LoadReading> reasons) {
        WorkState state = Objects.requireNonNull(states.get(work));
        if (reasons.isEmpty() == (state.heldSince == 0)) {
            return;
        }
        String name = work == ThrottledWork.COPY ? "copy" : "verification";
        if (reasons.isEmpty()) {
            state.heldNanos += heldNow(state);
            state.heldSince = 0;
            LOG.info("The {} continues: the load is within its limits", name);
        } else {
            state.heldSince = nanoTime.getAsLong();
            LOG.info(
                    "The {} is held back: {}",
                    name,
                    reasons.stream().map(LoadReading::reason).collect(Collectors.joining("; ")));
        }
    }

    /** Ends the threads; does not wait for them. Afterwards no figure can be read. */
    @Override
    public synchronized void close() {
        threads.forEach(Thread::interrupt);
    }
}
