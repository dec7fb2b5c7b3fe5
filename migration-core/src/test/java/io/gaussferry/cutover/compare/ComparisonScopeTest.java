package io.gaussferry.cutover.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableSizes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
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
