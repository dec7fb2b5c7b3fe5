package io.gaussferry.app.check;

import io.gaussferry.preflight.PreflightReport;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingCode;
import io.gaussferry.preflight.finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A report for people: worst first; findings that have the same reason and the same remedy stand together, so that a hundred
 * tables with one problem are read once. The last line counts.
 */
final class TextReport {

    private static final int WIDTH = 110;

    /** Places that are longer stand on a line of their own. */
    private static final int WIDEST_LABEL = 36;

    private static final String INDENT = "  ";

    private TextReport() {}

    private record Group(FindingCode code, String why, String remedy) {}

    static String write(PreflightReport report) {
        Map<Group, List<Finding>> groups = new LinkedHashMap<>();
        for (Finding finding : report.findings()) {
            groups.computeIfAbsent(
                            new Group(finding.code(), finding.why(), finding.remedy()), unused -> new ArrayList<>())
                    .add(finding);
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((group, findings) -> write(text, group, findings));
        return text.append(counts(report)).append('\n').toString();
    }

    private static void write(StringBuilder text, Group group, List<Finding> findings) {
        text.append(String.format("%-7s  %s%n", group.code().severity(), group.code()));
        int labelWidth = findings.stream()
                .mapToInt(finding -> finding.place().toString().length())
                .filter(length -> length <= WIDEST_LABEL)
                .max()
                .orElse(0);
        labelWidth = Math.max(labelWidth, "remedy".length());
        for (Finding finding : findings) {
            line(text, finding.place().toString(), labelWidth, finding.problem());
        }
        line(text, "why", labelWidth, group.why());
        line(text, "remedy", labelWidth, group.remedy());
        text.append('\n');
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
