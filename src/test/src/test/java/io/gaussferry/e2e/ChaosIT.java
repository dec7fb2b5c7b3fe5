package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.bench.compare.ComparisonResult;
import io.gaussferry.bench.compare.ContentComparison;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.Signals;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Injects one fault after another under load: processes are killed, suspended or terminated; networks reset connections, drop packets or become half
 * open; the target is read-only or its disk is full. After each fault the daemon commits again in time or has exited with a reason. If terminated
 * during a fault, it exits within ten seconds. No thread of the failed attempt remains. At the end both sides are equal, and each transaction is
 * counted once.
 *
 * <p>{@code -Dgaussferry.chaos.faults=N} sets the number of faults, {@code -Dgaussferry.seed=N} their order. See {@link KillableTarget} for a given
 * target.
 */
class ChaosIT {

    private static final int FAULTS = Integer.getInteger("gaussferry.chaos.faults", 4);

    /** The daemon waits up to 30 s after repeated failures; a target recovers meanwhile. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(75);

    /** The load continues during faults: the backlog is replayed first at the end. */
    private static final Duration LONGEST_BACKLOG = Duration.ofMinutes(15);

    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    private static final int DIFFERENCES_SHOWN = 10;

    /** Space for the load's rows and for the dead rows that updates leave until the next vacuum. */
    private static final int DISK_MEGABYTES = 300 + 8 * FAULTS;

    private enum Fault {
        DAEMON_KILLED,
        DAEMON_STOPPED,
        DAEMON_ENDED,
        TARGET_KILLED,
        TARGET_BACKEND_KILLED,
        TARGET_STOPPED,
        TARGET_RESET,
        TARGET_SILENT,
        TARGET_HALF_OPEN,
        TARGET_READ_ONLY,
        TARGET_DISK_FULL,
        SOURCE_KILLED,
        SOURCE_STOPPED,
        SOURCE_RESET,
        SOURCE_SILENT,
        SOURCE_HALF_OPEN
    }

    @Tag("long")
    @Test
    void commitsAgainAfterEveryFault() throws Exception {
        new Scene().run();
    }

    private static final class Scene {

        private final long seed = Long.getLong("gaussferry.seed", System.nanoTime());
        private final SplittableRandom random = new SplittableRandom(seed);
        private final List<Fault> upcoming = new ArrayList<>();

        private void run() throws Exception {
            System.out.println("ChaosIT: -Dgaussferry.seed=" + seed + " -Dgaussferry.chaos.faults=" + FAULTS);
            try (NativeMySqlServer source = OwnServers.start();
                    ChaosTarget target = ChaosTarget.open(DISK_MEGABYTES);
                    Migration migration = Migration.of(
                            "gf_e2e_chaos", source.address(), target.server().address());
                    // closed first, so that no session of the daemon remains on the servers
                    Proxy toSource = Proxy.before(source.address().url());
                    Proxy toTarget = Proxy.before(target.server().address().url())) {
                migration.daemonSourceUrl(toSource.through(source.address().url()));
                migration.daemonTargetUrl(
                        toTarget.through(target.server().address().url()));
                for (String bound : List.of("heartbeat-interval: 500ms", "read-timeout: 3s", "connect-timeout: 2s")) {
                    migration.sourceSetting(bound);
                }
                migration.sourceSetting("transaction-part-bytes: 64KB");
                migration.targetSetting("read-timeout: 4s");
                FaultTargets servants = new FaultTargets(source, target, toSource, toTarget, migration);
                try (ChaosLoad load = ChaosLoad.create(migration, source.address(), seed)) {
                    load.start();
                    migration.start();
                    servants.awaitCommitAfter(servants.committed());
                    for (int number = 1; number <= FAULTS; number++) {
                        System.out.println("ChaosIT: " + number + " of " + FAULTS + ", seed " + seed + ", "
                                + servants.suffer(next(target), random));
                    }
                    load.stop();
                    servants.requireEqual(load, source, target);
                } catch (AssertionError e) {
                    // closed now, because closing the next ones may take longer
                    System.out.println("ChaosIT: seed " + seed + " failed: " + e.getMessage());
                    throw e;
                }
                long begun = System.nanoTime();
                migration.stop();
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LONGEST_END);
                assertThat(migration.daemon().errors()).doesNotContain("does not end");
            }
        }

