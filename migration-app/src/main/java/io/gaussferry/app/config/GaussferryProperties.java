package io.gaussferry.app.config;

import io.gaussferry.apply.TargetSettings;
import io.gaussferry.pipeline.PipelineSettings;
import io.gaussferry.schedule.BatchLimits;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.source.SourceSettings;
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
            @DefaultValue("64MB") DataSize maximumTransactionBytes) {}

    record Target(
            @Nullable String url,
            @Nullable String user,
            @DefaultValue("") String password,
            @DefaultValue("create") String foreignKeys,
            @DefaultValue("false") boolean emptyStringAsNull) {}

    record Replay(
            @DefaultValue("4") int lanes,
            @DefaultValue("10000") int batchChanges,
            @DefaultValue("8MB") DataSize batchBytes,
            @DefaultValue("32MB") DataSize queueBytes) {}

    /** Checks the values and puts them into the core's own settings. */
    PipelineSettings toSettings() {
        Source givenSource = Requirements.present("gaussferry.source", source);
        Target givenTarget = Requirements.present("gaussferry.target", target);
        Requirements.notBlank("gaussferry.pipeline", pipeline);
        Requirements.range("gaussferry.replay.lanes", replay.lanes(), 1, 64);
        Requirements.range("gaussferry.replay.batch-changes", replay.batchChanges(), 1, 1_000_000);
        Requirements.range("gaussferry.replay.batch-bytes", replay.batchBytes(), "1KB", "64MB");
        Requirements.range("gaussferry.replay.queue-bytes", replay.queueBytes(), "1MB", "1GB");
        return new PipelineSettings(
                pipeline,
                sourceSettings(givenSource),
                new TargetSettings(
                        Requirements.url("gaussferry.target.url", givenTarget.url(), "jdbc:opengauss://"),
                        Requirements.notBlank("gaussferry.target.user", givenTarget.user()),
                        givenTarget.password(),
                        Requirements.choice(
                                "gaussferry.target.foreign-keys", givenTarget.foreignKeys(), ForeignKeyPolicy.class),
                        givenTarget.emptyStringAsNull()),
                replay.lanes(),
                new BatchLimits(
                        replay.batchChanges(),
                        replay.batchBytes().toBytes(),
                        replay.lanes() * replay.batchBytes().toBytes()),
                replay.queueBytes().toBytes(),
                rules.toRuleBook());
    }

    private SourceSettings sourceSettings(Source given) {
        Requirements.range(
                "gaussferry.source.maximum-transaction-bytes", given.maximumTransactionBytes(), "1MB", "1GB");
        long serverId = given.serverId() == null ? ServerIds.derive(pipeline, given.url()) : given.serverId();
        Requirements.range("gaussferry.source.server-id", serverId, 1, 0xFFFF_FFFFL);
        return new SourceSettings(
                Requirements.url("gaussferry.source.url", given.url(), "jdbc:mysql://"),
                Requirements.notBlank("gaussferry.source.user", given.user()),
                given.password(),
                given.schemas(),
                serverId,
                given.maximumTransactionBytes().toBytes());
    }
}
