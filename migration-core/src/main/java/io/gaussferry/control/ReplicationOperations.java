package io.gaussferry.control;

import io.gaussferry.schedule.observe.ReplayThrottler;
import io.gaussferry.status.DaemonView;
import io.gaussferry.status.MigrationStatus;
import io.gaussferry.status.Sampler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The status of replication and verification, and their control. The caller is authorized. Thread-safe. */
public final class ReplicationOperations {

    private static final long HIGHEST_LIMIT = 100_000_000;

    /** Limits the response: each table takes a few hundred bytes. */
    private static final int MOST_TABLES = 10_000;

    /** Percentage of the time: an operator waits for the result, but replication must not fall behind. */
    private static final int DEFAULT_SHARE = 50;

    private static final int HIGHEST_SHARE = 100;

    private final DaemonView daemon;
    private final Sampler sampler;
    private final Duration laggingAfter;

    /** @param laggingAfter the maximum lag; above it replication counts as lagging */
    public ReplicationOperations(DaemonView daemon, Sampler sampler, Duration laggingAfter) {
        this.daemon = daemon;
        this.sampler = sampler;
        this.laggingAfter = laggingAfter;
    }

    /** The reason of a request. */
    public record ReasonDocument(@Nullable String reason) {}

    /** A speed limit and its reason. */
    public record ThrottleDocument(
            @Nullable Long rowsPerSecond, @Nullable String reason) {}

    /** The percentage of the time that a verification may use, and its reason. */
    public record VerifyDocument(
            @Nullable Integer share, @Nullable String reason) {}

    /** Returns the status. */
    public Map<String, @Nullable Object> status() {
        return StatusDocument.of(MigrationStatus.of(daemon, sampler, laggingAfter));
    }

    /** Returns the work of each applier. */
    public List<StatusDocument.ApplierDocument> appliers() {
        return StatusDocument.appliers(daemon.pipeline().status());
    }

    /** Returns the samples of the last ten minutes. */
    public List<Sampler.Sample> history() {
        return sampler.history();
    }

    /** The tables that a limit has left. */
    public record Tables(int total, List<TableDocument> listed) {}

    /** Returns the most important tables. */
    public Tables tables(int limit) {
        if (limit < 1 || limit > MOST_TABLES) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST_TABLES + ".");
        }
        List<TableDocument> tables = TableDocument.of(daemon);
        return new Tables(tables.size(), tables.subList(0, Math.min(limit, tables.size())));
    }

    /** Pauses replication. */
    public Map<String, @Nullable Object> pause(Caller caller, @Nullable ReasonDocument body) {
        daemon.pipeline().throttler().pause();
        caller.done("Replication paused", reason(body));
        return status();
    }

    /** Resumes replication. */
    public Map<String, @Nullable Object> resume(Caller caller, @Nullable ReasonDocument body) {
        daemon.pipeline().throttler().resume();
        caller.done("Replication resumed", reason(body));
        return status();
    }

    private static String reason(@Nullable ReasonDocument body) {
        return CutoverOperations.stripped(body == null ? null : body.reason());
    }

    /** Starts a verification round. */
    public Map<String, @Nullable Object> verify(Caller caller, @Nullable VerifyDocument body) {
        Integer given = body == null ? null : body.share();
        int share = given == null ? DEFAULT_SHARE : given;
        if (share < 1 || share > HIGHEST_SHARE) {
            throw new IllegalArgumentException("share must be 1 to " + HIGHEST_SHARE + " percent.");
        }
        switch (daemon.verification().request(share)) {
            case BEGINS -> {}
            case AT_WORK -> throw new ConflictException("A requested verification is already running.");
            case TOO_EARLY ->
                throw new ConflictException(
                        daemon.cutover().isSwitched()
                                ? "The target is the primary side, and reverse replication does not run: the source cannot be compared."
                                : "The target cannot be compared before the initial copy has caught up.");
        }
        caller.done(
                "Verification requested at " + share + " % of the time",
                CutoverOperations.stripped(body == null ? null : body.reason()));
        return status();
    }

    /** Limits the speed. */
    public Map<String, @Nullable Object> throttle(Caller caller, ThrottleDocument body) {
        Long limit = body.rowsPerSecond();
        if (limit == null || limit < 0 || limit > HIGHEST_LIMIT) {
            throw new IllegalArgumentException("rowsPerSecond must be 0, for no limit, to " + HIGHEST_LIMIT + ".");
        }
        daemon.pipeline().throttler().throttle(limit);
        String action =
                limit == ReplayThrottler.UNLIMITED ? "Speed limit removed" : "Speed limited to " + limit + " rows/s";
        caller.done(action, CutoverOperations.stripped(body.reason()));
        return status();
    }
}
