package io.gaussferry.app.config;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.settings.DefinitionSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schedule.order.ConsistencyMode;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.snapshot.CopySettings;
import io.gaussferry.snapshot.source.CopyLock;
import java.nio.file.Path;
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
 * @param copy how the rows that are there are copied
 * @param replay how changes are applied
 * @param ddl what becomes of statements that change definitions
 * @param rules what becomes of values that the target cannot hold
 * @param verify how much the daemon compares meanwhile
 * @param http where the daemon can be seen and steered
 * @param cutover how the migration is ended
 * @param certificate how certificates are signed
 */
record GaussferryProperties(
        @DefaultValue("default") String pipeline,
        @Nullable Source source,
        @Nullable Target target,
        @DefaultValue Copy copy,
        @DefaultValue Replay replay,
        @DefaultValue Ddl ddl,
        @DefaultValue RulesProperties rules,
        @DefaultValue Verify verify,
        @DefaultValue HttpProperties http,
        @DefaultValue CutoverProperties cutover,
        @DefaultValue CertificateProperties certificate) {

    record Source(
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

    record Target(
            @Nullable String url,
            @Nullable String user,
            @Nullable String password,
            @Nullable String passwordFile,
            @DefaultValue("create") String foreignKeys,
            @DefaultValue("5m") Duration readTimeout) {}

    record Copy(
            @DefaultValue("2") int workers,
            @DefaultValue("32MB") DataSize rangeBytes,
            @DefaultValue("0") long rowsPerSecond,
            @DefaultValue("0") int maxSourceThreadsRunning,
            @DefaultValue("when-needed") CopyLock lock) {

        private CopySettings toSettings() {
            Requirements.range("gaussferry.copy.workers", workers, 1, 32);
            Requirements.range("gaussferry.copy.range-bytes", rangeBytes, "1KB", "10GB");
            Requirements.range("gaussferry.copy.rows-per-second", rowsPerSecond, 0, 1_000_000_000);
            Requirements.range("gaussferry.copy.max-source-threads-running", maxSourceThreadsRunning, 0, 100_000);
            return new CopySettings(workers, rangeBytes.toBytes(), rowsPerSecond, maxSourceThreadsRunning, lock);
        }
    }

    record Replay(
            @DefaultValue("4") int appliers,
            @DefaultValue("commit-order") ConsistencyMode consistency,
            @DefaultValue("write-set") DependencyTracking dependencies,
            @DefaultValue("stop") FailurePolicy onFailure,
            @DefaultValue("10000") int batchChanges,
            @DefaultValue("8MB") DataSize batchBytes,
            @DefaultValue("8MB") DataSize queueBytes,
            @DefaultValue("60s") Duration stalledAfter) {}

    record Ddl(
            @DefaultValue("follow") DefinitionSettings.Mode mode,
            @DefaultValue("false") boolean dropSchemas) {}

    record Verify(@DefaultValue("0") int share) {}

    /**
     * Checks the values and puts them into the core's own settings.
     *
     * @param base directory of the configuration file
     */
    PipelineSettings toSettings(Path base) {
        Source givenSource = Requirements.present("gaussferry.source", source);
        Target givenTarget = Requirements.present("gaussferry.target", target);
        Requirements.notBlank("gaussferry.pipeline", pipeline);
        Requirements.range("gaussferry.replay.appliers", replay.appliers(), 1, 64);
        Requirements.range("gaussferry.replay.batch-changes", replay.batchChanges(), 1, 1_000_000);
        Requirements.range("gaussferry.replay.batch-bytes", replay.batchBytes(), "1KB", "64MB");
        Requirements.range("gaussferry.replay.queue-bytes", replay.queueBytes(), "1MB", "1GB");
        Requirements.range("gaussferry.replay.stalled-after", replay.stalledAfter(), "1s", "24h");
        Requirements.range("gaussferry.target.read-timeout", givenTarget.readTimeout(), "1s", "24h");
        return new PipelineSettings(
                pipeline,
                sourceSettings(givenSource, base),
                new TargetSettings(
                        Requirements.url("gaussferry.target.url", givenTarget.url(), "jdbc:opengauss://"),
                        Requirements.notBlank("gaussferry.target.user", givenTarget.user()),
                        SecretFiles.choose(
                                "gaussferry.target.password", givenTarget.password(), givenTarget.passwordFile(), base),
                        Requirements.choice(
                                "gaussferry.target.foreign-keys", givenTarget.foreignKeys(), ForeignKeyPolicy.class),
                        givenTarget.readTimeout()),
                copy.toSettings(),
                replay.appliers(),
                replay.consistency(),
                replay.dependencies(),
                replay.onFailure(),
                new BatchLimits(
                        replay.batchChanges(),
                        replay.batchBytes().toBytes(),
                        replay.appliers() * replay.batchBytes().toBytes()),
                replay.queueBytes().toBytes(),
                replay.stalledAfter(),
                rules.toRuleBook(),
                new DefinitionSettings(ddl.mode(), ddl.dropSchemas()));
    }

    /**
     * Does the same with what concerns the daemon alone.
     *
     * @param base directory of the configuration file
     * @param formerNames what the file still calls by a former name
     */
    DaemonSettings toDaemonSettings(Path base, List<String> formerNames) {
        PipelineSettings settings = toSettings(base);
        HttpSettings httpSettings = http.toSettings(pipeline, base);
        Requirements.range("gaussferry.verify.share", verify.share(), 0, 100);
        return new DaemonSettings(
                settings, httpSettings, verify.share(), formerNames, cutover.toSettings(settings.source(), base));
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