        /** Returns the next fault; each kind occurs once before any is repeated. */
        private Fault next(ChaosTarget target) {
            if (upcoming.isEmpty()) {
                upcoming.addAll(List.of(Fault.values()));
                Collections.shuffle(upcoming, new Random(random.nextLong()));
                upcoming.removeIf(fault -> (fault == Fault.TARGET_KILLED
                                && !target.server().canBeKilled())
                        || (fault == Fault.TARGET_DISK_FULL && target.disk().isEmpty())
                        || (fault == Fault.TARGET_STOPPED && !target.isStandIn()));
            }
            return upcoming.remove(0);
        }
    }

    /** The processes and networks into which faults are injected. */
    private record FaultTargets(
            NativeMySqlServer source, ChaosTarget target, Proxy toSource, Proxy toTarget, Migration migration) {

        /** Injects a fault, waits, ends it and waits for the next commit; returns the line to be reported. */
        private String suffer(Fault fault, SplittableRandom random) throws Exception {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(400));
            begin(fault);
            long lasted = random.nextInt(4) == 0 ? 5_000 + random.nextInt(3_000) : random.nextInt(2_500);
            // 0: the daemon is terminated during the fault
            boolean ends = fault != Fault.DAEMON_STOPPED
                    && migration.daemon().process().isAlive()
                    && random.nextInt(3) == 0;
            String end;
            try {
                TimeUnit.MILLISECONDS.sleep(lasted);
                end = ends ? terminate() : "";
            } finally {
                end(fault);
            }
            long before = committed();
            long begun = System.nanoTime();
            String restarts = awaitCommitAfter(before);
            DaemonThreads.requireNoneLeft(migration.daemon().process().processId());
            return fault + " for " + lasted + " ms" + end + ", next commit after "
                    + Duration.ofNanos(System.nanoTime() - begun).toMillis() + " ms" + restarts;
        }

        private void begin(Fault fault) throws Exception {
            switch (fault) {
                case DAEMON_KILLED -> migration.daemon().kill();
                case DAEMON_STOPPED -> Signals.pause(List.of(daemon()));
                case DAEMON_ENDED -> terminate();
                case TARGET_KILLED -> target.server().kill();
                case TARGET_BACKEND_KILLED -> target.server().killBackend();
                case TARGET_STOPPED -> target.pause();
                case TARGET_RESET -> toTarget.cut();
                case TARGET_SILENT -> toTarget.blockTraffic();
                case TARGET_HALF_OPEN -> toTarget.blockResponses();
                case TARGET_READ_ONLY -> target.readOnly(true);
                case TARGET_DISK_FULL -> target.disk().orElseThrow().fill();
                case SOURCE_KILLED -> source.crash();
                case SOURCE_STOPPED -> source.pause();
                case SOURCE_RESET -> toSource.cut();
                case SOURCE_SILENT -> toSource.blockTraffic();
                case SOURCE_HALF_OPEN -> toSource.blockResponses();
            }
        }

        private void end(Fault fault) throws Exception {
            switch (fault) {
                case DAEMON_STOPPED -> Signals.resume(List.of(daemon()));
                case TARGET_KILLED -> target.server().startAgain();
                case TARGET_BACKEND_KILLED -> target.server().awaitReady();
                case TARGET_STOPPED -> target.resume();
                case TARGET_RESET, TARGET_SILENT, TARGET_HALF_OPEN -> toTarget.forward();
                case TARGET_READ_ONLY -> target.readOnly(false);
                case TARGET_DISK_FULL -> target.disk().orElseThrow().free();
                case SOURCE_KILLED -> source.startAgain();
                case SOURCE_STOPPED -> source.resume();
                case SOURCE_RESET, SOURCE_SILENT, SOURCE_HALF_OPEN -> toSource.forward();
                case DAEMON_KILLED, DAEMON_ENDED -> {}
            }
        }

        private ProcessHandle daemon() {
            return ProcessHandle.of(migration.daemon().process().processId()).orElseThrow();
        }

        /** Sends SIGTERM: the daemon exits in time regardless of its current wait. */
        private String terminate() throws Exception {
            long begun = System.nanoTime();
            int exitCode = migration.daemon().terminate();
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            assertThat(took)
                    .as(() -> "time until exit; " + migration.daemon().errors())
                    .isLessThan(LONGEST_END);
            assertThat(exitCode).as(() -> migration.daemon().errors()).isZero();
            return ", terminated and exited after " + took.toMillis() + " ms";
        }

        /** Waits for further commits; restarts a daemon that has exited and returns its reason. */
        private String awaitCommitAfter(long before) throws Exception {
            StringBuilder restarts = new StringBuilder();
            long until = System.nanoTime() + LONGEST_PAUSE.toNanos();
            while (committed() <= before) {
                if (System.nanoTime() > until) {
                    throw new AssertionError(
                            "No commits;" + restarts + "\n" + migration.daemon().errors());
                }
                if (!migration.daemon().process().isAlive()) {
                    String reason = migration.daemon().errors();
                    restarts.append(", started again");
                    if (!reason.isBlank()) {
                        restarts.append(" after: ")
                                .append(reason.strip()
                                        .lines()
                                        .reduce((a, b) -> b)
                                        .orElse(""));
                    }
                    migration.launch();
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
            return restarts.toString();
        }

        /** Returns the number of transactions that the daemon has counted in its own commits. */
        private long committed() {
            try {
                return Long.parseLong(new Server(target.server().address())
                        .value("SELECT COALESCE(sum(transactions), 0) FROM gaussferry.progress WHERE pipeline = '"
                                + migration.pipeline() + "'"));
            } catch (SQLException notThereYet) {
                return -1;
            }
        }

        private void requireEqual(ChaosLoad load, NativeMySqlServer onSource, ChaosTarget onTarget) throws Exception {
            try {
                migration.awaitCaughtUp(LONGEST_BACKLOG);
                migration.assertEqualContent();
            } catch (ConditionTimeoutException e) {
                throw new AssertionError(migration.daemon().errors(), e);
            }
            ComparisonResult tpcc = new ContentComparison(
                            onSource.address(), onTarget.server().address(), DIFFERENCES_SHOWN)
                    .compare(load.tpccDatabase());
            assertThat(tpcc.equal())
                    .as(() -> tpcc.firstDifferences().toString())
                    .isTrue();
            List<String> ledger = new Server(onSource.address()).rows(load.ledgerQuery("`"));
            assertThat(new Server(onTarget.server().address()).rows(load.ledgerQuery("\"")))
                    .isEqualTo(ledger);
            String[] counts = ledger.get(0).split("\\|", -1);
            assertThat(counts[0]).as("entries and different numbers").isEqualTo(counts[1]);
            assertThat(Long.parseLong(counts[0]))
                    .as(() -> "entries of the ledger; " + load.failure())
                    .isGreaterThan(50L);
            VerifyRun verified = VerifyRun.of(migration);
            assertThat(verified.exitCode()).as(verified::toString).isZero();
            assertThat(verified.output()).contains(": each once");
            System.out.println(
                    "ChaosIT: equal; ledger " + ledger.get(0) + "; " + committed() + " transactions counted");
        }
    }
}
