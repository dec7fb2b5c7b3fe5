package io.gaussferry.preflight;

import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetSettings;

/**
 * The input of a preflight.
 *
 * @param pipeline the pipeline's name, which identifies its progress on the target
 * @param source the source's connection and filters
 * @param target the target's connection
 * @param appliers the number of connections that will apply changes
 * @param rules the conversion rules for values that the target cannot hold
 * @param scanValues whether to search the source's tables for such values, which reads the tables
 */
public record PreflightSettings(
        String pipeline,
        SourceSettings source,
        TargetSettings target,
        int appliers,
        RuleBook rules,
        boolean scanValues) {}
