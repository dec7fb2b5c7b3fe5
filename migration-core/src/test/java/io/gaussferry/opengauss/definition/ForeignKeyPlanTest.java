package io.gaussferry.opengauss.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ForeignKeyPlanTest {

    private static final TableId PARENT = new TableId("S", "p\"q");
    private static final TableId CHILD = new TableId("S", "c");

    private static TableDefinition table(TableId id, List<String> columns, ForeignKeyDefinition... keys) {
        return new TableDefinition(
                id,
                columns.stream()
                        .map(name ->
                                new ColumnDefinition(name, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), true))
                        .toList(),
                List.of(
                        new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false))),
                        new IndexDefinition(
                                "pair",
                                true,
                                List.of(new IndexDefinition.Part(2, 0, false), new IndexDefinition.Part(1, 0, false)))),
                new TableExtras("", null, null, Map.of(), List.of(), List.of(keys), Map.of()));
    }

    private static ForeignKeyDefinition key(
            String name, List<String> columns, TableId parent, List<String> referenced, String update, String delete) {
        return new ForeignKeyDefinition(name, columns, parent, referenced, update, delete);
    }

    private static ForeignKeyPlan plan(ForeignKeyPolicy policy, boolean logged, ForeignKeyDefinition... keys) {
        return ForeignKeyPlan.of(
                Stream.of(table(CHILD, List.of("id", "a", "b"), keys), table(PARENT, List.of("Id", "x", "y")))
                        .toList(),
                policy,
                logged);
    }

    /** Statements are held for such keys: every omitted key with an action must be listed. */
    @Test
    void listsUnrepeatedActions() {
        ForeignKeyDefinition away =
                key("away", List.of("a"), new TableId("S", "other"), List.of("id"), "NO ACTION", "CASCADE");
        ForeignKeyDefinition plain =
                key("plain", List.of("a"), new TableId("S", "other"), List.of("id"), "NO ACTION", "RESTRICT");
        ForeignKeyDefinition unkeyed = key("unkeyed", List.of("a"), PARENT, List.of("x"), "SET NULL", "NO ACTION");
        ForeignKeyDefinition kept = key("kept", List.of("a"), PARENT, List.of("id"), "NO ACTION", "CASCADE");

        assertThat(plan(ForeignKeyPolicy.CREATE, false, away, plain, unkeyed, kept)
                        .unrepeated())
                .extracting(ForeignKeyPlan.Unrepeated::definition)
                .containsExactly(away, unkeyed);
        assertThat(plan(ForeignKeyPolicy.DEFER, false, plain, kept).unrepeated())
                .extracting(ForeignKeyPlan.Unrepeated::definition)
                .containsExactly(kept);
        assertThat(plan(ForeignKeyPolicy.CREATE, true, away, unkeyed, kept).unrepeated())
                .isEmpty();
        List<TableDefinition> tables = List.of(table(CHILD, List.of("id", "a", "b"), away));
        assertThat(ForeignKeyPlan.of(tables, ForeignKeyPolicy.CREATE, false, other -> false)
                        .unrepeated())
                .isEmpty();
    }

    @Test
    void createsKeysWithActionsAndNamesOfTables() {
        ForeignKeyPlan plan = plan(
                ForeignKeyPolicy.CREATE,
                false,
                key("one", List.of("A"), PARENT, List.of("id"), "CASCADE", "SET NULL"),
                key("two", List.of("a", "b"), PARENT, List.of("x", "y"), "RESTRICT", "NO ACTION"),
                key("self", List.of("a"), CHILD, List.of("id"), "NO ACTION", "CASCADE"));

        assertThat(plan.limitations()).isEmpty();
        assertThat(plan.keys())
                .extracting(key -> key.add(key.definition().name()))
                .containsExactly(
                        "ALTER TABLE \"S\".\"c\" ADD CONSTRAINT \"one\" FOREIGN KEY (\"a\") REFERENCES"
                                + " \"S\".\"p\"\"q\" (\"Id\") ON UPDATE CASCADE ON DELETE SET NULL",
                        "ALTER TABLE \"S\".\"c\" ADD CONSTRAINT \"two\" FOREIGN KEY (\"a\", \"b\") REFERENCES"
                                + " \"S\".\"p\"\"q\" (\"x\", \"y\") ON UPDATE NO ACTION ON DELETE NO ACTION",
                        "ALTER TABLE \"S\".\"c\" ADD CONSTRAINT \"self\" FOREIGN KEY (\"a\") REFERENCES"
                                + " \"S\".\"c\" (\"id\") ON UPDATE NO ACTION ON DELETE CASCADE");
    }

    @Test
    void createsKeysBetweenTargetTables() {
        ForeignKeyDefinition key = key("one", List.of("a"), PARENT, List.of("Id"), "NO ACTION", "NO ACTION");
        List<TableDefinition> tables = List.of(
                table(CHILD, List.of("id", "a", "b"), key).withTarget(new TableId("T", "child")),
                table(PARENT, List.of("Id", "x", "y")).withTarget(new TableId("U", "parent")));
        assertThat(ForeignKeyPlan.of(tables, ForeignKeyPolicy.CREATE, false).keys())
                .singleElement()
                .satisfies(planned -> assertThat(planned.add("one"))
                        .startsWith("ALTER TABLE \"T\".\"child\" ADD")
                        .contains("REFERENCES \"U\".\"parent\" (\"Id\")"));
    }

    @Test
    void listsOmittedKeys() {
        ForeignKeyDefinition plain = key("plain", List.of("a"), PARENT, List.of("id"), "NO ACTION", "NO ACTION");
        ForeignKeyDefinition acting = key("acting", List.of("a"), PARENT, List.of("id"), "NO ACTION", "CASCADE");
        assertThat(reasons(plan(ForeignKeyPolicy.DEFER, false, plain))).containsExactly("foreign-keys: defer");
        ForeignKeyPlan logged = plan(ForeignKeyPolicy.CREATE, true, plain, acting);
        assertThat(logged.keys()).hasSize(1);
        assertThat(reasons(logged)).containsExactly("in the binlog");
        assertThat(reasons(plan(
                        ForeignKeyPolicy.CREATE,
                        false,
                        key("far", List.of("a"), new TableId("other", "p"), List.of("id"), "NO ACTION", "NO ACTION"),
                        key("loose", List.of("a"), PARENT, List.of("x"), "NO ACTION", "NO ACTION"))))
                .containsExactly("not replicated", "no unique key");
    }

    /** A part of each reason that distinguishes it from the others. */
    private static List<String> reasons(ForeignKeyPlan plan) {
        return plan.limitations().stream()
                .map(limitation -> Stream.of("foreign-keys: defer", "in the binlog", "not replicated", "no unique key")
                        .filter(words -> limitation.problem().contains(words))
                        .findFirst()
                        .orElse(limitation.problem()))
                .toList();
    }
}
