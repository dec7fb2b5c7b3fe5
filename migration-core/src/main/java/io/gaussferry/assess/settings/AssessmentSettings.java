package io.gaussferry.assess.settings;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.snapshot.CopySettings;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a migration that an assessment needs.
 *
 * @param pipeline its name
 * @param source the source
 * @param target the target; null if there is none yet
 * @param copy the settings of the copy
 * @param appliers connections that apply concurrently
 * @param rules convert values that the target cannot store
 */
public record AssessmentSettings(
        String pipeline,
        SourceSettings source,
        @Nullable TargetSettings target,
        CopySettings copy,
        int appliers,
        RuleBook rules) {

    /** Returns the same settings without the target. */
    public AssessmentSettings withoutTarget() {
        return new AssessmentSettings(pipeline, source, null, copy, appliers, rules);
    }
}
