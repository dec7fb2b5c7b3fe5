package io.gaussferry.pipeline.run;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.pipeline.settings.DefinitionSettings;
import io.gaussferry.pipeline.settings.PipelineSettings;
import io.gaussferry.schedule.key.DependencyTracking;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.snapshot.CopySettings;
import io.gaussferry.snapshot.source.CopyLock;
import io.gaussferry.throttle.ThrottleSettings;
import java.time.Duration;
import java.util.List;

/** Settings of a pipeline that replicates the database {@code s}. */
public final class RunSettings {

    private RunSettings() {}

    /** Returns settings with a handling of foreign keys on the target. */
    public static PipelineSettings with(ForeignKeyPolicy foreignKeys) {
        return new PipelineSettings(
                "p",
                new SourceSettings("jdbc:mysql://h/", "u", "p", List.of("s"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT),
                new TargetSettings("jdbc:opengauss://h/d", "u", "p", foreignKeys, Duration.ofSeconds(1)),
                new CopySettings(1, 1_000, 0, 1, Duration.ZERO, CopyLock.NEVER),
                1,
                DependencyTracking.WRITE_SET,
                FailurePolicy.STOP,
                new BatchLimits(1, 1_000, 1_000),
                1_000,
                Duration.ofSeconds(60),
                RuleBook.of(ConversionRules.defaults()),
                DefinitionSettings.DEFAULT,
                ThrottleSettings.NONE);
    }
}
