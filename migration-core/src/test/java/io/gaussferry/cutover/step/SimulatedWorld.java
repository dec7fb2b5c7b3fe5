package io.gaussferry.cutover.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.fence.Fence;
import io.gaussferry.cutover.fence.FenceOwner;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.settings.Hooks;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.pipeline.reverse.ReverseReplication;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Simulates the servers and the application of a cutover: the state that survives a daemon. Every call may kill the daemon, or fail like a
 * lost connection, before or after its effect. A failover of the target forgets what no standby has confirmed.
 */
final class SimulatedWorld {

    /** The end of a daemon by {@code kill -9}; not caught by any code under test. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final String SOURCE = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    private final SplittableRandom random;
    private final double killRate;
    private final double failureRate;
    private final double breakRate;
    private final double failoverRate;
    private boolean isDeciding;
    private final List<String> history = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private CutoverState state = new Idle();
    private long epoch;
    private boolean fenced;
    /** Whether an earlier return has fenced the target. */
    private final boolean wasReturned;

    private boolean targetFenced;
    private boolean applicationAtTarget;
    private boolean applicationPaused;
    private boolean objects;
    private boolean prepared;
    private long written = 10;
    private long replayed = 10;

    /** The state of the target's standby. */
    private Target replica;
    /** The number of the target's present primary. */
    private int server;

    /** The part of the state that a failover may lose. */
    private record Target(
            CutoverState state, long epoch, long replayed, boolean objects, boolean prepared, boolean fenced) {}

    /**
     * @param killRate the probability that a call kills the daemon
     * @param failureRate the probability that a call fails
     * @param breakRate the probability that the fence is broken during a call
     * @param failoverRate the probability that the target loses what its standby has not confirmed
     */
    SimulatedWorld(
            SplittableRandom random, double killRate, double failureRate, double breakRate, double failoverRate) {
        this.breakRate = breakRate;
        this.random = random;
        this.killRate = killRate;
        this.failureRate = failureRate;
        this.wasReturned = random.nextBoolean();
        this.targetFenced = wasReturned;
        this.failoverRate = failoverRate;
        this.replica = target();
    }

    private Target target() {
        return new Target(state, epoch, replayed, objects, prepared, targetFenced);
    }

    private void failOver() {
        server++;
        state = replica.state();
        epoch = replica.epoch();
        replayed = replica.replayed();
        objects = replica.objects();
        prepared = replica.prepared();
        targetFenced = replica.fenced();
    }

    /** A daemon's view of the world; it owns the pipeline while its epoch is the current one. */
    final class Side implements Journal, Fence, SourceSide, TargetSide, Hooks, ReverseReplication {

        private final long ownEpoch;
        /** The server of the last confirmation; -1 for any. */
        private int confirmedServer = -1;

        Side() {
            this.ownEpoch = ++epoch;
        }

        private void requireServer() {
            if (confirmedServer >= 0 && confirmedServer != server) {
                throw new GaussferryException(ErrorCode.TARGET_REPLACED, "another server", "none", null);
            }
        }

        private void requireEpoch() {
            if (ownEpoch != epoch) {
                throw new GaussferryException(
                        ErrorCode.PIPELINE_TAKEN_OVER, "Another daemon has taken over.", "none", null);
            }
        }

        @Override
        public CutoverState read() {
            return call("read", () -> {});
        }

        private CutoverState call(String what, Runnable effect) {
            chance(what + ", before");
            effect.run();
            requireOneWriter();
            chance(what + ", after");
            return state;
        }

        private CutoverState write(String what, Runnable effect) {
            return call(what, () -> {
                requireEpoch();
                effect.run();
            });
        }

        @Override
        public Advancing begin(CutoverRequest request, Instant deadline) {
            return (Advancing) write(
                    "begin",
                    () -> state = new Advancing(
                            new Cutover("id", request, now, null, null, null), CutoverStep.PRECHECK, now, deadline));
        }

        @Override
        public Advancing remember(Advancing at, String fenceMemory) {
            Cutover before = at.cutover();
            return (Advancing) write(
                    "remember",
                    () -> state = new Advancing(
                            new Cutover(
                                    before.id(),
                                    before.request(),
                                    before.started(),
                                    fenceMemory,
                                    now,
                                    before.fencedPosition()),
                            at.step(),
                            at.since(),
                            at.deadline()));
        }

