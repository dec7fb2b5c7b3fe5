package io.gaussferry.status;

import static io.gaussferry.status.Figure.counter;
import static io.gaussferry.status.Figure.gauge;

import io.gaussferry.pipeline.reverse.ReverseStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of reverse replication. */
final class ReverseFigures {

    private static final String AS_ABOVE = "as above";

    static final List<Figure> ALL = List.of(
            gauge("reverse_state", "0 or 1")
                    .meaning(
                            "by `state`: 1 for the current one (`running`, `retrying`, `failed`, `ended`, `rearming`); all 0"
                                    + " without reverse replication")
                    .whenHigh("`failed` at 1: it needs an operator, see `cutover status`")
                    .by(
                            List.of("state"),
                            status -> ReplicationFigures.each(
                                    ReverseStatus.Phase.values(), phase -> isIn(phase, status.reverse()) ? 1 : 0)),
            gauge("reverse_changed_tables", "tables")
                    .meaning(
                            "tables of the target that were created, dropped, recreated, altered, unpublished or excluded"
                                    + " since reverse replication was armed")
                    .whenHigh("above 0: MySQL does not have their content; `cutover status` names them, see [Switch"
                            + " back](../guides/switch-back.md#changed-tables)")
                    .whole(status -> status.daemon().cutover().targetTables().size()),
            gauge("reverse_behind_bytes", "bytes")
                    .meaning(
                            "the target's log whose changes are not committed in MySQL, queried every two seconds; includes"
                                    + " other writes to that server until they are read. Unknown without reverse replication, and"
                                    + " while the target does not respond")
                    .whenHigh("MySQL is slower than the target, or does not respond: see `waits` in `/api/cutover`. The"
                            + " target keeps that log on its disk")
                    .json("reverseReplication.behindBytes")
                    .absent(Double.NaN)
                    .whole(reverse(ReverseStatus::behindBytes)),
            gauge("reverse_retained_bytes", "bytes")
                    .meaning(
                            "the target's log that is retained on its disk for the slot of reverse replication, queried every two"
                                    + " seconds. Unknown without reverse replication, and while the target does not respond")
                    .whenHigh(
                            "the target's disk fills: correct the cause as above, or end reverse replication (`cutover finish`),"
                                    + " which drops the slot")
                    .json("reverseReplication.retainedBytes")
                    .absent(Double.NaN)
                    .whole(reverse(ReverseStatus::retainedBytes)),
            gauge("reverse_retained_limit_bytes", "bytes")
                    .meaning(
                            "the target's limit for them (openGauss: `max_size_xlog_force_prune`): above it the target removes log that"
                                    + " reverse replication needs. Unknown without a limit")
                    .json("reverseReplication.retainedLimitBytes")
                    .absent(Double.NaN)
                    .whole(reverse(ReverseStatus::retainedLimitBytes)),
            gauge("reverse_lag_seconds", "seconds")
                    .meaning(
                            "age, by the target's commit time, of the newest transaction that MySQL has, while others that"
                                    + " were read are pending, or nothing can be read or applied; 0 while MySQL has all that was"
                                    + " read. Unknown without reverse replication, and while the target does not respond")
                    .whenHigh(AS_ABOVE)
                    .json("reverseReplication.lagSeconds")
                    .absent(Double.NaN)
                    .real(reverse(ReverseStatus::lagSeconds)),
            gauge("reverse_pending_transactions", "transactions")
                    .meaning("transactions read from the target and not committed in MySQL")
                    .whenHigh(AS_ABOVE)
                    .json("reverseReplication.pendingTransactions")
                    .absent(0)
                    .whole(reverse(ReverseStatus::pendingTransactions)),
            gauge("reverse_rows_per_second", "rows/s")
                    .meaning("row changes of the target committed in MySQL in the last seconds")
                    .json("reverseReplication.rowsPerSecond")
                    .absent(0)
                    .rate(reverse(ReverseStatus::rowsPerSecond)),
            counter("reverse_transactions", "transactions")
                    .meaning("transactions of the target committed in MySQL")
                    .json("reverseReplication.transactions")
                    .absent(0)
                    .whole(reverse(ReverseStatus::transactions)),
            counter("reverse_rows", "rows")
                    .meaning("row changes of the target committed in MySQL")
                    .json("reverseReplication.rows")
                    .absent(0)
                    .whole(reverse(ReverseStatus::rows)));

    private ReverseFigures() {}

    /** Reads a number of reverse replication. */
    private interface ReverseReader {
        @Nullable
        Number read(ReverseStatus reverse);
    }

    private static Figure.Reader reverse(ReverseReader reader) {
        return status -> {
            ReverseStatus reverse = status.reverse();
            return reverse == null ? null : reader.read(reverse);
        };
    }

    private static boolean isIn(ReverseStatus.Phase phase, @Nullable ReverseStatus reverse) {
        return reverse != null && reverse.phase() == phase;
    }
}
