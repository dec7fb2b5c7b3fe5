package io.gaussferry.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ColumnPattern;
import io.gaussferry.convert.rule.ColumnRule;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.convert.rule.RuleChoices;
import io.gaussferry.convert.rule.RuleUsage;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TargetProfile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleReportTest {

    @Test
    void reportsChangedCountsAndAllAtEnd() {
        RuleUsage usage = new RuleUsage();
        List<String> lines = new ArrayList<>();
        try (RuleReport report = new RuleReport(usage, lines::add)) {
            report.reportChanges();
            assertThat(lines).isEmpty();
            use(usage, "paid");
            use(usage, "shipped");
            report.reportChanges();
            use(usage, "shipped");
            report.reportChanges();
            report.reportChanges();
            assertThat(lines)
                    .containsExactly(
                            "rule zero-date used 1 time in shop.orders.paid",
                            "rule zero-date used 1 time in shop.orders.shipped",
                            "rule zero-date used 2 times in shop.orders.shipped");
            lines.clear();
        }
        assertThat(lines)
                .containsExactly(
                        "rule zero-date used 1 time in shop.orders.paid",
                        "rule zero-date used 2 times in shop.orders.shipped");
    }

    private static void use(RuleUsage usage, String column) {
        RuleChoices zeroDateNull =
                new RuleChoices(ZeroDate.NULL, null, null, null, null, null, null, null, null, null, null);
        RuleBook rules = new RuleBook(
                ConversionRules.defaults(),
                List.of(),
                List.of(new ColumnRule(ColumnPattern.parse("*.*.*"), zeroDateNull)));
        new Conversion(new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL 18", "PG", false), rules, usage)
                .copyCodec(
                        new TableId("shop", "orders"),
                        new ColumnDefinition(column, MySqlType.DATE, false, "date", 0, 0, 0, null, List.of(), true))
                .writeSelected("0000-00-00".getBytes(StandardCharsets.US_ASCII), new CopyText());
        usage.committed();
    }
}
