package io.gaussferry.snapshot.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests how tables are split, and which of them must be read in one view. */
class CopyPlanTest {

    private static final TableDefinition PAIR =
            new IntTable("pair", 3, List.of(List.of(0, 1))).version().definition();
    private static final TableDefinition KEYLESS =
            new IntTable("keyless", 2, List.of()).version().definition();

    private static CopyPlan plan(TableDefinition table) {
        return CopyPlan.of(table, true, Set.of(), Set.of());
    }

    @Test
    void splitsByComparableColumnsOrElseBySourceOrder() {
        assertThat(plan(PAIR).order().columns()).containsExactly(0, 1);
        assertThat(plan(KEYLESS).order().columns()).isEmpty();
        assertThat(plan(keyed(MySqlType.INT, MySqlType.VARCHAR)).order().columns())
                .containsExactly(0);
        assertThat(plan(keyed(MySqlType.VARCHAR, MySqlType.INT)).order().columns())
                .containsExactly(0, 1);
        for (MySqlType type :
                List.of(MySqlType.DECIMAL, MySqlType.DATE, MySqlType.DATETIME, MySqlType.TIMESTAMP, MySqlType.TIME)) {
            assertThat(plan(keyed(type, MySqlType.ENUM)).order().columns())
                    .as("%s", type)
                    .containsExactly(0);
        }
        // ENUM is sorted by number and compared as a string; the string of a FLOAT is not the exact number
        assertThat(plan(keyed(MySqlType.ENUM, MySqlType.INT)).order().columns()).isEmpty();
        assertThat(plan(keyed(MySqlType.FLOAT, MySqlType.INT)).order().columns())
                .isEmpty();
    }

    private static TableDefinition keyed(MySqlType... types) {
        List<ColumnDefinition> columns = new ArrayList<>();
        List<IndexDefinition.Part> parts = new ArrayList<>();
        for (MySqlType type : types) {
            parts.add(new IndexDefinition.Part(columns.size(), 0, false));
            columns.add(new ColumnDefinition("c" + columns.size(), type, false, "", 10, 0, 0, null, List.of(), false));
        }
        return new TableDefinition(
                new TableId("s", "t"), columns, List.of(new IndexDefinition("PRIMARY", true, parts)));
    }

    @Test
    void givesReasonForSingleView() {
        assertThat(plan(PAIR).exact()).isEmpty();
        assertThat(plan(KEYLESS).exact()).isPresent();
        assertThat(CopyPlan.of(PAIR, false, Set.of(), Set.of()).exact()).isPresent();
        for (CopyPlan bound : List.of(
                CopyPlan.of(PAIR, true, Set.of(PAIR.id()), Set.of()),
                CopyPlan.of(PAIR, true, Set.of(), Set.of(PAIR.id())))) {
            assertThat(bound.exact()).isPresent();
            assertThat(bound.lastViewOnly()).isTrue();
        }
    }

    @Test
    void parsesSerializedBounds() {
        for (List<String> bound : List.of(
                List.<String>of(),
                List.of(""),
                List.of("", ""),
                List.of("a,=b\\", "\0", "-5", ","),
                List.of("\\0", "\\\\"))) {
            assertThat(KeyBoundFormat.parse(KeyBoundFormat.of(bound))).isEqualTo(bound);
            assertThat(KeyBoundFormat.of(bound)).doesNotContain("\0");
        }
    }
}
