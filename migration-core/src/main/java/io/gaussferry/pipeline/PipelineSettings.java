package io.gaussferry.pipeline;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.apply.TargetSettings;
import io.gaussferry.convert.RuleBook;
import io.gaussferry.schedule.BatchLimits;
import io.gaussferry.schedule.ConsistencyMode;
import io.gaussferry.schedule.DependencyTracking;
import io.gaussferry.snapshot.CopySettings;
import io.gaussferry.source.SourceSettings;

/**
 * Everything that one pipeline is told.
 *
 * @param name distinguishes its progress from that of others on the same target
 * @param source where from
 * @param target where to
 * @param copy how the rows that are there are copied
 * @param lanes connections that apply at the same time: 1 to 64
 * @param consistency what a reader of the target may see
 * @param tracking by what transactions are found independent
 * @param onFailure what becomes of a change that the target does not take
 * @param batchLimits how large a batch may become
 * @param queueBytes bytes of heap that transactions waiting for the scheduler may hold
 * @param rules what becomes of values that the target cannot hold
 */
public record PipelineSettings(
        String name,
        SourceSettings source,
        TargetSettings target,
        CopySettings copy,
        int lanes,
        ConsistencyMode consistency,
        DependencyTracking tracking,
        FailurePolicy onFailure,
        BatchLimits batchLimits,
        long queueBytes,
        RuleBook rules) {

    private static final int MAXIMUM_LANES = 64;

    public PipelineSettings {
        if (lanes < 1 || lanes > MAXIMUM_LANES) {
            throw new IllegalArgumentException("lanes must be 1 to " + MAXIMUM_LANES + ", not " + lanes);
        }
    }
}
