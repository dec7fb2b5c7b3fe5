package io.gaussferry.cutover.check;

import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.pipeline.status.PipelineStatus.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Checks that replication is running, includes all tables and is not far behind. Changes nothing. */
final class ReplicationCheck {

    private static final Set<Phase> STARTING = Set.of(Phase.STARTING, Phase.FOLLOWING);

    /** Of a run of the pipeline that takes over existing progress. */
    private static final Duration LONGEST_START = Duration.ofSeconds(20);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    /** A longer lag lets the drain exceed the downtime that most cutovers may have. */
    private static final double LONG_LAG_SECONDS = 10;

    private final ReplayView replay;

    ReplicationCheck(ReplayView replay) {
        this.replay = replay;
    }

    /** Returns the findings once no run is about to start: one starts after each followed definition and each copied table. */
    List<CutoverFinding> run() throws InterruptedException {
        long end = System.nanoTime() + LONGEST_START.toNanos();
        PipelineStatus status = replay.status();
        while (STARTING.contains(status.phase()) && System.nanoTime() < end) {
            Thread.sleep(POLL_INTERVAL.toMillis());
            status = replay.status();
        }
        return of(status);
    }

    /** Returns the findings about a status. */
    static List<CutoverFinding> of(PipelineStatus status) {
        List<CutoverFinding> findings = new ArrayList<>();
        if (status.phase() != Phase.REPLAYING) {
            findings.add(CutoverFinding.blocker(
                    "The daemon is not replicating: its phase is " + status.phase() + ".",
                    status.waiting() == null
                            ? "wait until it replicates"
                            : status.waiting().problem() + " "
                                    + status.waiting().remedy()));
        }
        if (status.isPaused()) {
            findings.add(
                    CutoverFinding.blocker("An operator has paused replication.", "resume it with: gaussferry resume"));
        }
        if (!status.quarantined().isEmpty()) {
            findings.add(CutoverFinding.blocker(
                    "The target lacks changes of tables that are quarantined: " + status.quarantined(),
                    "copy the tables again with: gaussferry copy"));
        }
        if (status.lagSeconds() > LONG_LAG_SECONDS) {
            findings.add(CutoverFinding.warning(
                    String.format(Locale.ROOT, "The target is %.0f s behind.", status.lagSeconds()),
                    "wait until it has caught up; writers are refused for as long"));
        }
        return findings;
    }
}
