package io.gaussferry.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs threads one at a time, and chooses the next one by a random generator at each pause. Time advances only when no
 * thread can continue.
 */
final class Conductor {

    /** The work of an actor. */
    interface Role {
        void play() throws InterruptedException;
    }

    /** Unwinds an actor when the process that it belongs to is killed. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    private static final long UNLIMITED = Long.MAX_VALUE;

    private static final class Actor {
        private final String name;
        private final Semaphore turn = new Semaphore(0);
        private BooleanSupplier ready = () -> true;
        private long deadline = UNLIMITED;
        private boolean ended;

        private Actor(String name) {
            this.name = name;
        }
    }

    private final RandomGenerator random;
    private final List<Actor> actors = new ArrayList<>();
    private final Semaphore idle = new Semaphore(0);
    private final ThreadLocal<Actor> self = new ThreadLocal<>();
    private long nanos;
    private long steps;
    private boolean killed;
    private @Nullable Throwable failure;

    Conductor(RandomGenerator random) {
        this.random = random;
    }

    /** Adds an actor, which starts in {@link #run}. */
    void add(String name, Role role) {
        Actor actor = new Actor(name);
        actors.add(actor);
        Thread thread = new Thread(
                () -> {
                    self.set(actor);
                    actor.turn.acquireUninterruptibly();
                    try {
                        if (!killed) {
                            role.play();
                        }
                    } catch (InterruptedException | Killed e) {
                        // ended on request
                    } catch (Throwable e) {
                        failure = e;
                        killed = true;
                    } finally {
                        actor.ended = true;
                        idle.release();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Runs the actors until all have ended.
     *
     * @param killAfter the number of steps after which all actors are killed
     * @throws AssertionError if no actor can continue
     */
    void run(long killAfter) {
        while (true) {
            List<Actor> alive = actors.stream().filter(actor -> !actor.ended).toList();
            if (alive.isEmpty()) {
                if (failure != null) {
                    throw new AssertionError(failure.toString(), failure);
                }
                return;
            }
            if (steps++ >= killAfter) {
                killed = true;
            }
            List<Actor> ready = killed
                    ? alive
                    : alive.stream()
                            .filter(actor -> actor.deadline <= nanos || actor.ready.getAsBoolean())
                            .toList();
            if (ready.isEmpty()) {
                nanos = alive.stream().mapToLong(actor -> actor.deadline).min().orElseThrow();
                if (nanos == UNLIMITED) {
                    killed = true;
                    throw new AssertionError("no actor can continue: "
                            + alive.stream().map(actor -> actor.name).toList());
                }
                continue;
            }
            Actor next = ready.get(random.nextInt(ready.size()));
            next.turn.release();
            idle.acquireUninterruptibly();
        }
    }

    /** Called by an actor: lets others continue. */
    void pause() {
        await(() -> true, UNLIMITED);
    }

    /**
     * Called by an actor: lets others continue until the condition is true.
     *
     * @param forNanos the longest wait, or MAX_VALUE
     */
    void await(BooleanSupplier condition, long forNanos) {
        Actor actor = self.get();
        actor.ready = condition;
        actor.deadline = forNanos == UNLIMITED ? UNLIMITED : nanos + Math.max(0, forNanos);
        idle.release();
        actor.turn.acquireUninterruptibly();
        actor.deadline = UNLIMITED;
        if (killed) {
            throw new Killed();
        }
    }

    long nanos() {
        return nanos;
    }

    boolean isKilled() {
        return killed;
    }
}
