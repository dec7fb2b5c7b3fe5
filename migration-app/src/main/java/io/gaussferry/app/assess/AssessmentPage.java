package io.gaussferry.app.assess;

import io.gaussferry.assess.Assessment;
import io.gaussferry.assess.EffortGroup;
import io.gaussferry.assess.EffortItem;
import io.gaussferry.assess.TableVerdict;
import io.gaussferry.assess.TableVerdict.TableDecision;
import io.gaussferry.assess.forecast.ForecastItem;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Writes assessments as one HTML page without scripts, which loads nothing. Each starts with a summary that is printed on one page. Long
 * lists are shortened; the JSON document has all entries. Used once.
 */
final class AssessmentPage {

    /** Number of tables, findings, objects and statements that the page lists. */
    private static final int LISTED = 200;

    /** Items that the page lists for each rule. */
    private static final int ITEMS_LISTED = 20;

    /** Rules that a summary lists. */
    private static final int RULES_SUMMARIZED = 10;

    private final HtmlBuilder html = new HtmlBuilder();

    private AssessmentPage() {}

    static String of(List<Assessment> assessments, List<FailedAssessment> failed) {
        AssessmentPage page = new AssessmentPage();
        if (assessments.size() + failed.size() > 1 || assessments.isEmpty()) {
            page.fleet(assessments, failed);
        }
        for (int i = 0; i < assessments.size(); i++) {
            page.assessment(assessments.get(i), anchor(i));
        }
        String title =
                assessments.size() == 1 ? "Assessment " + assessments.get(0).pipeline() : "Assessment of a fleet";
        return page.html.page(title, style());
    }

