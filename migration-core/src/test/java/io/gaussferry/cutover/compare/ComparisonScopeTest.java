package io.gaussferry.cutover.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import io.gaussferry.verify.changed.ChangedKeys;
import io.gaussferry.verify.changed.ChangedRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Guards that a table is compared as a whole unless every changed row is known. */
class ComparisonScopeTest {

    private final TableDefinition plain = table("plain", "plain");
    private final TableDefinition one = table("all", "all");
    private final TableDefinition two = table("two", "all");
    private final List<TableDefinition> tables = List.of(plain, one, two);

    @Test
    void comparesMergedTablesAsWholeRegardlessOfNames() {
        ComparisonScope scope = ComparisonScope.changed(tables, TableSizes.UNKNOWN, unchanged(tables), Set.of());
        assertThat(scope.unchanged()).containsExactly(plain);
        assertThat(scope.whole()).containsExactly(one, two);
        assertThat(scope.counted()).containsExactly(plain);
    }

    @Test
    void comparesCopiedAndUnknownTablesAsWhole() {
        assertThat(ComparisonScope.changed(List.of(plain), TableSizes.UNKNOWN, unchanged(tables), Set.of(plain.id()))
                        .whole())
                .containsExactly(plain);
        assertThat(ComparisonScope.changed(List.of(plain), TableSizes.UNKNOWN, Map.of(), Set.of())
                        .whole())
                .containsExactly(plain);
    }

    /** As in a table with four rows that every transaction changes. */
    @Test
    void comparesFewRowsByKeyEvenIfTheyAreAllOfTheTable() {
        IntTable hot = new IntTable("hot", 2, List.of(List.of(0)));
        List<TableDefinition> all = List.of(hot.version().definition());
        ChangedRows rows = new ChangedRows();
        rows.begin();
        rows.complete();
        commit(rows, hot.insert(IntTable.row(1, 1)));
        ComparisonScope scope = ComparisonScope.changed(all, TableSizes.UNKNOWN, known(rows, all), Set.of());
        assertThat(scope.whole()).isEmpty();
        assertThat(scope.changed()).containsOnlyKeys(all);
    }

    /** Most servers do not log the rows that such a key changes. */
    @Test
    void comparesTableAsWholeOnlyIfForeignKeyMayHaveChangedIt() {
        IntTable parent = new IntTable("parent", 2, List.of(List.of(0)));
        TableDefinition above = parent.version().definition();
        TableDefinition child = referring(table("child", "child"), above.id());
        TableDefinition below = referring(table("below", "below"), child.id());
        TableDefinition outside = referring(table("outside", "outside"), new TableId("s", "unknown"));
        List<TableDefinition> all = List.of(above, child, below, outside);
        ChangedRows rows = new ChangedRows();
        rows.begin();
        rows.complete();
        commit(rows, parent.insert(IntTable.row(1, 1)));
        assertThat(ComparisonScope.changed(all, TableSizes.UNKNOWN, known(rows, all), Set.of())
                        .unchanged())
                .containsExactly(child, below);
        commit(rows, parent.delete(IntTable.row(1, 1)));
        assertThat(ComparisonScope.changed(all, TableSizes.UNKNOWN, known(rows, all), Set.of())
                        .whole())
                .contains(child, below, outside);
        assertThat(ComparisonScope.changedOnTarget(all, TableSizes.UNKNOWN, known(rows, all))
                        .unchanged())
                .containsExactly(child, below, outside);
    }

    private static TableDefinition referring(TableDefinition table, TableId referenced) {
        return table.withForeignKeys(List.of(
                new ForeignKeyDefinition("fk", List.of("c1"), referenced, List.of("c0"), "NO ACTION", "CASCADE")));
    }

    private static void commit(ChangedRows rows, RowsEvent event) {
        rows.committed(
                rows.committing(),
                ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format));
    }

    private static Map<TableId, ChangedKeys> known(ChangedRows rows, List<TableDefinition> tables) {
        Map<TableId, ChangedKeys> known = new HashMap<>();
        tables.forEach(table -> known.put(table.id(), rows.of(table.id()).orElseThrow()));
        return known;
    }

    /** Such a table is compared before writers are refused; the daemon no longer knows its changed rows if it was restarted since. */
    @Test
    void refusesUnknownLargeTablesBehindFence() {
        ComparisonScope scope = ComparisonScope.everything(List.of(plain));
        assertThatCode(() -> WholeTables.requireFew(scope, table -> false, List.of(plain), table -> 20_000, "repeat"))
                .doesNotThrowAnyException();
        assertThatThrownBy(
                        () -> WholeTables.requireFew(scope, table -> false, List.of(plain), table -> 20_001, "repeat"))
                .hasMessageContaining("s.plain");
        assertThatCode(() -> WholeTables.requireFew(scope, table -> true, List.of(plain), table -> 20_001, "repeat"))
                .doesNotThrowAnyException();
        // these are always compared as a whole, which the check before the cutover reports
        assertThatCode(() -> WholeTables.requireFew(
                        ComparisonScope.everything(tables.subList(1, 3)), table -> false, tables, table -> 20_001, ""))
                .doesNotThrowAnyException();
    }

    private static TableDefinition table(String name, String target) {
        return new IntTable(name, target, 2, List.of(List.of(0))).version().definition();
    }

    private static Map<TableId, ChangedKeys> unchanged(List<TableDefinition> tables) {
        ChangedRows rows = new ChangedRows();
        rows.begin();
        rows.complete();
        Map<TableId, ChangedKeys> known = new HashMap<>();
        tables.forEach(table -> known.put(table.id(), rows.of(table.id()).orElseThrow()));
        return known;
    }
}
