package io.gaussferry.app.config;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.apply.TargetSettings;
import io.gaussferry.pipeline.PipelineSettings;
import io.gaussferry.schedule.BatchLimits;
import io.gaussferry.schedule.ConsistencyMode;
import io.gaussferry.schedule.DependencyTracking;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.source.SourceSettings;
import io.gaussferry.source.SourceTimeouts;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The keys below {@code gaussferry}. {@code config/gaussferry.yml} explains each.
 *
 * @param pipeline name of this migration's progress on the target
 * @param source the MySQL server
 * @param target the openGauss server
 * @param replay how changes are applied
 * @param rules what becomes of values that the target cannot hold
 */
record GaussferryProperties(
        @DefaultValue("default") String pipeline,
        @Nullable Source source,
        @Nullable Target target,
        @DefaultValue Replay replay,
        @DefaultValue RulesProperties rules) {

    record Source(
            @Nullable String url,
            @Nullable String user,
            @DefaultValue("") String password,
            @DefaultValue("*") List<String> schemas,
            @Nullable Long serverId,
            @DefaultValue("16MB") DataSize transactionPartBytes,
            @DefaultValue("64MB") DataSize maximumEventBytes,
            @DefaultValue("10s") Duration connectTimeout,
            @DefaultValue("5s") Duration heartbeatInterval,
            @DefaultValue("30s") Duration readTimeout) {}

    record Target(
            @Nullable String url,
            @Nullable String user,
            @DefaultValue("") String password,
            @DefaultValue("create") String foreignKeys,
            @DefaultValue("5m") Duration readTimeout,
            @DefaultValue("false") boolean emptyStringAsNull) {}

    record Replay(
            @DefaultValue("4") int lanes,
            @DefaultValue("commit-order") ConsistencyMode consistency,
            @DefaultValue("write-set") DependencyTracking dependencies,
            @DefaultValue("stop") FailurePolicy onFailure,
            @DefaultValue("10000") int batchChanges,
            @DefaultValue("8MB") DataSize batchBytes,
            @DefaultValue("8MB") DataSize queueBytes) {}

    /** Checks the values and puts them into the core's own settings. */
    PipelineSettings toSettings() {
        Source givenSource = Requirements.present("gaussferry.source", source);
        Target givenTarget = Requirements.present("gaussferry.target", target);
        Requirements.notBlank("gaussferry.pipeline", pipeline);
        Requirements.range("gaussferry.replay.lanes", replay.lanes(), 1, 64);
        Requirements.range("gaussferry.replay.batch-changes", replay.batchChanges(), 1, 1_000_000);
        Requirements.range("gaussferry.replay.batch-bytes", replay.batchBytes(), "1KB", "64MB");
        Requirements.range("gaussferry.replay.queue-bytes", replay.queueBytes(), "1MB", "1GB");
        Requirements.range("gaussferry.target.read-timeout", givenTarget.readTimeout(), "1s", "24h");
        return new PipelineSettings(
                pipeline,
                sourceSettings(givenSource),
                new TargetSettings(
                        Requirements.url("gaussferry.target.url", givenTarget.url(), "jdbc:opengauss://"),
                        Requirements.notBlank("gaussferry.target.user", givenTarget.user()),
                        givenTarget.password(),
                        Requirements.choice(
                                "gaussferry.target.foreign-keys", givenTarget.foreignKeys(), ForeignKeyPolicy.class),
                        givenTarget.readTimeout(),
                        givenTarget.emptyStringAsNull()),
                replay.lanes(),
                replay.consistency(),
                replay.dependencies(),
                replay.onFailure(),
                new BatchLimits(
                        replay.batchChanges(),
                        replay.batchBytes().toBytes(),
                        replay.lanes() * replay.batchBytes().toBytes()),
                replay.queueBytes().toBytes(),
                rules.toRuleBook());
    }

    private SourceSettings sourceSettings(Source given) {
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
                given.password(),
                given.schemas(),
                serverId,
                given.transactionPartBytes().toBytes(),
                given.maximumEventBytes().toBytes(),
                new SourceTimeouts(given.connectTimeout(), given.heartbeatInterval(), given.readTimeout()));
    }
}