    private static String style() {
        try (InputStream style = AssessmentPage.class.getResourceAsStream("assessment.css")) {
            return new String(Objects.requireNonNull(style).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String anchor(int number) {
        return "assessment-" + (number + 1);
    }

    private void fleet(List<Assessment> assessments, List<FailedAssessment> failed) {
        html.open("section", "summary")
                .element("h1", "Assessment of " + (assessments.size() + failed.size()) + " migrations");
        html.table(
                List.of("Migration", "Source", "Tables#", "Data#", "Blockers#", "Copy#", "Interval", "Items of work#"),
                assessments.stream().map(AssessmentPage::fleetRow).toList());
        failed.forEach(one -> html.element("p", "bad", one.pipeline() + ": " + one.problem()));
        html.open("p", "");
        for (int i = 0; i < assessments.size(); i++) {
            html.link(anchor(i), assessments.get(i).pipeline());
        }
        html.close("p").close("section");
    }

    private static List<String> fleetRow(Assessment assessment) {
        ForecastItem copy = assessment.forecast().items().get(0);
        return List.of(
                assessment.pipeline(),
                assessment.source().version(),
                assessment.isSourceRead() ? Shown.number(assessment.tables().size()) : "",
                assessment.isSourceRead() ? Shown.bytes(assessment.dataBytes()) : "",
                Shown.number(assessment.findings().count(Severity.BLOCKER)),
                Shown.likely(copy),
                Shown.interval(copy),
                Shown.number(assessment.effortItems()));
    }

    private void assessment(Assessment assessment, String anchor) {
        html.open("section", "assessment");
        summary(assessment, anchor);
        forecasts(assessment);
        effort(assessment);
        servers(assessment);
        tables(assessment);
        findings(assessment);
        objects(assessment);
        statements(assessment);
        html.close("section");
    }

    private void summary(Assessment assessment, String anchor) {
        html.open("section", "summary").anchored("h1", anchor, "Assessment: " + assessment.pipeline());
        html.element(
                "p",
                "quiet",
                assessment.source().version() + " at " + assessment.sourceAddress() + " → "
                        + (assessment.targetAddress().isEmpty()
                                ? "no target yet"
                                : assessment.target().version() + " at " + assessment.targetAddress())
                        + ", " + assessment.made().truncatedTo(ChronoUnit.SECONDS));
        verdict(assessment);
        html.open("div", "cards");
        for (ForecastItem item : assessment.forecast().items()) {
            html.card(
                    item.quantity().description(),
                    Shown.likely(item),
                    item.estimate().isPresent() ? Shown.interval(item) : item.basis());
        }
        html.close("div").open("div", "cards");
        html.card(
                "size",
                assessment.isSourceRead()
                        ? Shown.bytes((double) assessment.dataBytes() + assessment.indexBytes())
                        : "unknown",
                assessment.isSourceRead()
                        ? Shown.number(assessment.tables().size()) + " tables in " + assessment.databases()
                                + " databases, about " + Shown.number(assessment.rows()) + " rows"
                        : "the source could not be read");
        html.card(
                "tables",
                Shown.number(assessment.decisions().getOrDefault(TableDecision.RESOLVE, 0L)
                                + assessment.decisions().getOrDefault(TableDecision.DECIDE, 0L))
                        + " need a decision",
                decisions(assessment));
        html.card(
                "objects",
                assessment
                        .objects()
                        .result()
                        .map(outcomes -> Shown.number(outcomes.size()))
                        .orElse("unknown"),
                AssessmentText.objects(assessment));
        html.card(
                "statements",
                assessment
                        .statements()
                        .result()
                        .map(report -> Shown.number(report.statements().size()))
                        .orElse("unknown"),
                AssessmentText.statements(assessment));
        html.close("div");
        html.element("h3", "Decisions and work");
        html.table(
                List.of("Area", "Rule", "Items#", "Your estimate#", "Example"),
                assessment.effort().stream()
                        .sorted((a, b) ->
                                Integer.compare(b.items().size(), a.items().size()))
                        .limit(RULES_SUMMARIZED)
                        .map(AssessmentPage::effortRow)
                        .toList());
        rest(assessment.effort().size(), RULES_SUMMARIZED, "further rules below");
        html.close("section");
    }

    private static String decisions(Assessment assessment) {
        return assessment.decisions().entrySet().stream()
                .map(entry -> entry.getValue() + ": " + entry.getKey().description())
                .collect(Collectors.joining("; "));
    }

    private void verdict(Assessment assessment) {
        int blockers = assessment.findings().count(Severity.BLOCKER);
        if (blockers > 0) {
            html.element("p", "verdict bad", "Not ready: " + blockers + " blockers must be resolved before the start.");
        } else if (assessment.effortItems() > 0) {
            html.element(
                    "p",
                    "verdict warn",
                    "No blocker. " + assessment.effortItems() + " decisions and items of work"
                            + (assessment.effortMinutes().isPresent()
                                    ? ", "
                                            + Shown.minutes(
                                                    assessment.effortMinutes().getAsDouble()) + " by your estimates."
                                    : "."));
        } else {
            html.element("p", "verdict good", "No blocker, and nothing to decide.");
        }
    }

    private static List<String> effortRow(EffortGroup group) {
        return List.of(
                group.area().description(),
                group.rule(),
                Shown.number(group.items().size()),
                group.minutes().isPresent() ? Shown.minutes(group.minutes().getAsDouble()) : "",
                group.items().get(0).subject());
    }

    private void forecasts(Assessment assessment) {
        html.element("h2", "Forecasts");
        html.element(
                "p",
                "quiet",
                "Measured on these servers for a few seconds. The interval is meant to contain the outcome if the load stays the same; it is"
                        + " no guarantee.");
        html.table(
                List.of("Quantity", "Expected#", "Interval", "Basis"),
                assessment.forecast().items().stream()
                        .map(item -> List.of(
                                item.quantity().description(), Shown.likely(item), Shown.interval(item), item.basis()))
                        .toList());
    }

    private void effort(Assessment assessment) {
        html.element("h2", "Decisions and work");
        html.element(
                "p",
                "quiet",
                "Counted from the findings. Hours appear only for rules that you have estimated (--effort).");
        for (EffortGroup group : assessment.effort()) {
            html.element(
                    "h3",
                    group.area().description() + ": " + group.rule() + " ("
                            + group.items().size() + ")");
            html.table(
                    List.of("Subject", "Reason", "Action"),
                    group.items().stream()
                            .limit(ITEMS_LISTED)
                            .map(AssessmentPage::itemRow)
                            .toList());
            rest(group.items().size(), ITEMS_LISTED, "more in the JSON document");
        }
        if (assessment.effort().isEmpty()) {
            html.element("p", "none");
        }
        if (assessment.accounts().result().isEmpty()) {
            html.element(
                    "p",
                    "quiet",
                    "Accounts were not examined: " + assessment.accounts().reason());
        }
    }

    private static List<String> itemRow(EffortItem item) {
        return List.of(item.subject(), item.reason(), item.action());
    }

    private void servers(Assessment assessment) {
        html.element("h2", "Servers and settings");
        settings("Source: " + assessment.source().version(), assessment.source().settings());
        if (!assessment.targetAddress().isEmpty()) {
            settings(
                    "Target: " + assessment.target().version(),
                    assessment.target().settings());
        }
    }

    private void settings(String title, Map<String, String> settings) {
        html.element("h3", title);
        html.table(
                List.of("Setting", "Value"),
                settings.entrySet().stream()
                        .map(entry -> List.of(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private void tables(Assessment assessment) {
        html.element("h2", "Tables");
        html.table(
                List.of("Required decision", "Tables#"),
                assessment.decisions().entrySet().stream()
                        .map(entry -> List.of(entry.getKey().description(), Shown.number(entry.getValue())))
                        .toList());
        html.element("h3", "Databases");
        html.table(
                List.of("Database", "Size#"),
                assessment.databaseBytes().entrySet().stream()
                        .map(entry -> List.of(entry.getKey(), Shown.bytes(entry.getValue())))
                        .toList());
        html.element("h3", "Tables, the largest first");
        html.table(
                List.of("Table", "Rows, about#", "Data#", "Indexes#", "Decision", "Findings"),
                assessment.tables().stream()
                        .limit(LISTED)
                        .map(AssessmentPage::tableRow)
                        .toList());
        rest(assessment.tables().size(), LISTED, "more in the JSON document");
    }

    private static List<String> tableRow(TableVerdict table) {
        return List.of(
                table.size().table().toString(),
                Shown.number(table.size().rows()),
                Shown.bytes(table.size().dataBytes()),
                Shown.bytes(table.size().indexBytes()),
                table.decision().description(),
                table.findings().stream()
                        .map(finding -> finding.code().name())
                        .distinct()
                        .collect(Collectors.joining(", ")));
    }

    private void findings(Assessment assessment) {
        html.element("h2", "Findings");
        List<Finding> findings = assessment.findings().findings();
        html.table(
                List.of("Severity", "Finding", "Location", "Problem", "Remedy"),
                findings.stream()
                        .limit(LISTED)
                        .map(finding -> List.of(
                                finding.severity().name().toLowerCase(Locale.ROOT),
                                finding.code().name(),
                                finding.location().toString(),
                                RowValueMarks.hidden(finding.problem()),
                                RowValueMarks.hidden(finding.remedy())))
                        .toList());
        rest(findings.size(), LISTED, "more in the JSON document");
    }

    private void objects(Assessment assessment) {
        html.element("h2", "Objects");
        html.element("p", AssessmentText.objects(assessment));
        assessment.objects().result().ifPresent(outcomes -> {
            html.table(
                    List.of("State", "Object", "Reason"),
                    outcomes.stream()
                            .limit(LISTED)
                            .map(outcome -> List.of(
                                    outcome.state().words(),
                                    outcome.object().label(),
                                    RowValueMarks.hidden(outcome.detail())))
                            .toList());
            rest(outcomes.size(), LISTED, "more in the JSON document");
        });
    }

    private void statements(Assessment assessment) {
        html.element("h2", "Statements of the application");
        html.element("p", AssessmentText.statements(assessment));
        assessment.statements().result().ifPresent(report -> {
            List<List<String>> rows = new ArrayList<>();
            report.counts()
                    .forEach((grade, count) ->
                            rows.add(List.of(grade.word(), Shown.number(count), grade.description())));
            html.table(List.of("Grade", "Statements#", "Meaning"), rows);
        });
    }

    private void rest(int all, int listed, String where) {
        if (all > listed) {
            html.element("p", "quiet", (all - listed) + " " + where);
        }
    }
}
