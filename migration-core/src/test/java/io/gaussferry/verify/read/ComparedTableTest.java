package io.gaussferry.verify.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.testing.IntTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Both sides must be asked for the same rows and columns: otherwise every row differs, or a difference is never read. */
class ComparedTableTest {

    private static final ColumnAttributes GENERATED =
            new ColumnAttributes(null, false, false, false, "`c0` + 1", false, "", null);

    @Test
    void selectsSameRowsOnBothSides() {
        ComparedTable table = compared(List.of(0, 1), Map.of(), "t");
        List<List<String>> keys = List.of(List.of("1", "2"), List.of("-3", "4"));
        assertThat(table.sourceCondition(keys)).isEqualTo("(`c0`, `c1`) IN ((1, 2), (-3, 4))");
        assertThat(table.targetCondition(keys))
                .isEqualTo("(\"c0\", \"c1\") IN ((CAST('1' AS integer), CAST('2' AS integer)),"
                        + " (CAST('-3' AS integer), CAST('4' AS integer)))");
    }

    @Test
    void selectsRowsOfSimpleKey() {
        ComparedTable table = compared(List.of(1), Map.of(), "t");
        assertThat(table.sourceCondition(List.of(List.of("5"), List.of("6")))).isEqualTo("(`c1`) IN (5, 6)");
    }

    /** All merged tables of the source are compared with the one table of the target. */
    @Test
    void readsAllMergedTables() {
        ComparedTable table = compared(List.of(0), Map.of(), "t1", "t2");
        assertThat(table.id()).isEqualTo(new TableId("s", "merged"));
        assertThat(table.sourceQuery(KeyRange.WHOLE)).contains("FROM `s`.`t1`", " UNION ALL ", "FROM `s`.`t2`");
        assertThat(table.partitionQuery(List.of(List.of("1")))).contains("FROM `s`.`t1`", "FROM `s`.`t2`");
        assertThat(table.targetQuery("1 = 1")).contains("FROM \"s\".\"merged\"").doesNotContain("UNION");
    }

    @Test
    void namesSingleTableByItsSource() {
        assertThat(compared(List.of(0), Map.of(), "t").id()).isEqualTo(new TableId("s", "t"));
    }

    /** Applications of the target do not write generated columns, so that these are not compared there. */
    @Test
    void omitsGeneratedColumnOnBothSides() {
        ComparedTable table = compared(List.of(0), Map.of("c2", GENERATED), "t");
        assertThat(table.generatedColumns()).containsExactly(2);
        ComparedTable without = table.withoutGeneratedColumns();
        assertThat(without.hasKey()).isTrue();
        assertThat(without.columnCount()).isEqualTo(3);
        assertThat(without.sourceQuery(KeyRange.WHOLE)).startsWith("SELECT `c0`, `c1`, NULL FROM");
        assertThat(without.targetQuery("1 = 1")).startsWith("SELECT \"c0\", \"c1\", NULL FROM");
        assertThat(compared(List.of(0), Map.of(), "t").withoutGeneratedColumns().generatedColumns())
                .isEmpty();
    }

    /** Rows cannot be found by a column that is not compared; ranges of it would omit rows. */
    @Test
    void comparesRowsAsMultisetIfKeyIsGenerated() {
        ComparedTable without =
                compared(List.of(0), Map.of("c0", GENERATED), "t").withoutGeneratedColumns();
        assertThat(without.hasKey()).isFalse();
        assertThat(without.order().columns()).isEmpty();
    }

    @Test
    void returnsKeyInOrderOfIndex() {
        ComparedTable table = compared(List.of(2, 0), Map.of(), "t");
        Row row = new Row(3);
        row.append("a");
        row.append("b");
        row.append("c");
        assertThat(table.keyOf(row)).containsExactly("c", "a");
    }

    private static ComparedTable compared(
            List<Integer> key, Map<String, ColumnAttributes> attributes, String... sources) {
        List<TableDefinition> definitions = new ArrayList<>();
        for (String source : sources) {
            TableDefinition plain =
                    new IntTable(source, 3, List.of(key)).version().definition();
            definitions.add(new TableDefinition(
                            plain.id(),
                            plain.columns(),
                            plain.indexes(),
                            new TableExtras("", null, null, attributes, List.of(), List.of(), Map.of()))
                    .withTarget(new TableId("s", sources.length == 1 ? source : "merged")));
        }
        List<TargetTable.Column> columns = definitions.get(0).columns().stream()
                .map(column -> new TargetTable.Column(
                        column.name(),
                        "integer",
                        "integer",
                        true,
                        Carrier.OWN_TYPE,
                        Identity.EQUALITY,
                        StringEquality.EXACT))
                .toList();
        return ComparedTable.of(
                definitions, new TargetTable(definitions.get(0).targetId(), columns), IntTable.CONVERSION);
    }
}
