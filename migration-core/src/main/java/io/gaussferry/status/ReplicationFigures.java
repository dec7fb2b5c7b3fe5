package io.gaussferry.status;

import static io.gaussferry.status.Figure.counter;
import static io.gaussferry.status.Figure.gauge;
import static io.gaussferry.status.Figure.histogram;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.metrics.ReplayStatistics.Details;
import io.gaussferry.pipeline.status.PipelineStatus.Stall;
import io.gaussferry.schedule.observe.ApplierView.Activity;
import io.gaussferry.schedule.observe.WaitTimes;
import io.gaussferry.schedule.observe.WaitTimes.Reason;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.status.Figure.Labelled;
import io.gaussferry.status.Figure.Labelled.Point;
import io.gaussferry.status.Figure.Single;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures of replication and of the initial copy. */
public final class ReplicationFigures {

    private static final String AS_LAG = "as for the lag";

    public static final Single LAG_SECONDS = gauge("lag_seconds", "seconds")
            .meaning("age, by source commit time, of the newest committed transaction while others that were read are"
                    + " pending; otherwise 0. Transactions that the source has not sent are unknown; clock differences"
                    + " add to it")
            .whenHigh("if `gaussferry_appliers` are busy, the target is the limit (more appliers, larger batches); if"
                    + " they are idle, the source or the network is")
            .reported()
            .real(status -> status.pipeline().lagSeconds());

    public static final Single PENDING_TRANSACTIONS = gauge("pending_transactions", "transactions")
            .meaning("transactions read from the source and not yet committed on the target")
            .whenHigh("normal in a backlog: the queues are full; otherwise as for the lag")
            .whole(status -> status.pipeline().pendingTransactions());

    public static final Single BEHIND_TRANSACTIONS = gauge("behind_transactions", "transactions")
            .meaning("the source's `gtid_executed` minus the committed ones, queried every two seconds; includes unread"
                    + " ones. Unknown before replay starts, while the source does not respond, and without GTIDs")
            .whenHigh(AS_LAG)
            .absent(Double.NaN)
            .reported()
            .whole(status -> status.pipeline().behindTransactions());

    public static final Single ROWS_PER_SECOND = gauge("rows_per_second", "rows/s")
            .meaning("row changes committed in the last second")
            .reported()
            .rate(status -> status.speed().rowsPerSecond());

    public static final Single TRANSACTIONS_PER_SECOND = gauge("transactions_per_second", "transactions/s")
            .meaning("source transactions committed in the last second")
            .reported()
            .rate(status -> status.speed().transactionsPerSecond());

    public static final Single TRANSACTIONS = counter("transactions", "transactions")
            .meaning("source transactions committed, including those without replicated rows")
            .reported()
            .whole(status -> status.committed().transactions());

    private static final Labelled ROWS_BY_TABLE = counter("rows", "rows")
            .meaning(
                    "row changes committed, by `table` and `operation` (`insert`, `update`, `delete`), as at the source")
            .sum("rows", "row changes committed, as at the source")
            .by(List.of("table", "operation"), ReplicationFigures::rows);

    public static final Single ROWS = Objects.requireNonNull(ROWS_BY_TABLE.sum());

    public static final Single STALLED_SECONDS = gauge("stalled_seconds", "seconds")
            .meaning("time without a commit although work is pending (known transactions, or a starting or retrying"
                    + " run), once longer than `gaussferry.replay.stalled-after`; otherwise 0. Parts of a large"
                    + " transaction count as progress; a pause by an operator does not count as stalled")
            .whenHigh("above 0: the log, the page and `/api/status` report what each stage waits for: a lock on the"
                    + " target, a server that does not respond")
            .json("stall.seconds")
            .absent(0)
            .reported()
            .real(ReplicationFigures::stalledSeconds);

    public static final Single QUARANTINED_TABLES = gauge("quarantined_tables", "tables")
            .meaning("quarantined tables: the target lacks their changes")
            .whenHigh("above 0 the target differs: `./gaussferry failures`; copy the table again")
            .reported()
            .whole(status -> status.pipeline().quarantined().size());

    public static final Single CHANGED_OBJECTS = gauge("changed_objects", "objects")
            .meaning("views, routines, triggers and events that the source created, changed or dropped after the last"
                    + " `objects verify`; 0 without one. Counted while the source is replicated")
            .whenHigh("above 0 the cutover would not create them as verified: `./gaussferry objects verify`")
            .reported()
            .whole(status -> status.pipeline().changedObjects());

    public static final Single THROTTLE_ROWS_PER_SECOND = gauge("throttle_rows_per_second", "rows/s")
            .meaning("the operator's speed limit; 0 for none")
            .json("rowsPerSecondLimit")
            .whole(status -> status.pipeline().rowsPerSecond());

