package io.gaussferry.pipeline.settings;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.snapshot.CopySettings;
import io.gaussferry.throttle.ThrottleSettings;
import java.time.Duration;

/**
 * The settings of one pipeline.
 *
 * @param name distinguishes its progress from that of other pipelines on the same target
 * @param source the MySQL servers
 * @param target the openGauss server
 * @param copy how existing rows are copied
 * @param appliers connections that apply concurrently: 1 to 64
 * @param tracking determines which transactions are independent
 * @param onFailure the handling of a change that the target rejects
 * @param batchLimits the largest batch
 * @param queueBytes limits the bytes of heap of transactions that wait for the scheduler
 * @param stalledAfter the time without a commit, while changes are pending, after which replay counts as stalled
 * @param rules convert values that the target cannot store
 * @param definitions the handling of statements that change definitions
 * @param throttle the load up to which copies and verification are not held back
 */
public record PipelineSettings(
        String name,
        SourceSettings source,
        TargetSettings target,
        CopySettings copy,
        int appliers,
        DependencyTracking tracking,
        FailurePolicy onFailure,
        BatchLimits batchLimits,
        long queueBytes,
        Duration stalledAfter,
        RuleBook rules,
        DefinitionSettings definitions,
        ThrottleSettings throttle) {

    private static final int MAXIMUM_APPLIERS = 64;

    public PipelineSettings {
        if (appliers < 1 || appliers > MAXIMUM_APPLIERS) {
            throw new IllegalArgumentException("appliers must be 1 to " + MAXIMUM_APPLIERS + ", not " + appliers);
        }
    }
}
