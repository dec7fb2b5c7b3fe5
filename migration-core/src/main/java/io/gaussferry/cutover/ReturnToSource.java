package io.gaussferry.cutover;

import io.gaussferry.cutover.CutoverState.RollingBack;
import io.gaussferry.cutover.CutoverState.Switched;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.reverse.ReverseArming;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Gives the writers back to the source after the switch: the target refuses writes, the source gets all that it has, both are counted, and
 * the target decides for the source. Until that decision every failure, and every crash, leaves the target with its writers.
 */
final class ReturnToSource {

    /** How long writers are refused for the sake of a source that does not come to the end of the target's log. */
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final TargetFence targetFence;
    private final TargetLink target;
    private final SourceLink source;
    private final MySqlSource side;
    private final TargetJournal journal;
    private final ReverseArming arming;
    private final Clock clock;

    /** What the return works with. */
    record Parts(
            TargetFence targetFence,
            TargetLink target,
            SourceLink source,
            MySqlSource side,
            TargetJournal journal,
            ReverseArming arming) {}

    ReturnToSource(Parts parts, Clock clock) {
        this.targetFence = parts.targetFence();
        this.target = parts.target();
        this.source = parts.source();
        this.side = parts.side();
        this.journal = parts.journal();
        this.arming = parts.arming();
        this.clock = clock;
    }

    /**
     * Comes to the decision.
     *
     * @param back brings the target's changes to the source; it is ended when the source has them all
     * @throws GaussferryException if it did not: then the target takes writes as before, and the way back is to be begun again
     */
    RollingBack run(Switched at, ReverseRunner back, String reason) throws InterruptedException {
        List<TableDefinition> tables = arming.tables();
        List<TableId> names = tables.stream().map(TableDefinition::targetId).toList();
        try {
            targetFence.lower();
            targetFence.raise(names);
            drain(back);
            back.close();
            count(tables);
            return journal.takeBack(at, side.position(), reason);
        } catch (GaussferryException | InterruptedException e) {
            if (journal.read() instanceof RollingBack decided) {
                return decided; // only the answer was lost
            }
            targetFence.lower();
            throw e;
        }
    }

    private void drain(ReverseRunner back) throws InterruptedException {
        long place = arming.mark();
        long end = clock.millis() + LONGEST_DRAIN.toMillis();
        while (back.reached().filter(mark -> mark.position().offset() > place).isEmpty()) {
            ReverseStatus status = back.status();
            if (clock.millis() > end || status.phase() == ReverseStatus.Phase.FAILED) {
                throw new GaussferryException(
                        ErrorCategory.FATAL,
                        "The source did not get all that the target has: " + status.phase() + ", " + status.problem(),
                        "see what stands in the way (gaussferry cutover status), and try again; the target has its writers",
                        null);
            }
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
    }

    private void count(List<TableDefinition> tables) throws InterruptedException {
        StepControl control = new StepControl(clock, Rest.REAL, clock.instant().plus(LONGEST_DRAIN));
        List<RowCounts.Count> counts =
                source.ask("count the rows of both sides", "check the accounts' privileges", onSource -> {
                    try (Connection onTarget = target.openAnother()) {
                        return RowCounts.of(tables, onSource, onTarget, control);
                    }
                });
        for (RowCounts.Count count : counts) {
            if (count.source() != count.target()) {
                throw new GaussferryException(
                        ErrorCategory.FATAL,
                        "Table " + count.table() + " has " + count.target() + " rows on the target and "
                                + count.source() + " in the source.",
                        "find out who else wrote there; the target has its writers",
                        null);
            }
        }
    }
}
