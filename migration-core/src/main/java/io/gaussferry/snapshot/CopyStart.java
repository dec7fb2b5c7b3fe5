package io.gaussferry.snapshot;

import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.CascadeLogging;
import io.gaussferry.mysql.SourcePosition;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.opengauss.definition.ForeignKeyPlan;
import io.gaussferry.opengauss.definition.MergedTables;
import io.gaussferry.opengauss.definition.TargetConstraints;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.chunk.CopyPlan;
import io.gaussferry.snapshot.chunk.RangeStore.Range;
import io.gaussferry.snapshot.chunk.TableRanges;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Initial state of a copy of all tables.
 *
 * @param tables the missing parts of each table, including complete tables
 * @param again tables whose copied rows and recorded ranges are not usable
 * @param sizes estimated sizes of the tables
 * @param lastNumber the number of the last recorded range
 */
record CopyStart(List<TableRanges> tables, List<TableDefinition> again, TableSizes sizes, long lastNumber) {

    /**
     * Determines the missing parts.
     *
     * @param target a connection for queries
     * @param control a connection to the source for queries
     * @param replaces whether existing rows of the tables are replaced
     */
    static CopyStart find(
            CopyTarget to,
            Connection target,
            Connection control,
            Collection<TableDefinition> definitions,
            boolean replaces)
            throws SQLException {
        Map<TableId, CopyStore.Table> known = to.store().tables(target);
        Map<TableId, List<Range>> recorded =
                to.store().ranges().read(target).stream().collect(Collectors.groupingBy(Range::table));
        Set<TableId> cascading = CascadeLogging.isOn(control)
                ? Set.of()
                : ForeignKeyPlan.of(definitions, to.foreignKeys(), false).cascading();
        Set<TableId> merged = MergedTables.ids(definitions);
        List<TableRanges> tables = new ArrayList<>();
        for (TableDefinition table : TablePreparation.sorted(definitions)) {
            boolean created = Objects.requireNonNull(known.get(table.id())).created();
            // the table may contain rows of several positions
            boolean free = created || (replaces && TargetConstraints.isRowKeyAlone(target, table));
            CopyPlan plan = CopyPlan.of(table, free, cascading, merged);
            tables.add(TableRanges.of(plan, recorded.getOrDefault(table.id(), List.of())));
        }
        if (!tables.stream().allMatch(TableRanges::isComplete)) {
            boolean all = SourcePosition.identity(control).naming() == Naming.ORDINAL;
            // a new view invalidates the ranges that earlier views have copied of some tables, or of all
            tables.replaceAll(
                    table -> all || table.plan().lastViewOnly() ? TableRanges.untouched(table.plan()) : table);
        }
        List<TableDefinition> again = tables.stream()
                .filter(TableRanges::isUntouched)
                .map(ranges -> ranges.plan().table())
                .filter(table -> recorded.containsKey(table.id()))
                .toList();
        long lastNumber = recorded.values().stream()
                .flatMap(List::stream)
                .mapToLong(Range::number)
                .max()
                .orElse(0);
        return new CopyStart(tables, again, TableSizes.read(control), lastNumber);
    }

    /** Returns whether nothing is missing. */
    boolean isComplete() {
        return tables.stream().allMatch(TableRanges::isComplete);
    }

    /** Returns the number of copied ranges. */
    long ranges() {
        return tables.stream().mapToLong(table -> table.copied().size()).sum();
    }

    /** Returns the progress of each table. */
    List<CopyProgress.Table> progress() {
        return tables.stream()
                .map(ranges -> new CopyProgress.Table(
                        ranges.plan().table().id(),
                        ranges.isComplete() ? CopyProgress.Stage.COPIED : CopyProgress.Stage.WAITING,
                        ranges.copied().stream().mapToLong(Range::rows).sum(),
                        sizes.rows(ranges.plan().table().id())))
                .toList();
    }
}