        @Override
        public Advancing recordPosition(Advancing at, FencedPosition where) {
            Cutover before = at.cutover();
            return (Advancing) write(
                    "record position",
                    () -> state = new Advancing(
                            new Cutover(
                                    before.id(),
                                    before.request(),
                                    before.started(),
                                    before.fenceMemory(),
                                    before.fencedAt(),
                                    where),
                            at.step(),
                            at.since(),
                            at.deadline()));
        }

        @Override
        public Advancing enter(Advancing at, CutoverStep next, Instant deadline, String detail) {
            return (Advancing) write("enter " + next, () -> {
                requireServer();
                state = new Advancing(at.cutover(), next, now, deadline);
            });
        }

        @Override
        public RollingBack rollBack(Advancing at, String reason) {
            return (RollingBack) write("roll back", () -> {
                assertThat(state).isInstanceOf(Advancing.class);
                state = new RollingBack(at.cutover(), reason, now);
            });
        }

        @Override
        public void admitReverseReplication(FenceOwner owner, String memory) {
            throw new AssertionError("only the watch admits reverse replication");
        }

        @Override
        public void prepare() {
            // neither the fence nor reverse replication needs preparation here
        }

        @Override
        public void recordSwitch(FenceOwner owner, String memory) {
            throw new AssertionError("only the watch makes the fence permanent");
        }

        @Override
        public List<String> otherOwners(FenceOwner owner) {
            return List.of();
        }

        @Override
        public String arm(Duration longest) {
            return "";
        }

        void openTarget() {
            call("open the target", () -> targetFenced = false);
        }

        @Override
        public void disarm() {
            // nothing was armed
        }

        @Override
        public RolledBack rolledBack(RollingBack at, String detail) {
            return (RolledBack) write("rolled back", () -> {
                requireServer();
                state = new RolledBack(at.cutover(), at.reason(), now);
            });
        }

        @Override
        public Switched switchOver(Advancing at, Guard guard, String detail) throws InterruptedException {
            chance("switch, before");
            requireEpoch();
            requireServer();
            if (!Objects.requireNonNull(at.cutover().fencedPosition()).isReachedBy(progressNow())) {
                throw new GaussferryException(ErrorCode.TARGET_BEHIND, "not there", "none", null);
            }
            assertThat(targetFenced)
                    .as("the target is open only after the decision: %s", history)
                    .isEqualTo(wasReturned);
            isDeciding = true;
            try {
                guard.check(at);
            } finally {
                isDeciding = false;
            }
            state = new Switched(at.cutover(), CutoverStep.SWITCH, now, now);
            chance("switch, after");
            return (Switched) state;
        }

        @Override
        public Switched watch(Switched at, String detail) {
            return (Switched) write("watch", () -> {
                requireServer();
                state = new Switched(at.cutover(), CutoverStep.WATCH, now, at.switchedAt());
            });
        }

        @Override
        public Finished finish(Switched at, String detail) {
            return (Finished) write("finish", () -> state = new Finished(at.cutover(), now, at.switchedAt()));
        }

        @Override
        public void confirm(CutoverState expected) {
            call("confirm", () -> {
                replica = target();
                confirmedServer = server;
            });
            if (!state.equals(expected)) {
                throw new GaussferryException(ErrorCode.CUTOVER_STATE_CHANGED, "forgotten", "none", null);
            }
        }

        @Override
        public void problem(String problem) {
            write("problem", () -> {});
        }

        @Override
        public void requireOwnership() {
            write("require ownership", () -> {});
        }

        @Override
        public String capture(FenceOwner owner) {
            call("capture", () -> {});
            return "before\n";
        }

        @Override
        public void raise(FenceOwner owner, String memory, StepControl control) {
            call("raise", () -> fenced = true);
        }

        @Override
        public String gap(String memory) {
            call("gap", () -> {});
            return fenced ? "" : "open";
        }

        @Override
        public void release(FenceOwner owner, String memory) {
            call("release", () -> fenced = false);
        }

        @Override
        public FencedPosition position() {
            call("position", () -> {});
            return new FencedPosition(SOURCE + ":1-" + written, new BinlogPosition("binlog.000001", written));
        }

        @Override
        public List<String> preparedTransactions() {
            return List.of();
        }

        @Override
        public void exclusively(Action action) throws InterruptedException {
            action.run();
        }

        private Progress progressNow() {
            return new Progress(
                    SOURCE + ":1-" + replayed,
                    new LowWaterMark(replayed, new BinlogPosition("binlog.000001", replayed)));
        }

        @Override
        public Progress progress() {
            if (!state.isSwitched()) {
                replayed = Math.min(written, replayed + 1 + random.nextInt(5));
            }
            call("progress", () -> {});
            return progressNow();
        }

