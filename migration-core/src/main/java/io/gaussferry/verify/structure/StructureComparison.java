package io.gaussferry.verify.structure;

import io.gaussferry.convert.Conversion;
import io.gaussferry.model.TableId;
import io.gaussferry.model.TableRenames;
import io.gaussferry.opengauss.definition.ForeignKey;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.TargetSchema;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.read.ReportedTables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the target's tables with the design derived from the source's definitions. A missing target table is not reported here, because
 * the comparison of rows reports it. Does not access a server.
 */
final class StructureComparison {

    /**
     * Inputs of the design.
     *
     * @param conversion determines column types
     * @param foreignKeys whether foreign keys are created
     * @param renames the target's names of the source's tables
     * @param cascadesLogged whether the source logs the rows that its foreign keys change
     */
    record Design(Conversion conversion, ForeignKeyPolicy foreignKeys, TableRenames renames, boolean cascadesLogged) {}

    private final Design design;
    private final Collection<TableDefinition> definitions;
    private final TargetStructures actual;
    private final Set<TableId> taken;
    private final List<StructureFinding> findings = new ArrayList<>();

    private StructureComparison(
            Design design, Collection<TableDefinition> definitions, TargetStructures actual, Set<TableId> taken) {
        this.design = design;
        this.definitions = definitions;
        this.actual = actual;
        this.taken = taken;
    }

    /**
     * Returns the findings, by table.
     *
     * @param definitions all replicated tables
     * @param actual the target's structures
     * @param taken the source tables whose target tables existed before; these may be more permissive
     */
    static List<StructureFinding> compare(
            Design design, Collection<TableDefinition> definitions, TargetStructures actual, Set<TableId> taken) {
        StructureComparison comparison = new StructureComparison(design, definitions, actual, taken);
        comparison.compare();
        return comparison.findings;
    }

    /** Returns the target's schemas that contain replicated tables. */
    static Set<String> schemas(Collection<TableDefinition> definitions) {
        Set<String> schemas = new TreeSet<>();
        definitions.forEach(table -> schemas.add(table.targetId().schema()));
        return schemas;
    }

    private void compare() {
        Map<TableId, ComparedStructure> tables = new HashMap<>();
        ReportedTables.group(definitions)
                .forEach((name, group) -> structure(name, group).ifPresent(table -> {
                    tables.put(table.actual().id(), table);
                    new ColumnComparison(table, design.conversion()).compare();
                    new IndexComparison(table).compare();
                    new CheckComparison(table).compare();
                    new BehaviourComparison(table).compare();
                }));
        new ForeignKeyComparison(
                        ForeignKeyPlan.of(definitions, design.foreignKeys(), design.cascadesLogged()),
                        sourceKeys(),
                        design.cascadesLogged(),
                        actual.foreignKeys(),
                        tables)
                .compare();
    }

    private Optional<ComparedStructure> structure(TableId name, List<TableDefinition> group) {
        boolean isCreated = group.stream().noneMatch(table -> taken.contains(table.id()));
        TableDefinition first = group.get(0);
        return actual.find(first.targetId())
                .map(found -> new ComparedStructure(
                        name, TargetSchema.of(first, design.conversion()), found, isCreated, findings::add));
    }

    private List<ForeignKey> sourceKeys() {
        return definitions.stream()
                .flatMap(table -> table.extras().foreignKeys().stream().map(key -> ForeignKey.of(table.id(), key)))
                .map(key -> key.renamed(design.renames()::targetOf))
                .toList();
    }
}
