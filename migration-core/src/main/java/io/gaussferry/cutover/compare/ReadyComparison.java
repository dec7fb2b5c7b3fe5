package io.gaussferry.cutover.compare;

import io.gaussferry.cutover.link.Links;
import io.gaussferry.cutover.link.TargetLink;
import io.gaussferry.cutover.state.StepControl;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.decoding.TargetRelations;
import io.gaussferry.opengauss.decoding.TargetRelations.Relation;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.verify.KeyComparison;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.compare.IdleSidesWatch;
import io.gaussferry.verify.compare.VerifySettings;
import io.gaussferry.verify.structure.StructureReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The comparison behind the fence, prepared before: open connections, definitions, and the structure of the target, which is
 * compared again only if its stamps have changed. Used by one thread.
 */
final class ReadyComparison implements AutoCloseable {

    private final TargetLink target;
    private final Set<TableDefinition> definitions;
    private final Map<TableId, Relation> relations;
    private final Map<TableId, String> behaviours;
    private final StructureReport structure;
    private final TableSizes sizes;
    private final KeyComparison comparison;

    private ReadyComparison(
            TargetLink target,
            Set<TableDefinition> definitions,
            Map<TableId, Relation> relations,
            Map<TableId, String> behaviours,
            StructureReport structure,
            TableSizes sizes,
            KeyComparison comparison) {
        this.target = target;
        this.definitions = definitions;
        this.relations = relations;
        this.behaviours = behaviours;
        this.structure = structure;
        this.sizes = sizes;
        this.comparison = comparison;
    }

    /**
     * Opens the connections, and compares the structure unless the source follows the target.
     *
     * @param tables the definitions of all tables
     */
    static ReadyComparison open(
            Links links, VerifySettings settings, List<TableDefinition> tables, boolean isReturn, StepControl control)
            throws InterruptedException {
        // before the structure: an alteration in between changes the stamps
        Map<TableId, Relation> relations = relations(links.target(), tables);
        Map<TableId, String> behaviours = behaviours(links.target(), tables);
        StructureReport structure =
                isReturn ? StructureReport.NONE : new StructureRequirement(settings).require(control);
        return new ReadyComparison(
                links.target(),
                new HashSet<>(tables),
                relations,
                behaviours,
                structure,
                links.source().ask("estimate the rows", "check the account's privileges", TableSizes::read),
                KeyComparison.open(settings, isReturn ? new IdleSidesWatch() : null));
    }

    private static Map<TableId, Relation> relations(TargetLink target, List<TableDefinition> tables)
            throws InterruptedException {
        return read(target, tables, (connection, schemas) -> TargetRelations.read(connection, schemas, ""));
    }

    private static Map<TableId, String> behaviours(TargetLink target, List<TableDefinition> tables)
            throws InterruptedException {
        return read(target, tables, TargetRelations::behaviours);
    }

    /** Reads something of each table in the given schemas. */
    private interface CatalogQuery<T> {
        Map<TableId, T> read(Connection connection, Set<String> schemas) throws SQLException;
    }

    private static <T> Map<TableId, T> read(TargetLink target, List<TableDefinition> tables, CatalogQuery<T> query)
            throws InterruptedException {
        Set<TableId> names = tables.stream().map(TableDefinition::targetId).collect(Collectors.toSet());
        Set<String> schemas = names.stream().map(TableId::schema).collect(Collectors.toSet());
        return target.read("read the stamps of the target's tables", connection -> {
            Map<TableId, T> found = query.read(connection, schemas);
            found.keySet().retainAll(names);
            return found;
        });
    }

    /**
     * Returns whether no definition has changed on the source, and nothing that changes the meaning of statements on the target.
     *
     * @param tables the present definitions of the source
     */
    boolean isCurrent(List<TableDefinition> tables) throws InterruptedException {
        return definitions.equals(new HashSet<>(tables)) && behaviours.equals(behaviours(target, tables));
    }

    /**
     * Returns the tables that the target has altered since, by their names on both sides. Their compared rows may have other values or be
     * gone, because a rewrite and a truncated partition fire no trigger.
     */
    Set<TableId> altered(List<TableDefinition> tables) throws InterruptedException {
        Map<TableId, Relation> present = relations(target, tables);
        return tables.stream()
                .filter(table -> !Objects.equals(relations.get(table.targetId()), present.get(table.targetId())))
                .flatMap(table -> Stream.of(table.id(), table.targetId()))
                .collect(Collectors.toSet());
    }

    /** Returns the result of the comparison of the structure, which is valid while {@link #isCurrent}. */
    StructureReport structure() {
        return structure;
    }

    /** Returns the estimated sizes of the source's tables. With many tables MySQL may need seconds to calculate them. */
    TableSizes sizes() {
        return sizes;
    }

    /** Returns whether all rows of the scope can be compared quickly. */
    boolean covers(ComparisonScope scope) {
        return scope.whole().isEmpty() && scope.changedRows() <= ComparisonScope.FEW_KEYS;
    }

    /** Compares the changed rows of the scope. */
    VerificationReport compare(ComparisonScope scope, StepControl control) throws InterruptedException {
        try (StepControl.Registration cut = control.onAbort(comparison::abort)) {
            return comparison.compare(
                    scope.changed().keySet().stream().map(TableDefinition::id).toList(), scope);
        }
    }

    @Override
    public void close() {
        comparison.close();
    }
}