        /** Prepares the target, which a rollback keeps. */
        String prepare(StepControl control) {
            assertThat(fenced).as("writers write during PREPARE: %s", history).isFalse();
            defect();
            write("prepare", () -> prepared = true);
            return "";
        }

        @Override
        public String createObjects(Cutover cutover, StepControl control) {
            defect();
            assertThat(prepared).as("prepared before OBJECTS: %s", history).isTrue();
            write("create", () -> objects = true);
            return "";
        }

        @Override
        public String undoObjects(Cutover cutover) {
            defect();
            write("undo", () -> objects = false);
            return "";
        }

        @Override
        public String verify(Cutover cutover, StepControl control) {
            call("verify", () -> {});
            if (random.nextInt(20) == 0) {
                throw new GaussferryException(ErrorCode.SIDES_DIFFER, "differs", "none", null);
            }
            return "";
        }

        @Override
        public void run(CutoverStep step, Moment moment, Cutover cutover, String reason) {
            if (moment == Moment.BEFORE && step == CutoverStep.FENCE) {
                applicationPaused = true;
            } else if (moment == Moment.AFTER && step == CutoverStep.ROLLBACK) {
                applicationPaused = false;
            }
            chance("hook");
            if (step == CutoverStep.SWITCH && moment == Moment.AFTER) {
                assertThat(targetFenced)
                        .as("the target accepts writes: %s", history)
                        .isFalse();
                call("application to the target", () -> {
                    applicationAtTarget = true;
                    applicationPaused = false;
                });
            } else if (random.nextInt(60) == 0) {
                throw new GaussferryException(ErrorCode.HOOK_FAILED, "hook", "none", null);
            }
        }
    }

    /** Throws an unexpected exception at random. */
    private void defect() {
        if (random.nextInt(50) == 0) {
            history.add("DEFECT");
            throw new IllegalStateException("defect");
        }
    }

    private void chance(String what) {
        history.add(what);
        now = now.plusMillis(random.nextInt(200));
        // a client writes at random if the source is open
        if (!fenced && random.nextInt(4) == 0) {
            written++;
        }
        if (random.nextDouble() < breakRate) {
            breakFence();
        }
        if (random.nextDouble() < failoverRate) {
            history.add("FAILOVER");
            failOver();
            throw new GaussferryException(ErrorCode.SERVER_FAILED, "connection lost", "none", null);
        }
        double dice = random.nextDouble();
        if (dice < killRate) {
            history.add("KILLED");
            throw new Killed();
        }
        if (dice < killRate + failureRate) {
            history.add("FAILED");
            throw new GaussferryException(ErrorCode.SERVER_FAILED, "connection lost", "none", null);
        }
    }

    /** Checks the invariant: both sides must never accept writes at the same time. */
    private void requireOneWriter() {
        assertThat(fenced || !applicationAtTarget)
                .as("at most one side accepts writes: %s", history)
                .isTrue();
    }

    /**
     * Breaks the fence: another client opens the source, the source restarts without its fence, or an account writes that the fence does
     * not refuse. Between the last check and the decision this cannot be detected.
     */
    private void breakFence() {
        if (state.isSwitched() || isDeciding) {
            return;
        }
        if (random.nextBoolean()) {
            fenced = false;
        } else {
            written++;
        }
    }

    Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    /** Advances the clock. */
    void pass(Duration time) {
        now = now.plus(time);
    }

    CutoverState state() {
        return state;
    }

    /** Requires that the cutover has switched completely, or left nothing behind. */
    void requireOneOfTwoEnds() {
        assertThat(applicationPaused)
                .as("the application continues: %s", history)
                .isFalse();
        if (state instanceof Switched switched) {
            assertThat(switched.step()).as("%s", history).isEqualTo(CutoverStep.WATCH);
            assertThat(fenced).as("the source is fenced: %s", history).isTrue();
            assertThat(applicationAtTarget)
                    .as("the application was redirected: %s", history)
                    .isTrue();
            assertThat(replayed).as("nothing is missing: %s", history).isEqualTo(written);
            assertThat(objects).as("objects exist: %s", history).isTrue();
        } else {
            assertThat(state).as("%s", history).isInstanceOfAny(RolledBack.class, Idle.class);
            assertThat(fenced).as("the source accepts writes: %s", history).isFalse();
            assertThat(applicationAtTarget).isFalse();
            assertThat(targetFenced)
                    .as("the target is fenced as before: %s", history)
                    .isEqualTo(wasReturned);
            assertThat(objects).as("objects are undone: %s", history).isFalse();
        }
    }
}
