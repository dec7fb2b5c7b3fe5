package io.gaussferry.cutover.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.objects.ManualWork;
import io.gaussferry.cutover.objects.ObjectPlan;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests how the check describes what applications of the target see in generated columns. */
class GeneratedColumnsCheckTest {

    private static final ColumnAttributes GENERATED =
            new ColumnAttributes(null, false, false, false, "(`a` * 2)", false, "", null);

    @Test
    void namesGeneratedColumnsPerTable() {
        TableDefinition plain = table("plain", Map.of(), 0, column("a", true));
        TableDefinition line = table("line", Map.of("b", GENERATED), 0, column("a", false), column("b", true));
        assertThat(GeneratedColumnsCheck.of(List.of(plain, line), plan("shop.other.b")))
                .as("a trigger computes the column")
                .isEmpty();
        List<CutoverFinding> findings = GeneratedColumnsCheck.of(List.of(plain, line), plan("shop.line.b"));
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).problem())
                .contains("generated columns of table shop.line: b. After the switch they are NULL in new rows")
                .doesNotContain("are refused")
                .doesNotContain("The key contains");
    }

    @Test
    void namesRequiredColumnsAndKeys() {
        TableDefinition keyed = table("keyed", Map.of("b", GENERATED), 1, column("a", true), column("b", false));
        assertThat(GeneratedColumnsCheck.of(List.of(keyed), plan("shop.keyed.b"))
                        .get(0)
                        .problem())
                .contains("inserts without a value for b are refused.")
                .contains("The key contains one of them");
    }

    private static ObjectPlan plan(String byHand) {
        return new ObjectPlan(
                List.of(), List.of(new ManualWork(ManualWork.GENERATED_COLUMN, byHand, "", "")), List.of());
    }

    private static TableDefinition table(
            String name, Map<String, ColumnAttributes> attributes, int key, ColumnDefinition... columns) {
        return new TableDefinition(
                new TableId("shop", name),
                List.of(columns),
                List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(key, 0, false)))),
                new TableExtras("", null, null, attributes, List.of(), List.of(), Map.of()));
    }

    private static ColumnDefinition column(String name, boolean nullable) {
        return new ColumnDefinition(name, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), nullable);
    }
}
