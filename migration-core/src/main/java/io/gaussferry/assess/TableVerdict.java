package io.gaussferry.assess;

import io.gaussferry.assess.forecast.TableSize;
import io.gaussferry.model.TableId;
import io.gaussferry.preflight.finding.Finding;
import io.gaussferry.preflight.finding.FindingLocation.Side;
import io.gaussferry.preflight.finding.Severity;
import java.util.List;

/**
 * Whether a table can be migrated as it is.
 *
 * @param size the table with its size
 * @param decision the required decision
 * @param findings the findings about it, the worst first
 */
public record TableVerdict(TableSize size, TableDecision decision, List<Finding> findings) {

    /** The decision that a table requires. */
    public enum TableDecision {
        RESOLVE("a blocker must be resolved"),
        DECIDE("a warning needs a decision"),
        NOTE("notes only, no action needed"),
        NONE("no finding");

        private final String description;

        TableDecision(String description) {
            this.description = description;
        }

        /** Returns its meaning. */
        public String description() {
            return description;
        }
    }

    public TableVerdict {
        findings = List.copyOf(findings);
    }

    static List<TableVerdict> of(List<TableSize> sizes, List<Finding> findings) {
        return sizes.stream().map(size -> of(size, findings)).toList();
    }

    private static TableVerdict of(TableSize size, List<Finding> findings) {
        List<Finding> own = findings.stream()
                .filter(finding -> isAbout(finding, size.table()))
                .sorted()
                .toList();
        TableDecision decision =
                own.isEmpty() ? TableDecision.NONE : decision(own.get(0).severity());
        return new TableVerdict(size, decision, own);
    }

    /** The names on the target may differ from the source's; those of findings about the target are compared too. */
    private static boolean isAbout(Finding finding, TableId table) {
        return finding.location().side() != Side.CONFIGURATION
                && finding.location().schema().equals(table.schema())
                && finding.location().table().equals(table.name());
    }

    private static TableDecision decision(Severity severity) {
        return switch (severity) {
            case BLOCKER -> TableDecision.RESOLVE;
            case WARNING -> TableDecision.DECIDE;
            case NOTE -> TableDecision.NOTE;
        };
    }
}
