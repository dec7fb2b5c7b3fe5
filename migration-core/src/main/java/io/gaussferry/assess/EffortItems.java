package io.gaussferry.assess;

import io.gaussferry.accounts.Gap;
import io.gaussferry.application.ApplicationReport;
import io.gaussferry.application.GradedStatement;
import io.gaussferry.application.StatementGrade;
import io.gaussferry.application.rule.RuleFinding;
import io.gaussferry.assess.EffortItem.Area;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.objects.ObjectOutcome;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Collects the required decisions and work from the examined parts. Row values are hidden. Used by one thread. */
final class EffortItems {

    private final List<EffortItem> items = new ArrayList<>();

    List<EffortItem> list() {
        return List.copyOf(items);
    }

    /** Adds warnings and blockers; notes require no action. */
    EffortItems addFindings(List<Finding> findings) {
        for (Finding finding : findings) {
            if (finding.severity() != Severity.NOTE) {
                items.add(new EffortItem(
                        finding.location().table().isEmpty() ? Area.SERVERS : Area.TABLES,
                        finding.code().name(),
                        finding.location().toString(),
                        RowValueMarks.hidden(finding.problem() + " " + finding.why()),
                        RowValueMarks.hidden(finding.remedy())));
            }
        }
        return this;
    }

    /** Adds objects that work by hand is needed for. */
    EffortItems addObjects(List<ObjectOutcome> outcomes) {
        for (ObjectOutcome outcome : outcomes) {
            if (outcome.state() == ObjectState.BY_HAND || outcome.state() == ObjectState.DIFFERS) {
                items.add(new EffortItem(
                        Area.OBJECTS,
                        outcome.object().kind().word() + " " + outcome.state().words(),
                        outcome.object().label(),
                        RowValueMarks.hidden(outcome.detail()),
                        "write it for the target, and add it to the cutover's hooks or to the schema by hand"));
            }
        }
        return this;
    }

    /** Adds statements that are not alike on both sides. */
    EffortItems addStatements(ApplicationReport report) {
        if (!report.settings().values().isEmpty()) {
            items.add(new EffortItem(
                    Area.STATEMENTS,
                    "statement settings",
                    "settings of the application's account",
                    "the target reads SQL more like MySQL with other settings",
                    String.join(" ", report.settings().statements("app"))));
        }
        for (GradedStatement graded : report.statements()) {
            if (graded.grade() != StatementGrade.ALIKE) {
                items.add(new EffortItem(
                        Area.STATEMENTS,
                        "statement " + graded.grade().word(),
                        graded.statement().shown(),
                        reason(graded),
                        action(graded)));
            }
        }
        return this;
    }

    private static String reason(GradedStatement graded) {
        String rules =
                graded.findings().stream().map(RuleFinding::text).distinct().collect(Collectors.joining("; "));
        String reason = RowValueMarks.hidden(graded.reason());
        if (reason.isEmpty()) {
            return rules.isEmpty() ? graded.grade().description() : rules;
        }
        return rules.isEmpty() ? reason : reason + "; " + rules;
    }

    private static String action(GradedStatement graded) {
        return switch (graded.grade()) {
            case FAILS -> "write another statement";
            case DIFFERS -> "decide whether the difference matters; otherwise write another statement";
            case REWRITE ->
                graded.hiddenRewrite().isEmpty()
                        ? "use the rewrite that check --application shows"
                        : "use instead: " + graded.hiddenRewrite();
            case UNKNOWN -> "examine it by hand, or provide what is missing";
            case ALIKE -> "none";
        };
    }

    /** Adds properties of accounts that the target has no equivalent for. */
    EffortItems addAccounts(List<Gap> gaps) {
        for (Gap gap : gaps) {
            items.add(new EffortItem(
                    Area.ACCOUNTS,
                    "account property",
                    gap.account() + ": " + gap.subject(),
                    gap.reason(),
                    "decide whether the application needs it"));
        }
        return this;
    }
}
