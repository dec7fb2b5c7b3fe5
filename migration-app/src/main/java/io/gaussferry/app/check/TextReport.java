package io.gaussferry.app.check;

import io.gaussferry.preflight.PreflightReport;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a report for people, most severe findings first. Findings with the same reason and remedy form one group. Without
 * {@code --details}, a code with many findings is shown as a count, some examples and its most frequent remedies. The last line has the
 * number of findings.
 */
final class TextReport {

    private static final int WIDTH = 110;

    /** Longer labels are on a line of their own. */
    private static final int WIDEST_LABEL = 36;

    private static final String INDENT = "  ";

    /** Number of findings and remedies that a summary shows for one code. */
    private static final int EXAMPLES = 3;

    private TextReport() {}

    private record Group(FindingCode code, String why, String remedy) {}

    /** @param details whether to list every finding */
    static String write(PreflightReport report, boolean details) {
        Map<FindingCode, List<Finding>> codes = new LinkedHashMap<>();
        for (Finding finding : report.findings()) {
            codes.computeIfAbsent(finding.code(), unused -> new ArrayList<>()).add(finding);
        }
        StringBuilder text = new StringBuilder();
        codes.forEach((code, findings) -> {
            if (details || findings.size() <= EXAMPLES) {
                groups(findings).forEach((group, some) -> write(text, group, some));
            } else {
                summarize(text, code, findings);
            }
        });
        return text.append(counts(report)).append('\n').toString();
    }

    private static Map<Group, List<Finding>> groups(List<Finding> findings) {
        Map<Group, List<Finding>> groups = new LinkedHashMap<>();
        for (Finding finding : findings) {
            groups.computeIfAbsent(
                            new Group(finding.code(), finding.why(), finding.remedy()), unused -> new ArrayList<>())
                    .add(finding);
        }
        return groups;
    }

    /** Writes the most frequent remedies first, each with examples. */
    private static void summarize(StringBuilder text, FindingCode code, List<Finding> findings) {
        text.append(String.format("%-7s  %s  %d findings%n", code.severity(), code, findings.size()));
        Map<String, List<Finding>> remedies = new LinkedHashMap<>();
        findings.forEach(finding -> remedies.computeIfAbsent(finding.remedy(), unused -> new ArrayList<>())
                .add(finding));
        List<Map.Entry<String, List<Finding>>> actions = remedies.entrySet().stream()
                .sorted(Comparator.comparing(entry -> -entry.getValue().size()))
                .limit(EXAMPLES)
                .toList();
        int examples = actions.size() == 1 ? EXAMPLES : 1;
        int listed = 0;
        for (Map.Entry<String, List<Finding>> action : actions) {
            List<Finding> some = action.getValue().stream().limit(examples).toList();
            listed += some.size();
            int width = labelWidth(some);
            some.forEach(finding -> line(text, finding.location().toString(), width, finding.problem()));
            line(
                    text,
                    "remedy",
                    width,
                    action.getKey() + " (" + action.getValue().size() + ")");
        }
        line(text, "…", "remedy".length(), (findings.size() - listed) + " more with --details or --json");
        text.append('\n');
    }

    private static void write(StringBuilder text, Group group, List<Finding> findings) {
        text.append(String.format("%-7s  %s%n", group.code().severity(), group.code()));
        int labelWidth = labelWidth(findings);
        for (Finding finding : findings) {
            line(text, finding.location().toString(), labelWidth, finding.problem());
        }
        line(text, "why", labelWidth, group.why());
        line(text, "remedy", labelWidth, group.remedy());
        text.append('\n');
    }

    private static int labelWidth(List<Finding> findings) {
        int labelWidth = findings.stream()
                .mapToInt(finding -> finding.location().toString().length())
                .filter(length -> length <= WIDEST_LABEL)
                .max()
                .orElse(0);
        return Math.max(labelWidth, "remedy".length());
    }

    private static void line(StringBuilder text, String label, int labelWidth, String content) {
        String margin = INDENT + " ".repeat(labelWidth) + INDENT;
        text.append(INDENT).append(label);
        if (label.length() > labelWidth) {
            text.append('\n').append(margin);
        } else {
            text.append(" ".repeat(labelWidth - label.length())).append(INDENT);
        }
        int column = margin.length();
        boolean first = true;
        for (String word : content.strip().split("\\s+", -1)) {
            if (!first && column + 1 + word.length() > WIDTH) {
                text.append('\n').append(margin);
                column = margin.length();
            } else if (!first) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
            first = false;
        }
        text.append('\n');
    }

    /** Returns for example {@code 2 blockers, 1 warning, 0 notes}. */
    private static String counts(PreflightReport report) {
        return counted(report.count(Severity.BLOCKER), "blocker")
                + ", " + counted(report.count(Severity.WARNING), "warning")
                + ", " + counted(report.count(Severity.NOTE), "note");
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
