package io.gaussferry.cutover.check;

import io.gaussferry.checkpoint.ProgressStore;
import io.gaussferry.checkpoint.ProgressStore.Found;
import io.gaussferry.checkpoint.TableCopyStore;
import io.gaussferry.cutover.link.SourceSide;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.SourceIdentity.Naming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks that the target can reach the source's exact position with all tables. Changes nothing. */
final class PositionCheck {

    /** Maximum time from a transaction in the binlog to its commit in the source's storage engine. */
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);

    private final String pipeline;
    private final TargetLink target;
    private final SourceSide source;

    PositionCheck(String pipeline, TargetLink target, SourceSide source) {
        this.pipeline = pipeline;
        this.target = target;
        this.source = source;
    }

    /**
     * Returns the findings.
     *
     * @throws GaussferryException if the pipeline has no progress on the target
     */
    List<CutoverFinding> run(VerifyMode verify) throws InterruptedException {
        Found found = target.read("read the progress", connection -> new ProgressStore(pipeline).find(connection))
                .orElseThrow(() -> new GaussferryException(
                        ErrorCode.NO_PROGRESS,
                        "Pipeline \"" + pipeline + "\" has no progress on the target.",
                        "wait until the initial copy is complete",
                        null));
        List<CutoverFinding> findings = new ArrayList<>();
        if (found.source().naming() != Naming.GTID) {
            findings.add(CutoverFinding.warning(
                    "The source has no GTIDs: the end of its binlog is the position that the target has to reach.",
                    "no action needed: only transactions write to the binlog, so the position is exact"));
            if (verify != VerifyMode.COUNTS) {
                findings.add(CutoverFinding.blocker(
                        "Without GTIDs contents cannot be compared.", "start with --verify counts"));
            }
            return findings;
        }
        GtidSet unknown = UnknownTransactions.find(found.progress().executedSet(), source, LONGEST_COMMIT);
        if (!unknown.isEmpty()) {
            findings.add(
                    CutoverFinding.blocker(
                            "The target has transactions that the source does not have: " + unknown,
                            "check that gaussferry.source.url names the right server; the target can never reach the exact position"));
        }
        boolean copying = target
                .read("read which tables are being copied", connection -> new TableCopyStore(pipeline).read(connection))
                .values()
                .stream()
                .anyMatch(copy -> copy.state() != TableCopyStore.State.DONE);
        if (copying) {
            findings.add(CutoverFinding.blocker(
                    "Tables are being copied while replication runs, or their copy has failed.",
                    "wait until the copy is complete; show it with: gaussferry copy --config FILE"));
        }
        return findings;
    }
}
