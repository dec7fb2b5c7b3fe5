package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result of a structural comparison.
 *
 * @param tables the number of compared target tables
 * @param findings the findings, by table
 * @param undecided tables that could not be compared, with the reason
 */
public record StructureReport(int tables, List<StructureFinding> findings, Map<TableId, String> undecided) {

    /** The report where no comparison was made. */
    public static final StructureReport NONE = new StructureReport(0, List.of(), Map.of());

    public StructureReport {
        findings = List.copyOf(findings);
        undecided = Map.copyOf(undecided);
    }

    /** Returns the findings that count as differences. */
    public List<StructureFinding> differences() {
        return findings.stream().filter(StructureFinding::isDifference).toList();
    }

    /** Returns the findings that are notes. */
    public List<StructureFinding> notes() {
        return findings.stream().filter(finding -> !finding.isDifference()).toList();
    }

    /** Returns the result as sentences for the evidence of a cutover. */
    public List<String> facts() {
        List<String> facts = new ArrayList<>();
        facts.add(tables + " tables: columns, types, nullability, keys, indexes, foreign keys and checks compared, "
                + differences().size() + " differences");
        differences().forEach(finding -> facts.add(finding.toString()));
        notes().forEach(finding -> facts.add("note:  " + finding));
        new TreeMap<>(undecided).forEach((table, reason) -> facts.add("table " + table + ": undecided:  " + reason));
        return facts;
    }
}
