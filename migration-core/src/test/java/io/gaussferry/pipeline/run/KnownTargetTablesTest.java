package io.gaussferry.pipeline.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.testing.IntTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which tables of the target a run takes over from the run before. */
class KnownTargetTablesTest {

    private static final TableId A = new TableId("s", "a");
    private static final TableId B = new TableId("s", "b");

    private final TableDefinition a = table("a", 2);
    private final TableDefinition b = table("b", 1);
    private final TargetTable targetOfA = new TargetTable(A, List.of());
    private final TargetTable targetOfB = new TargetTable(B, List.of());
    private final KnownTargetTables known = KnownTargetTables.of(List.of(a, b), Map.of(A, targetOfA, B, targetOfB));

    private static TableDefinition table(String name, int columns) {
        return new IntTable(name, columns, List.of(List.of(0))).version().definition();
    }

    @Test
    void findsTablesWhoseDefinitionsAreTheSame() {
        assertThat(known.find(table("a", 2))).containsSame(targetOfA);
        assertThat(known.find(b)).containsSame(targetOfB);
    }

    @Test
    void findsNoTableWithAnotherDefinition() {
        assertThat(known.find(table("a", 3))).isEmpty();
        assertThat(known.find(new IntTable("a", 2, List.of()).version().definition()))
                .isEmpty();
    }

    /** A statement may change only the target's table, such as its partitions. */
    @Test
    void forgetsTablesThatStatementHasChanged() {
        KnownTargetTables unchanged = known.without(Set.of(A));

        assertThat(unchanged.find(a)).isEmpty();
        assertThat(unchanged.find(b)).containsSame(targetOfB);
    }

    @Test
    void doesNotKnowTablesThatTargetLacks() {
        assertThat(KnownTargetTables.of(List.of(a, b), Map.of(A, targetOfA)).find(b))
                .isEmpty();
        assertThat(KnownTargetTables.NONE.find(a)).isEmpty();
    }
}
