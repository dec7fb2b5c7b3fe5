package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.DeleteActions.Key;
import io.gaussferry.testing.TableBuilder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The server does not log the rows that ON DELETE deletes or changes: a key that is missed here leaves them on the target. */
class DeleteActionsTest {

    private static TableDefinition parent(String name) {
        return TableBuilder.table(name).column("id", "int").primary("id").build();
    }

    private static TableDefinition child(String name, String parent, String onDelete) {
        return TableBuilder.table(name)
                .column("id", "int")
                .nullable("p", "int")
                .primary("id")
                .refers("p", parent, "NO ACTION", onDelete)
                .build();
    }

    private static TableId id(String name) {
        return new TableId("shop", name);
    }

    @Test
    void findsKeysThatChangeRows() {
        DeleteActions actions = DeleteActions.of(List.of(
                parent("p"),
                child("deleted", "p", "CASCADE"),
                child("cleared", "p", "SET NULL"),
                child("refused", "p", "RESTRICT"),
                child("ignored", "p", "NO ACTION")));
        assertThat(actions.ofParent(id("p")))
                .extracting(key -> key.child().name(), Key::removes)
                .containsExactly(tuple("deleted", true), tuple("cleared", false));
        assertThat(actions.ofChild(id("refused"))).isEmpty();
        assertThat(DeleteActions.NONE.ofParent(id("p"))).isEmpty();
    }

    @Test
    void ignoresParentsThatAreNotReplicated() {
        assertThat(DeleteActions.of(List.of(child("c", "elsewhere", "CASCADE"))).ofChild(id("c")))
                .isEmpty();
    }

    /** Names of columns are not case-sensitive, and a key's order of columns may differ from the table's. */
    @Test
    void pairsColumnsOfBothTables() {
        TableDefinition parent = TableBuilder.table("p")
                .column("a", "int")
                .column("b", "int")
                .primary("a", "b")
                .build();
        TableDefinition child = TableBuilder.table("c")
                .column("x", "int")
                .column("y", "int")
                .foreignKey("fk", List.of("Y", "X"), id("p"), List.of("A", "b"), "NO ACTION", "CASCADE")
                .build();
        assertThat(DeleteActions.of(List.of(parent, child)).ofChild(id("c")))
                .containsExactly(new Key(0, id("c"), List.of(1, 0), id("p"), List.of(0, 1), true, true));
    }

    /** Strings that are equal by a collation may differ in bytes, and numbers of different sizes in their images. */
    @Test
    void comparesBytesOnlyOfEqualTypes() {
        for (List<String> types : List.of(
                List.of("int", "int", "true"),
                List.of("int", "bigint", "false"),
                List.of("varchar(5)", "varchar(5)", "false"),
                List.of("binary(5)", "binary(5)", "true"),
                List.of("binary(5)", "binary(6)", "false"),
                List.of("decimal(5,2)", "decimal(5,2)", "true"),
                List.of("decimal(5,2)", "decimal(6,2)", "false"),
                List.of("datetime(3)", "datetime(6)", "false"))) {
            TableDefinition parent = TableBuilder.table("p")
                    .column("id", types.get(0))
                    .primary("id")
                    .build();
            TableDefinition child = TableBuilder.table("c")
                    .nullable("p", types.get(1))
                    .refers("p", "p", "NO ACTION", "CASCADE")
                    .build();
            assertThat(DeleteActions.of(List.of(parent, child)).ofChild(id("c")))
                    .as(types.toString())
                    .singleElement()
                    .extracting(Key::exact)
                    .isEqualTo(Boolean.parseBoolean(types.get(2)));
        }
    }

    /** A row that is set to NULL is not deleted: nothing below it changes. */
    @Test
    void followsOnlyDeletedRows() {
        DeleteActions actions = DeleteActions.of(List.of(
                parent("top"),
                child("middle", "top", "CASCADE"),
                child("cleared", "top", "SET NULL"),
                child("bottom", "middle", "CASCADE"),
                child("below_cleared", "cleared", "CASCADE")));
        BitSet indirect = actions.indirectKeys(id("top"));
        assertThat(indirect.stream()).containsExactly(number(actions, "bottom"));
        assertThat(actions.indirectKeys(id("bottom")).isEmpty()).isTrue();
    }

    @Test
    void followsTableThatRefersToItself() {
        DeleteActions actions = DeleteActions.of(List.of(child("tree", "tree", "CASCADE")));
        assertThat(actions.indirectKeys(id("tree")).stream()).containsExactly(0);
    }

    private static int number(DeleteActions actions, String child) {
        return actions.ofChild(id(child)).get(0).number();
    }

    /** A key is triggered indirectly if its parent's rows are deleted by another key, at any depth and in cycles. */
    @RepeatedTest(30)
    void findsIndirectKeysOfRandomGraphs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int tables = 2 + random.nextInt(5);
        String[] actions = {"CASCADE", "SET NULL", "RESTRICT"};
        List<TableDefinition> definitions = new ArrayList<>();
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < tables; i++) {
            TableBuilder builder =
                    TableBuilder.table("t" + i).column("id", "int").primary("id");
            for (int p = 0; p < tables; p++) {
                if (random.nextInt(3) == 0) {
                    int action = random.nextInt(3);
                    builder.nullable("p" + p, "int").refers("p" + p, "t" + p, "NO ACTION", actions[action]);
                    if (action < 2) {
                        edges.add(new int[] {i, p, action, edges.size()});
                    }
                }
            }
            definitions.add(builder.build());
        }
        DeleteActions found = DeleteActions.of(definitions);
        for (int top = 0; top < tables; top++) {
            // tables whose rows are deleted through at least one key: a fixed point, without any order
            TreeSet<Integer> deleted = new TreeSet<>();
            boolean changed = true;
            while (changed) {
                changed = false;
                for (int[] edge : edges) {
                    boolean isTriggered = edge[1] == top || deleted.contains(edge[1]);
                    changed |= isTriggered && edge[2] == 0 && deleted.add(edge[0]);
                }
            }
            TreeSet<Integer> expected = new TreeSet<>();
            edges.stream().filter(edge -> deleted.contains(edge[1])).forEach(edge -> expected.add(edge[3]));
            assertThat(found.indirectKeys(id("t" + top)).stream().boxed().toList())
                    .as("seed %d, table t%d", seed, top)
                    .isEqualTo(List.copyOf(expected));
        }
    }
}