    public static final Single COPY_ROWS_PER_SECOND = gauge("copy_rows_per_second", "rows/s")
            .meaning("rows committed by the initial copy per second, since this start; 0 when it is not running")
            .json("copy.rowsPerSecond")
            .absent(0)
            .reported()
            .whole(copy(CopyProgress::rowsPerSecond));

    static final List<Figure> ALL = List.of(
            gauge("state", "0 or 1")
                    .meaning("by `state`: 1 for the current one, as in [health](api.md#health)")
                    .by(
                            List.of("state"),
                            status -> each(status.states(), state -> state.equals(status.state()) ? 1 : 0)),
            LAG_SECONDS,
            PENDING_TRANSACTIONS,
            BEHIND_TRANSACTIONS,
            ROWS_PER_SECOND,
            TRANSACTIONS_PER_SECOND,
            ROWS_BY_TABLE,
            TRANSACTIONS,
            counter("rows_written", "rows")
                    .meaning("rows written by statements, after coalescing the changes of one row within a batch")
                    .whole(status -> status.committed().writtenRows()),
            gauge("coalescing_ratio", "ratio")
                    .meaning("row changes per row written, since the start")
                    .whenHigh("good: hot rows cost the target little")
                    .real(status -> coalescingRatio(status.committed())),
            histogram("batch_rows", "rows")
                    .meaning("row changes per target transaction")
                    .whenHigh("always at `batch-changes`: a backlog, or `batch-changes` is too small")
                    .of(status -> status.committed().batchRows()),
            histogram("batch_transactions", "transactions")
                    .meaning("source transactions per target transaction")
                    .whenHigh("as above")
                    .of(status -> status.committed().batchTransactions()),
            histogram("commit_seconds", "seconds")
                    .meaning("duration of each COMMIT on the target")
                    .whenHigh("check the target's disk, its checkpoints, and `synchronous_commit`")
                    .of(status -> status.committed().commitSeconds()),
            STALLED_SECONDS,
            histogram("transaction_lag_seconds", "seconds")
                    .meaning("from source commit to target commit of each source transaction, by both clocks")
                    .whenHigh(AS_LAG)
                    .of(status -> status.committed().lagSeconds()),
            counter("binlog_bytes", "bytes")
                    .meaning("bytes of binlog read; those that are read again after a restart of replay count again")
                    .whole(status -> status.pipeline().binlogBytes()),
            gauge("queue_bytes", "bytes")
                    .meaning("heap of waiting transactions, by `stage`: `schedule` before the scheduler (at most"
                            + " `queue-bytes` plus one transaction), `apply` at or before an applier")
                    .whenHigh("full in a backlog; `schedule` full while appliers wait for dependencies: conflicts")
                    .sum("buffered_bytes", "heap of all waiting transactions")
                    .by(
                            List.of("stage"),
                            status -> List.of(
                                    point(status.pipeline().queueBytes(), "schedule"),
                                    point(status.pipeline().applierBytes(), "apply"))),
            gauge("appliers", "appliers")
                    .meaning("appliers by `activity`: `idle`, `executes`, `commits`, or the event that they wait for")
                    .whenHigh("all in `waits_for_commit_order`: one slow batch delays the others, see the page")
                    .by(List.of("activity"), status -> each(Activity.values(), activity -> appliers(status, activity))),
            counter("applier_waits", "waits")
                    .meaning(
                            "waits of at least 0.1 ms, by `reason`: `dependency` (an earlier batch changes the same keys),"
                                    + " `turn` (commit order), `predecessors` (retry after a rollback)")
                    .whenHigh("`dependency`: hot rows, or tables without a key; `turn` is normal")
                    .by(List.of("reason"), status -> each(Reason.values(), waits(status)::waits)),
            counter("applier_wait_seconds", "seconds")
                    .meaning(
                            "duration of the waits that `gaussferry_applier_waits_total` counts, all appliers together")
                    .whenHigh("as above")
                    .by(List.of("reason"), status -> each(Reason.values(), waits(status)::seconds)),
            counter("batch_rollbacks", "batches")
                    .meaning(
                            "batches rolled back because the target refused them or another batch blocked them, and executed again")
                    .whenHigh("constraints or triggers that only the target has; other writers on the target")
                    .whole(status -> waits(status).rollbacks()),
            counter("rule_uses", "values")
                    .meaning("values changed by a conversion rule and committed, by `rule` and `table`")
                    .whenHigh("check whether the rule fits so many values")
                    .by(List.of("rule", "table"), ReplicationFigures::ruleUses),
            counter("definition_changes", "statements")
                    .meaning(
                            "changes of definitions, by `result`: `followed`, `held`, `applied`, `replaced`, `skipped` (by"
                                    + " an operator), `quarantined`")
                    .whenHigh("`held`: decide, see `./gaussferry definitions show`")
                    .by(
                            List.of("result"),
                            status -> counts(status.daemon().pipeline().definitionChanges())),
            QUARANTINED_TABLES,
            CHANGED_OBJECTS,
            counter("errors", "failures")
                    .meaning(
                            "failures that ended a run, by `category` (`retry`, `data`, `fatal`, `configuration`). All but"
                                    + " `retry` end the process too, or leave it waiting (`on-failure: wait`): monitor `up` and"
                                    + " `gaussferry_state`")
                    .whenHigh("the log has each with its remedy")
                    .by(
                            List.of("category"),
                            status -> counts(status.daemon().errors().counts())),
            counter("retries", "starts")
                    .meaning("runs started after a temporary failure")
                    .whenHigh("check the network and both servers' logs")
                    .whole(status -> status.daemon().errors().retries()),
            gauge("paused", "0 or 1")
                    .meaning("whether an operator has paused replication")
                    .whenHigh("check whether the pause is still intended")
                    .reported()
                    .flag(status -> status.pipeline().isPaused()),
            THROTTLE_ROWS_PER_SECOND,
            gauge("target_limit_rows_per_second", "rows/s")
                    .meaning("this pipeline's present share of `gaussferry.target.rows-per-second`; 0 for no limit")
                    .rate(status -> status.daemon().pipeline().targetRowsPerSecond()),
            counter("target_limit_wait_seconds", "seconds")
                    .meaning("time for which that limit delayed replication, without the initial copy")
                    .whenHigh("grows as fast as the clock: the limit causes the lag. Raise it for all, or run fewer"
                            + " pipelines at a time")
                    .real(status -> status.daemon().pipeline().heldBackByTargetSeconds()),
            gauge("epoch", "number")
                    .meaning("the fencing token of the pipeline's owner; 0 while there is none")
                    .whenHigh("if it grows steadily, the pipeline is moved repeatedly")
                    .reported()
                    .whole(status -> epoch(status.daemon().cutover().ownership())),
            gauge("copy_rows", "rows")
                    .meaning("rows committed by the initial copy; 0 when it is not running")
                    .json("copy.rows")
                    .absent(0)
                    .reported()
                    .whole(copy(CopyProgress::rows)),
            gauge("copy_estimated_rows", "rows")
                    .meaning("total rows of the copy by the source's statistics, which may be far off")
                    .json("copy.estimatedRows")
                    .absent(0)
                    .reported()
                    .whole(copy(CopyProgress::estimatedRows)),
            COPY_ROWS_PER_SECOND);

