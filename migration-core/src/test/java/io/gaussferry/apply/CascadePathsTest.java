package io.gaussferry.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.testing.IntTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CascadePathsTest {

    private final List<EnforcedForeignKey> keys = new ArrayList<>();
    private final Map<TableId, TargetTable> tables = new TreeMap<>();

    private static TableId table(String name) {
        return new TableId("s", name);
    }

    private void key(String child, String parent, String onUpdate) {
        keys.add(new EnforcedForeignKey(table(child), List.of(1), table(parent), List.of(0), onUpdate, "NO ACTION"));
        for (String name : List.of(child, parent)) {
            IntTable table = new IntTable(name, 2, List.of(List.of(0)));
            tables.put(table(name), IntTable.onTarget(table.version().definition(), true));
        }
    }

    private List<String> paths() {
        return CascadePaths.from(
                        table("p"),
                        new ForeignKeys(keys),
                        tables,
                        EnforcedForeignKey::changesChildOnUpdate,
                        key -> key.onUpdate().equals("CASCADE"))
                .stream()
                .map(path -> path.stream().map(link -> link.child().id().name()).collect(Collectors.joining(" ")))
                .toList();
    }

    @Test
    void continuesBelowCascades() {
        key("c", "p", "CASCADE");
        key("g", "c", "SET NULL");
        key("h", "g", "CASCADE");
        assertThat(paths()).containsExactly("c", "c g");
    }

    @Test
    void ignoresKeysThatRefuse() {
        key("c", "p", "NO ACTION");
        key("g", "c", "CASCADE");
        assertThat(paths()).isEmpty();
    }

    /** MySQL refuses an update that comes back, but a delete may. */
    @Test
    void visitsNoTableTwice() {
        key("p", "p", "CASCADE");
        key("c", "p", "CASCADE");
        key("p", "c", "CASCADE");
        assertThat(paths()).containsExactlyInAnyOrder("p", "p c", "c", "c p");
    }

    /** Its rows are not replicated. */
    @Test
    void ignoresUnknownTable() {
        key("c", "p", "CASCADE");
        tables.remove(table("c"));
        assertThat(paths()).isEmpty();
    }
}
