package io.gaussferry.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.TableId;
import io.gaussferry.testing.TableBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of tables in a batch, and the rows that the target changes by itself, follow from its foreign keys. */
class ForeignKeysTest {

    private static TableId id(int number) {
        return new TableId("shop", "t" + number);
    }

    private static EnforcedForeignKey key(int child, int parent, String onDelete) {
        return new EnforcedForeignKey(id(child), List.of(1), id(parent), List.of(0), "NO ACTION", onDelete);
    }

    /** Rows of a parent are inserted before those of its children, and deleted after them. */
    @RepeatedTest(30)
    void childIsDeeperThanItsParents() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<EnforcedForeignKey> keys = new ArrayList<>();
        for (int child = 0; child < 8; child++) {
            for (int parent = 0; parent <= child; parent++) {
                if (random.nextInt(3) == 0) {
                    keys.add(key(child, parent, random.nextBoolean() ? "CASCADE" : "RESTRICT"));
                }
            }
        }
        Collections.shuffle(keys, random);
        ForeignKeys foreignKeys = new ForeignKeys(keys);
        for (EnforcedForeignKey key : keys) {
            if (!key.child().equals(key.parent())) {
                assertThat(foreignKeys.depth(key.child()))
                        .as("seed %d, %s", seed, key)
                        .isGreaterThan(foreignKeys.depth(key.parent()));
            }
        }
        for (int table = 0; table < 8; table++) {
            assertThat(foreignKeys.reachedByCascade(id(table)))
                    .as("seed %d, table t%d", seed, table)
                    .isEqualTo(reached(keys, id(table)));
        }
    }

    /** The fixed point of "a changed parent changes its child". */
    private static Set<TableId> reached(List<EnforcedForeignKey> keys, TableId parent) {
        Set<TableId> reached = new HashSet<>();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (EnforcedForeignKey key : keys) {
                boolean isChanged = key.parent().equals(parent) || reached.contains(key.parent());
                changed |= isChanged && key.onDelete().equals("CASCADE") && reached.add(key.child());
            }
        }
        return reached;
    }

    @Test
    void endsForTablesThatReferToEachOther() {
        ForeignKeys keys = new ForeignKeys(List.of(key(0, 1, "CASCADE"), key(1, 0, "CASCADE"), key(2, 0, "SET NULL")));
        assertThat(keys.depth(id(2))).as("a child of the cycle").isGreaterThan(keys.depth(id(0)));
        assertThat(keys.reachedByCascade(id(1))).containsExactlyInAnyOrder(id(0), id(1), id(2));
        assertThat(keys.isReachedByCascade(id(2))).isTrue();
    }

    @Test
    void knowsUnconnectedTables() {
        ForeignKeys keys = new ForeignKeys(List.of(key(0, 1, "RESTRICT")));
        assertThat(keys.isConnected(id(1))).isTrue();
        assertThat(keys.isConnected(id(2))).isFalse();
        assertThat(keys.depth(id(2))).isZero();
        assertThat(keys.isReachedByCascade(id(0))).isFalse();
        assertThat(ForeignKeys.NONE.ofParent(id(1))).isEmpty();
    }

    /**
     * The target repeats an action of the source only if the same columns of the same rows change. Columns may be listed in another
     * order, and RESTRICT and NO ACTION change nothing alike.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1,2 | 0,1 | NO ACTION | CASCADE  | true
            2,1 | 1,0 | NO ACTION | CASCADE  | true
            1,2 | 0,1 | RESTRICT  | CASCADE  | true
            1,2 | 1,0 | NO ACTION | CASCADE  | false
            2,1 | 0,1 | NO ACTION | CASCADE  | false
            1,2 | 0,1 | CASCADE   | CASCADE  | false
            1,2 | 0,1 | NO ACTION | SET NULL | false
            1,2 | 0,1 | NO ACTION | RESTRICT | false
            """)
    void repeatsOnlySameEffect(String child, String parent, String onUpdate, String onDelete, boolean expected) {
        TableDefinition top = TableBuilder.table("t0")
                .column("a", "int")
                .column("b", "int")
                .primary("a", "b")
                .build();
        TableDefinition bottom = TableBuilder.table("t1")
                .column("id", "int")
                .column("a", "int")
                .column("b", "int")
                .foreignKey("fk", List.of("A", "B"), id(0), List.of("a", "b"), "NO ACTION", "CASCADE")
                .build();
        ForeignKeys enforced = new ForeignKeys(
                List.of(new EnforcedForeignKey(id(1), numbers(child), id(0), numbers(parent), onUpdate, onDelete)));
        assertThat(enforced.repeats(bottom, top, bottom.extras().foreignKeys().get(0)))
                .isEqualTo(expected);
        assertThat(enforced.repeats(
                        bottom, bottom, bottom.extras().foreignKeys().get(0)))
                .as("another parent")
                .isFalse();
    }

    private static List<Integer> numbers(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String number : list.split(",", -1)) {
            numbers.add(Integer.valueOf(number));
        }
        return numbers;
    }

    @Test
    void rejectsKeysWithoutPairs() {
        assertThatThrownBy(
                        () -> new EnforcedForeignKey(id(1), List.of(1, 2), id(0), List.of(0), "NO ACTION", "NO ACTION"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ForeignKeyDefinition("f", List.of(), id(0), List.of(), "CASCADE", "CASCADE"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
