package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.FailurePolicy;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.mysql.SourceTimeouts;
import io.gaussferry.opengauss.TargetSettings;
import io.gaussferry.schedule.order.BatchLimits;
import io.gaussferry.schema.ForeignKeyPolicy;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** Settings of reverse replication to a MySQL of two servers. */
final class ReverseTestSettings {

    private ReverseTestSettings() {}

    /** Returns the settings of a pipeline that follows the server {@code b}. */
    static ReverseSettings named(String pipeline) {
        SourceSettings mysql = new SourceSettings(
                "jdbc:mysql://a,b/", "u", "p", List.of("shop"), 1, 1_000, 1_000, SourceTimeouts.DEFAULT);
        return new ReverseSettings(
                pipeline,
                mysql,
                mysql,
                () -> "b",
                new TargetSettings("jdbc:opengauss://h/d", "u", "p", ForeignKeyPolicy.CREATE, Duration.ofSeconds(1)),
                RuleBook.of(ConversionRules.defaults()),
                2,
                new BatchLimits(100, 1_000, 50_000),
                1_000,
                FailurePolicy.WAIT,
                OptionalLong.empty());
    }
}
