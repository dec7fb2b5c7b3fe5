package io.gaussferry.pipeline.settings;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.snapshot.CopySettings;
import java.time.Duration;

/**
 * Everything that one pipeline is told.
 *
 * @param name distinguishes its progress from that of others on the same target
 * @param source where from
 * @param target where to
 * @param copy how the rows that are there are copied
 * @param appliers connections that apply at the same time: 1 to 64
 * @param tracking by what transactions are found independent
 * @param onFailure what becomes of a change that the target does not take
 * @param batchLimits how large a batch may become
 * @param queueBytes bytes of heap that transactions waiting for the scheduler may hold
 * @param stalledAfter how long nothing must have been committed, while there is work, for replay to count as stalled
 * @param rules what becomes of values that the target cannot hold
 * @param definitions what becomes of statements that change definitions
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
        DefinitionSettings definitions) {

    private static final int MAXIMUM_APPLIERS = 64;

    public PipelineSettings {
        if (appliers < 1 || appliers > MAXIMUM_APPLIERS) {
            throw new IllegalArgumentException("appliers must be 1 to " + MAXIMUM_APPLIERS + ", not " + appliers);
        }
    }
}
