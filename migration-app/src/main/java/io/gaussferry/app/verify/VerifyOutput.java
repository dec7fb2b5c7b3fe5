package io.gaussferry.app.verify;

import io.gaussferry.verify.OrderStatement;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.Difference.Column;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.structure.StructureReport;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a report for people: differences, undecided tables, totals and the order of transactions. */
final class VerifyOutput {

    private VerifyOutput() {}

    static String write(VerificationReport report) {
        StringBuilder text = new StringBuilder();
        report.differences().forEach(difference -> write(text, difference));
        long named = report.differences().stream().mapToLong(Difference::copies).sum();
        if (named < report.differenceCount()) {
            text.append("and ").append(report.differenceCount() - named).append(" more (--limit)\n");
        }
        writeStructure(text, report.structure());
        report.notes()
                .sentences()
                .forEach(note -> text.append("note       ").append(note).append('\n'));
        for (TableOutcome table : report.tables()) {
            if (table.comparedAgain() > 0 && table.undecided().isEmpty()) {
                text.append("compared again  ")
                        .append(table.table())
                        .append(": its definition changed during the comparison\n");
            }
            if (!table.undecided().isEmpty()) {
                text.append("undecided       ")
                        .append(table.table())
                        .append(": ")
                        .append(table.undecided())
                        .append('\n');
            }
        }
        if (text.length() > 0) {
            text.append('\n');
        }
        writeOrder(text, report.order());
        long millis = Math.max(1, report.duration().toMillis());
        text.append(String.format(
                Locale.ROOT,
                "%s: %d rows of %d tables compared in %.1f s (%d rows/s), %d different, %d repaired;"
                        + " structure of %d tables compared, %d different%n",
                verdict(report.exitCode()),
                report.rows(),
                report.tables().size(),
                millis / 1000.0,
                report.rows() * 1000 / millis,
                report.differenceCount(),
                report.repairedCount(),
                report.structure().tables(),
                report.structureDifferenceCount()));
        return text.toString();
    }

    private static void writeStructure(StringBuilder text, StructureReport structure) {
        structure
                .differences()
                .forEach(finding -> text.append("structure  ").append(finding).append('\n'));
        structure
                .notes()
                .forEach(finding -> text.append("note       ").append(finding).append('\n'));
    }

    private static String verdict(int exitCode) {
        return switch (exitCode) {
            case 0 -> "equal";
            case 1 -> "different";
            default -> "undecided";
        };
    }

    private static void write(StringBuilder text, Difference difference) {
        text.append(String.format("%-10s %s", difference.kind().name().toLowerCase(Locale.ROOT), difference.table()));
        if (!difference.key().isEmpty()) {
            text.append("  ")
                    .append(difference.key().stream()
                            .map(value -> value.column() + " = " + value.text())
                            .collect(Collectors.joining(", ")));
        }
        if (difference.copies() > 1) {
            text.append("  ").append(difference.copies()).append(" equal rows");
        }
        if (difference.kind() == Kind.DIFFERENT) {
            text.append("  columns: ")
                    .append(difference.columns().stream().map(Column::name).collect(Collectors.joining(", ")));
        }
        if (difference.proof() == Proof.REPEATED && difference.kind() != Kind.TABLE_MISSING) {
            text.append("  (seen repeatedly)");
        }
        if (difference.repair() != Repair.NOT_ASKED) {
            text.append(difference.repair() == Repair.DONE ? "  repaired" : "  NOT repaired");
        }
        text.append('\n');
        if (!difference.note().isEmpty()) {
            text.append("             ").append(difference.note()).append('\n');
        }
        for (Column column : difference.columns()) {
            if (column.shown()) {
                text.append("             ")
                        .append(column.name())
                        .append(": source ")
                        .append(shown(column.source()))
                        .append(", target ")
                        .append(shown(column.target()))
                        .append('\n');
            }
        }
    }

    private static String shown(@Nullable String text) {
        return text == null ? "NULL" : "'" + text + "'";
    }

    private static void writeOrder(StringBuilder text, OrderStatement order) {
        if (order.sourceFollows()) {
            text.append("the target is the primary side, and the source follows it\n");
            return;
        }
        text.append("target has executed      ").append(order.target()).append('\n');
        text.append("source had at the start  ").append(order.sourceAtStart()).append('\n');
        text.append("source had at the end    ").append(order.sourceAtEnd()).append('\n');
        text.append("outstanding at the end   ")
                .append(order.outstanding().isEmpty() ? "nothing" : order.outstanding())
                .append('\n');
        if (!order.gaps().isEmpty()) {
            text.append("of these skipped         ").append(order.gaps()).append('\n');
        }
        if (!order.unknown().isEmpty()) {
            text.append("unknown to the source    ").append(order.unknown()).append('\n');
        }
        if (order.sinceCopy() >= 0) {
            text.append("since the initial copy   ")
                    .append(order.sinceCopy())
                    .append(" transactions in the set, ")
                    .append(order.counted())
                    .append(" counted in commits")
                    .append(order.isExactlyOnce() ? ": each once\n" : "\n");
        }
    }
}
