package io.gaussferry.verify;

import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.structure.StructureReport;
import java.time.Duration;
import java.util.List;

/**
 * Result of a verification.
 *
 * @param tables the tables, sorted by name
 * @param differences the first differences; {@link TableOutcome#differences} has the total
 * @param structure result of the structural comparison; empty where the source follows the target
 * @param notes what was accepted without requiring equal values
 * @param order order and completeness of the transactions
 * @param duration duration of the verification
 */
public record VerificationReport(
        List<TableOutcome> tables,
        List<Difference> differences,
        StructureReport structure,
        ComparisonNotes notes,
        OrderStatement order,
        Duration duration) {

    public VerificationReport {
        tables = List.copyOf(tables);
        differences = List.copyOf(differences);
    }

    /** Returns the number of compared rows. */
    public long rows() {
        return tables.stream().mapToLong(TableOutcome::rows).sum();
    }

    /** Returns the number of rows that differ, including repaired rows. */
    public long differenceCount() {
        return tables.stream().mapToLong(TableOutcome::differences).sum();
    }

    /** Returns the number of structural differences. */
    public long structureDifferenceCount() {
        return structure.differences().size();
    }

    /** Returns the number of repaired rows. */
    public long repairedCount() {
        return tables.stream().mapToLong(TableOutcome::repaired).sum();
    }

    /** Returns the exit code: 0 if both sides are equal, 1 if a difference was found, even if repaired, and 2 if a table is undecided. */
    public int exitCode() {
        if (differenceCount() > 0 || structureDifferenceCount() > 0) {
            return 1;
        }
        return tables.stream().allMatch(table -> table.undecided().isEmpty()) ? 0 : 2;
    }
}
