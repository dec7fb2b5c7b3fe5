package io.gaussferry.verify;

import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.structure.StructureReport;
import java.time.Duration;
import java.util.List;

/**
 * What a verification found.
 *
 * @param tables each table, in the order of their names
 * @param differences the first differences; {@link TableOutcome#differences} counts all
 * @param structure how tables are defined; nothing where the source follows the target
 * @param order what can be said of the order
 * @param duration how long it took
 */
public record VerificationReport(
        List<TableOutcome> tables,
        List<Difference> differences,
        StructureReport structure,
        OrderStatement order,
        Duration duration) {

    public VerificationReport {
        tables = List.copyOf(tables);
        differences = List.copyOf(differences);
    }

    /** Returns how many rows were compared. */
    public long rows() {
        return tables.stream().mapToLong(TableOutcome::rows).sum();
    }

    /** Returns how many rows differ, repaired or not. */
    public long differenceCount() {
        return tables.stream().mapToLong(TableOutcome::differences).sum();
    }

    /** Returns the number of differences in the definitions of tables. */
    public long structureDifferenceCount() {
        return structure.differences().size();
    }

    /** Returns how many rows were repaired. */
    public long repairedCount() {
        return tables.stream().mapToLong(TableOutcome::repaired).sum();
    }

    /** Returns 0 if all is equal, 1 if something differs (or did, before it was repaired), 2 if that could not be told. */
    public int exitCode() {
        if (differenceCount() > 0 || structureDifferenceCount() > 0) {
            return 1;
        }
        return tables.stream().allMatch(table -> table.undecided().isEmpty()) ? 0 : 2;
    }
}
