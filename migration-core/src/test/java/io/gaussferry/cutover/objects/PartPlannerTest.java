package io.gaussferry.cutover.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.objects.ObjectAction.Kind;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.CheckDefinition;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.IndexDefinition.Part;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.schema.TargetProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The parts of tables, and the objects that they become by the outcomes of PREPARE. */
class PartPlannerTest {

    private static final TargetProfile DOLPHIN =
            new TargetProfile(TargetProfile.Product.OPENGAUSS, "openGauss 6.0.2", "B", true);
    private static final TargetProfile POSTGRESQL =
            new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL 15", "PG", false);

    private static final TableId ID = new TableId("shop", "line");

    private static final TableDefinition LINE = new TableDefinition(
            ID,
            List.of(column("id"), column("qty"), column("twice"), column("more"), column("share")),
            List.of(
                    new IndexDefinition("PRIMARY", true, List.of(new Part(0, 0, false))),
                    new IndexDefinition("u", true, List.of(new Part(-1, 0, false, "abs(`qty`)"))),
                    new IndexDefinition("certain", false, List.of(new Part(-1, 0, false, "(`qty` > 1)")))),
            new TableExtras(
                    "",
                    null,
                    null,
                    Map.of(
                            "twice", generated("(`qty` * 2)"),
                            "more", generated("(`twice` + 1)"),
                            "share", generated("(`qty` / 3)")),
                    List.of(
                            new CheckDefinition("odd", "((`qty` % 2) = 1)", true),
                            new CheckDefinition("present", "(`qty` > 0)", true),
                            new CheckDefinition("off", "((`qty` % 2) = 0)", false)),
                    List.of(),
                    Map.of("words", "FULLTEXT", "place", "SPATIAL")));

