package io.gaussferry.verify.structure;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Outcome of a comparison of structures.
 *
 * @param tables how many of the target's tables were compared
 * @param findings what differs, by table
 * @param undecided tables that could not be compared, each with the reason
 */
public record StructureReport(int tables, List<StructureFinding> findings, Map<TableId, String> undecided) {

    /** The report of a comparison that was not made. */
    public static final StructureReport NONE = new StructureReport(0, List.of(), Map.of());

    public StructureReport {
        findings = List.copyOf(findings);
        undecided = Map.copyOf(undecided);
    }

    /** Returns the findings that count as differences. */
    public List<StructureFinding> differences() {
        return findings.stream().filter(StructureFinding::isDifference).toList();
    }

    /** Returns the findings that are reported only. */
    public List<StructureFinding> notes() {
        return findings.stream().filter(finding -> !finding.isDifference()).toList();
    }

    /** Returns the outcome as sentences, for those who keep it as evidence. */
    public List<String> facts() {
        List<String> facts = new ArrayList<>();
        facts.add(tables + " tables: columns, types, nullability, keys, indexes, foreign keys and checks compared, "
                + differences().size() + " differences");
        differences().forEach(finding -> facts.add(finding.toString()));
        notes().forEach(finding -> facts.add("no difference in rows: " + finding));
        new TreeMap<>(undecided).forEach((table, reason) -> facts.add("table " + table + ": not decided: " + reason));
        return facts;
    }
}
