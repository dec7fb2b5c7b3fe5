package io.gaussferry.preflight;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.PartitionPolicy;
import io.gaussferry.throttle.ThrottleSettings;
import org.jspecify.annotations.Nullable;

/**
 * The input of a preflight.
 *
 * @param pipeline the pipeline's name, which identifies its progress on the target
 * @param source the source's connection and filters
 * @param target the target's connection; null if there is no target yet: then only the source is checked
 * @param appliers the number of connections that will apply changes
 * @param rules the conversion rules for values that the target cannot hold
 * @param throttle the load up to which copies and verification are not held back
 * @param scanValues whether to search the source's tables for such values, which reads the tables
 */
public record PreflightSettings(
        String pipeline,
        SourceSettings source,
        @Nullable TargetSettings target,
        int appliers,
        RuleBook rules,
        ThrottleSettings throttle,
        boolean scanValues) {

    /** Returns the handling of foreign keys, by default that of the configuration's default. */
    ForeignKeyPolicy foreignKeys() {
        return target == null ? ForeignKeyPolicy.CREATE : target.foreignKeys();
    }

    /** Returns the handling of partitions, by default that of the configuration's default. */
    PartitionPolicy partitions() {
        return target == null ? PartitionPolicy.KEEP : target.partitions();
    }
}
