package io.gaussferry.configuration;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.assess.settings.AssessmentSettings;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.settings.DefinitionSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.PartitionPolicy;
import io.gaussferry.snapshot.CopySettings;
import io.gaussferry.snapshot.source.CopyLock;
import io.gaussferry.target.UntestedPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys below {@code gaussferry} for one pipeline. {@code config/gaussferry.yml} explains each.
 *
 * @param pipeline name of this migration's progress on the target
 * @param source the MySQL server
 * @param target the openGauss server
 * @param copy how existing rows are copied
 * @param throttle the load up to which copies and verification are not held back
 * @param replay how changes are applied
 * @param ddl the handling of statements that change definitions
 * @param rules convert values that the target cannot store
 */
public record PipelineProperties(
        @DefaultValue("default") String pipeline,
        @Nullable Source source,
        @Nullable Target target,
        @DefaultValue Copy copy,
        @DefaultValue ThrottleProperties throttle,
        @DefaultValue Replay replay,
        @DefaultValue Ddl ddl,
        @DefaultValue RulesProperties rules) {

    /** The keys below {@code gaussferry.source}. */
    public record Source(
            @Nullable String url,
            @Nullable String user,
            @Nullable String password,
            @Nullable String passwordFile,
            @DefaultValue("*") List<String> schemas,
            @DefaultValue TablesProperties tables,
            @DefaultValue List<RenameProperties> rename,
            @Nullable Long serverId,
            @DefaultValue("16MB") DataSize transactionPartBytes,
            @DefaultValue("64MB") DataSize maximumEventBytes,
            @DefaultValue("10s") Duration connectTimeout,
            @DefaultValue("5s") Duration heartbeatInterval,
            @DefaultValue("30s") Duration readTimeout) {}

    /** The keys below {@code gaussferry.target}. */
    public record Target(
            @Nullable String url,
            @Nullable String user,
            @Nullable String password,
            @Nullable String passwordFile,
            @DefaultValue("create") String foreignKeys,
            @DefaultValue("keep") String partitions,
            @DefaultValue("5m") Duration readTimeout,
            @DefaultValue("0") int sharedConnections,
            @DefaultValue("0") long rowsPerSecond,
            @DefaultValue("refuse") String untested) {}

    /** The keys below {@code gaussferry.copy}. */
    public record Copy(
            @DefaultValue("2") int workers,
            @DefaultValue("32MB") DataSize rangeBytes,
            @DefaultValue("0") long rowsPerSecond,
            @DefaultValue("50000000") long autoIncrementRows,
            @DefaultValue("60s") Duration viewDuration,
            @DefaultValue("when-needed") CopyLock lock) {

        private CopySettings toSettings() {
            Requirements.range("gaussferry.copy.workers", workers, 1, 32);
            Requirements.range("gaussferry.copy.range-bytes", rangeBytes, "1KB", "10GB");
            Requirements.range("gaussferry.copy.rows-per-second", rowsPerSecond, 0, 1_000_000_000);
            Requirements.range("gaussferry.copy.auto-increment-rows", autoIncrementRows, 1, 1_000_000_000_000L);
            Requirements.range("gaussferry.copy.view-duration", viewDuration, "0s", "24h");
            return new CopySettings(
                    workers, rangeBytes.toBytes(), rowsPerSecond, autoIncrementRows, viewDuration, lock);
        }
    }

    /** The keys below {@code gaussferry.replay}. */
    public record Replay(
            @DefaultValue("4") int appliers,
            @DefaultValue("write-set") DependencyTracking dependencies,
            @DefaultValue("stop") FailurePolicy onFailure,
            @DefaultValue("10000") int batchChanges,
            @DefaultValue("8MB") DataSize batchBytes,
            @DefaultValue("8MB") DataSize queueBytes,
            @DefaultValue("60s") Duration stalledAfter) {}

    /** The keys below {@code gaussferry.ddl}. */
    public record Ddl(
            @DefaultValue("follow") DefinitionSettings.Mode mode,
            @DefaultValue("false") boolean dropSchemas,
            @DefaultValue List<ShardProperties> shards) {

        private DefinitionSettings toSettings() {
            return new DefinitionSettings(mode, dropSchemas, ShardProperties.toShards(shards));
        }
    }

    /**
     * Checks the values and converts them to the core's settings.
     *
     * @param base the directory for relative paths
     * @throws io.gaussferry.error.GaussferryException of category CONFIGURATION, naming the key
     */
    public PipelineSettings toSettings(Path base) {
        Source givenSource = Requirements.present("gaussferry.source", source);
        Target givenTarget = Requirements.present("gaussferry.target", target);
        Requirements.notBlank("gaussferry.pipeline", pipeline);
        Requirements.range("gaussferry.replay.appliers", replay.appliers(), 1, 64);
        Requirements.range("gaussferry.replay.batch-changes", replay.batchChanges(), 1, 1_000_000);
        Requirements.range("gaussferry.replay.batch-bytes", replay.batchBytes(), "1KB", "64MB");
        Requirements.range("gaussferry.replay.queue-bytes", replay.queueBytes(), "1MB", "1GB");
        Requirements.range("gaussferry.replay.stalled-after", replay.stalledAfter(), "1s", "24h");
        return new PipelineSettings(
                pipeline,
                sourceSettings(givenSource, base),
                targetSettings(givenTarget, base),
                copy.toSettings(),
                replay.appliers(),
                replay.dependencies(),
                replay.onFailure(),
                new BatchLimits(
                        replay.batchChanges(),
                        replay.batchBytes().toBytes(),
                        replay.appliers() * replay.batchBytes().toBytes()),
                replay.queueBytes().toBytes(),
                replay.stalledAfter(),
                rules.toRuleBook(),
                ddl.toSettings(),
                throttle.toSettings());
    }

    /**
     * Checks the values that an assessment needs. It may be made before there is a target.
     *
     * @param base the directory for relative paths
     * @throws io.gaussferry.error.GaussferryException of category CONFIGURATION, naming the key
     */
    public AssessmentSettings toAssessment(Path base) {
        Requirements.notBlank("gaussferry.pipeline", pipeline);
        Requirements.range("gaussferry.replay.appliers", replay.appliers(), 1, 64);
        return new AssessmentSettings(
                pipeline,
                sourceSettings(Requirements.present("gaussferry.source", source), base),
                target == null ? null : targetSettings(target, base),
                copy.toSettings(),
                replay.appliers(),
                rules.toRuleBook());
    }

    private TargetSettings targetSettings(Target given, Path base) {
        Requirements.range("gaussferry.target.read-timeout", given.readTimeout(), "1s", "24h");
        Requirements.range("gaussferry.target.shared-connections", given.sharedConnections(), 0, 10_000);
        Requirements.range("gaussferry.target.rows-per-second", given.rowsPerSecond(), 0, 1_000_000_000);
        return new TargetSettings(
                Requirements.url("gaussferry.target.url", given.url(), "jdbc:opengauss://"),
                Requirements.notBlank("gaussferry.target.user", given.user()),
                SecretFiles.choose("gaussferry.target.password", given.password(), given.passwordFile(), base),
                Requirements.choice("gaussferry.target.foreign-keys", given.foreignKeys(), ForeignKeyPolicy.class),
                partitions(given),
                given.readTimeout(),
                given.sharedConnections(),
                given.rowsPerSecond(),
                Requirements.choice("gaussferry.target.untested", given.untested(), UntestedPolicy.class));
    }

    /** Shards share a table: a partition that one of them drops may have rows of the others. */
    private PartitionPolicy partitions(Target given) {
        PartitionPolicy chosen =
                Requirements.choice("gaussferry.target.partitions", given.partitions(), PartitionPolicy.class);
        return ddl.shards().isEmpty() ? chosen : PartitionPolicy.NONE;
    }

    private SourceSettings sourceSettings(Source given, Path base) {
        Requirements.range("gaussferry.source.transaction-part-bytes", given.transactionPartBytes(), "64KB", "1GB");
        Requirements.range("gaussferry.source.maximum-event-bytes", given.maximumEventBytes(), "1MB", "1GB");
        Requirements.range("gaussferry.source.connect-timeout", given.connectTimeout(), "1s", "5m");
        Requirements.range("gaussferry.source.heartbeat-interval", given.heartbeatInterval(), "100ms", "5m");
        Requirements.range("gaussferry.source.read-timeout", given.readTimeout(), "1s", "1h");
        if (given.readTimeout().compareTo(given.heartbeatInterval()) <= 0) {
            throw Requirements.refused(
                    "gaussferry.source.read-timeout is not longer than gaussferry.source.heartbeat-interval.",
                    "choose a heartbeat-interval of a third of the read-timeout or less");
        }
        long serverId = given.serverId() == null ? ServerIds.derive(pipeline, given.url()) : given.serverId();
        Requirements.range("gaussferry.source.server-id", serverId, 1, 0xFFFF_FFFFL);
        return new SourceSettings(
                Requirements.url("gaussferry.source.url", given.url(), "jdbc:mysql://"),
                Requirements.notBlank("gaussferry.source.user", given.user()),
                SecretFiles.choose("gaussferry.source.password", given.password(), given.passwordFile(), base),
                given.schemas(),
                given.tables().toFilter(given.schemas()),
                RenameProperties.toRenames(given.rename(), given.schemas()),
                serverId,
                given.transactionPartBytes().toBytes(),
                given.maximumEventBytes().toBytes(),
                new SourceTimeouts(given.connectTimeout(), given.heartbeatInterval(), given.readTimeout()));
    }
}