    private ReplicationFigures() {}

    private static List<Point> rows(MigrationStatus status) {
        return status.committed().tables().stream()
                .flatMap(table -> Stream.of(
                        point(table.inserted(), table.table().toString(), "insert"),
                        point(table.updated(), table.table().toString(), "update"),
                        point(table.deleted(), table.table().toString(), "delete")))
                .toList();
    }

    private static List<Point> ruleUses(MigrationStatus status) {
        return status.daemon().pipeline().ruleUsage().uses().stream()
                .map(use -> point(use.times(), use.rule(), use.table().toString()))
                .toList();
    }

    private static double coalescingRatio(Details committed) {
        return committed.writtenRows() == 0 ? 1 : (double) committed.rows() / committed.writtenRows();
    }

    private static @Nullable Number stalledSeconds(MigrationStatus status) {
        Stall stall = status.pipeline().stall();
        return stall == null ? null : stall.seconds();
    }

    private static double appliers(MigrationStatus status, Activity activity) {
        return status.pipeline().appliers().stream()
                .filter(applier -> applier.activity() == activity)
                .count();
    }

    private static WaitTimes waits(MigrationStatus status) {
        return status.daemon().pipeline().waitTimes();
    }

    private static long epoch(@Nullable Ownership ownership) {
        return ownership == null ? 0 : ownership.epoch();
    }

    private static Figure.Reader copy(Function<CopyProgress, Long> reader) {
        return status -> {
            CopyProgress copying = status.copying();
            return copying == null ? null : reader.apply(copying);
        };
    }

    private static List<Point> counts(Map<? extends Enum<?>, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> point(entry.getValue(), lower(entry.getKey().name())))
                .toList();
    }

    static <E extends Enum<E>> List<Point> each(E[] constants, ToDoubleFunction<E> value) {
        return Arrays.stream(constants)
                .map(constant -> point(value.applyAsDouble(constant), lower(constant.name())))
                .toList();
    }

    private static List<Point> each(List<String> names, ToDoubleFunction<String> value) {
        return names.stream()
                .map(name -> point(value.applyAsDouble(name), lower(name)))
                .toList();
    }

    private static Point point(double value, String... labels) {
        return new Point(List.of(labels), value);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
