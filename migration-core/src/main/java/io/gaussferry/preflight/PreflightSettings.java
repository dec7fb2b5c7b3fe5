package io.gaussferry.preflight;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;

/**
 * What a preflight looks at.
 *
 * @param pipeline the pipeline's name, under which its progress is on the target
 * @param source where from
 * @param target where to
 * @param appliers how many connections will apply changes
 * @param rules what becomes of values that the target cannot hold
 * @param scanValues whether to look for such values in the source's tables, which reads them
 */
public record PreflightSettings(
        String pipeline,
        SourceSettings source,
        TargetSettings target,
        int appliers,
        RuleBook rules,
        boolean scanValues) {}