    private static ColumnDefinition column(String name) {
        return new ColumnDefinition(name, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), true);
    }

    private static ColumnAttributes generated(String expression) {
        return new ColumnAttributes(null, false, false, false, expression, false, "", null);
    }

    private static PartPlanner planner(TargetProfile target, TableDefinition line, Map<String, String> states) {
        Map<String, GuardedTables.Column> columns = new LinkedHashMap<>();
        line.columns().forEach(column -> columns.put(column.name(), new GuardedTables.Column("integer", true)));
        TableParts parts = new TableParts(
                        target,
                        80033,
                        new GuardedTables(Map.of(ID, columns), Map.of(ID, Set.of("present"))),
                        Map.of(ID, Map.of("words", List.of("a", "b"))))
                .add(List.of(line));
        List<CreatedObjectStore.Entry> entries = new ArrayList<>();
        for (TablePart part : parts.parts()) {
            @Nullable String state = states.get(part.name());
            if (state != null) {
                entries.add(new CreatedObjectStore.Entry(
                        entries.size() + 1,
                        new ObjectAction(part.kind(), part.name(), "", List.of(part.sql()), List.of()),
                        state));
            }
        }
        return new PartPlanner(parts, PartOutcomes.of(entries), target);
    }

    @Test
    void plansTriggerChecksAndIndexes() {
        PartPlanner planner = planner(DOLPHIN, LINE, Map.of());
        ObjectPlan plan = planner.plan();
        assertThat(plan.actions()).extracting(ObjectAction::kind).containsExactly(Kind.CHECK, Kind.GENERATED);
        assertThat(plan.actions().get(0).statements())
                .containsExactly(
                        "ALTER TABLE \"shop\".\"line\" ADD CONSTRAINT \"odd\" CHECK (((\"qty\" % 2) = 1)) NOT VALID");
        assertThat(String.join("\n", plan.actions().get(1).statements()))
                .contains(
                        "NEW.\"twice\" := CAST(((NEW.\"qty\" * 2)) AS integer);\n"
                                + "  NEW.\"more\" := CAST(((NEW.\"twice\" + 1)) AS integer);\n  RETURN NEW;",
                        "CREATE FUNCTION \"shop\".\"gf_generated_line\"() RETURNS trigger",
                        "SET dolphin.sql_mode",
                        "SET extra_float_digits = 0",
                        "BEFORE INSERT OR UPDATE ON \"shop\".\"line\"");
        assertThat(TableParts.mayHaveParts(LINE)).isTrue();
        assertThat(TableParts.mayHaveParts(
                        new TableDefinition(ID, LINE.columns(), LINE.indexes().subList(0, 1))))
                .isFalse();
        assertThat(plan.actions().get(1).undo())
                .containsExactly("DROP FUNCTION IF EXISTS \"shop\".\"gf_generated_line\"() CASCADE");
        assertThat(planner.missingIndexes())
                .extracting(action -> action.statements().get(0))
                .containsExactly(
                        "CREATE UNIQUE INDEX \"line_u\" ON \"shop\".\"line\" ((abs(\"qty\")))",
                        "CREATE FULLTEXT INDEX \"line_words\" ON \"shop\".\"line\" (\"a\", \"b\")");
        assertThat(plan.manual()).extracting(ManualWork::name).containsExactly("shop.line.share", "shop.line.place");
        assertThat(planner.uncompared())
                .containsExactly(
                        "shop.line.twice", "shop.line.more", "shop.line.odd", "shop.line.u", "shop.line.words");
    }

    @Test
    void columnIsByHandIfRowsDifferAndSoIsWhatReadsIt() {
        PartPlanner planner = planner(
                DOLPHIN,
                LINE,
                Map.of(
                        "shop.line.twice", "REFUSED: the target computes another value in 3 rows",
                        "shop.line.more", "VERIFIED",
                        "shop.line.odd", "REFUSED: on the target it is false for 1 rows",
                        "shop.line.u", "REFUSED: no",
                        "shop.line.words", "CREATED"));
        ObjectPlan plan = planner.plan();
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.manual())
                .extracting(ManualWork::name)
                .containsExactly(
                        "shop.line.share",
                        "shop.line.place",
                        "shop.line.twice",
                        "shop.line.more",
                        "shop.line.odd",
                        "shop.line.u");
        assertThat(plan.manual().get(2).reason()).contains("another value in 3 rows");
        assertThat(plan.manual().get(3).reason()).contains("it reads twice");
        assertThat(planner.uncompared()).isEmpty();
        assertThat(planner.missingIndexes()).isEmpty();
    }

    @Test
    void outcomeHoldsForComparedDefinitionOnly() {
        PartPlanner former = planner(DOLPHIN, LINE, Map.of());
        List<CreatedObjectStore.Entry> entries = former.parts().stream()
                .map(part -> new CreatedObjectStore.Entry(
                        1,
                        new ObjectAction(
                                part.kind(),
                                part.name(),
                                "",
                                List.of(part.name().endsWith("twice") ? "NEW.\"twice\" := 1;" : part.sql()),
                                List.of()),
                        "VERIFIED"))
                .toList();
        TableParts parts = new TableParts(
                        DOLPHIN,
                        80033,
                        new GuardedTables(
                                Map.of(
                                        ID,
                                        Map.of(
                                                "twice",
                                                new GuardedTables.Column("integer", true),
                                                "more",
                                                new GuardedTables.Column("integer", true))),
                                Map.of()),
                        Map.of())
                .add(List.of(LINE));
        assertThat(new PartPlanner(parts, PartOutcomes.of(entries), DOLPHIN).uncompared())
                .contains("shop.line.twice")
                .doesNotContain("shop.line.more", "shop.line.odd");
    }

    @Test
    void printedNumbersAreManualWork() {
        List<ColumnDefinition> columns = new ArrayList<>(LINE.columns());
        columns.set(1, new ColumnDefinition("qty", MySqlType.DOUBLE, false, "", 0, 0, 0, null, List.of(), true));
        columns.set(2, new ColumnDefinition("twice", MySqlType.VARCHAR, false, "", 9, 0, 0, null, List.of(), true));
        assertThat(planner(DOLPHIN, new TableDefinition(ID, columns, List.of(), LINE.extras()), Map.of())
                        .plan()
                        .manual())
                .filteredOn(work -> work.name().equals("shop.line.twice"))
                .singleElement()
                .extracting(ManualWork::reason)
                .asString()
                .contains("it may print a FLOAT or DOUBLE");
    }

    @Test
    void otherTargetsHaveNoFullText() {
        assertThat(planner(POSTGRESQL, LINE, Map.of()).plan().manual())
                .extracting(ManualWork::name)
                .contains("shop.line.words");
    }

    @Test
    void mergedTablesAreManualWork() {
        TableDefinition other =
                new TableDefinition(new TableId("shop", "line2"), ID, LINE.columns(), LINE.indexes(), LINE.extras());
        TableParts parts = new TableParts(
                        DOLPHIN,
                        80033,
                        new GuardedTables(
                                Map.of(ID, Map.of("twice", new GuardedTables.Column("integer", true))), Map.of()),
                        Map.of())
                .add(List.of(LINE, other));
        assertThat(parts.parts()).isEmpty();
        assertThat(parts.manual()).extracting(ManualWork::reason).allMatch(reason -> reason.contains("merged"));
    }
}
