package io.gaussferry.status;

import io.gaussferry.metrics.ReplayStatistics.Details;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.status.PipelineStatus;
import io.gaussferry.snapshot.CopyProgress;
import io.gaussferry.target.cluster.ClusterView;
import io.gaussferry.verify.ContinuousVerification;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A migration at one moment; figures are read from it.
 *
 * @param state the current one of {@code states}
 * @param states all states that the process which runs the migration distinguishes
 * @param daemon the migration; its counters may advance while figures are read
 * @param pipeline the status of replication
 * @param committed the work committed on the target
 * @param speed the last sample of the speed
 * @param copying the progress of the initial copy; null while it does not run
 * @param verified the progress of continuous verification
 * @param target the servers of the target; null if the daemon knows one only
 * @param reverse the status of reverse replication; null if this process has not run it
 */
public record MigrationStatus(
        String state,
        List<String> states,
        DaemonView daemon,
        PipelineStatus pipeline,
        Details committed,
        Sampler.Sample speed,
        @Nullable CopyProgress copying,
        ContinuousVerification.State verified,
        @Nullable ClusterView target,
        @Nullable ReverseStatus reverse) {

    private static final List<String> STATES =
            Stream.of(ReplicationState.values()).map(Enum::name).toList();

    /**
     * Observes a daemon's migration.
     *
     * @param laggingAfter the maximum lag; above it replication counts as lagging
     */
    public static MigrationStatus of(DaemonView daemon, Sampler sampler, Duration laggingAfter) {
        PipelineStatus status = daemon.pipeline().status();
        return of(daemon, status, sampler, daemon.state(status, laggingAfter).name(), STATES);
    }

    /** Observes a migration whose state is one of the given ones. */
    public static MigrationStatus of(DaemonView daemon, Sampler sampler, String state, List<String> states) {
        return of(daemon, daemon.pipeline().status(), sampler, state, states);
    }

    private static MigrationStatus of(
            DaemonView daemon, PipelineStatus status, Sampler sampler, String state, List<String> states) {
        return new MigrationStatus(
                state,
                states,
                daemon,
                status,
                daemon.statistics().details(),
                sampler.last(),
                daemon.copying().get().orElse(null),
                daemon.verified(),
                daemon.target().cluster().view().orElse(null),
                daemon.cutover().reverseReplication());
    }
}
