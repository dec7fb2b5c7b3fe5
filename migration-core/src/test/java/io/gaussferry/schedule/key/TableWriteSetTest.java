package io.gaussferry.schedule.key;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests which transactions depend on each other: two that share a key, if one of them needs it exclusively. */
class TableWriteSetTest {

    private static final String NO_ACTION = "NO ACTION";

    /** A parent {@code p (c0 PRIMARY KEY, c1, c2 UNIQUE)}, and a child with its primary key and a reference to it. */
    private final IntTable parent = new IntTable("p", 3, List.of(List.of(0), List.of(2)));

    private final IntTable child = new IntTable("c", 2, List.of(List.of(0)));

    private ForeignKeys foreignKeys = ForeignKeys.NONE;
    private boolean byClock;
    private TableDefinition referring = child.version().definition();

    private void enforce(int parentColumn, String onDelete) {
        foreignKeys = new ForeignKeys(List.of(
                new EnforcedForeignKey(id(child), List.of(1), id(parent), List.of(parentColumn), NO_ACTION, onDelete)));
    }

    private static TableId id(IntTable table) {
        return table.version().definition().targetId();
    }

    private WriteSet keys(RowsEvent event) {
        return keys(event, new ArrayList<>());
    }

    private WriteSet keys(RowsEvent event, List<RowChange> changes) {
        Map<TableId, TableDefinition> tables =
                Map.of(id(parent), parent.version().definition(), id(child), referring);
        WriteSet keys = new WriteSet();
        new RowSplitter(IntTable.CONVERSION::format, foreignKeys, tables::get, byClock)
                .split(Transactions.transaction(1, event), changes, keys);
        return keys;
    }

    private boolean conflict(RowsEvent one, RowsEvent other) {
        WriteSet first = keys(one);
        WriteSet second = keys(other);
        return conflict(first, second) || conflict(second, first);
    }

    private static boolean conflict(WriteSet exclusive, WriteSet any) {
        for (int i = 0; i < exclusive.exclusiveCount(); i++) {
            for (int j = 0; j < any.exclusiveCount(); j++) {
                if (exclusive.exclusive(i) == any.exclusive(j)) {
                    return true;
                }
            }
            for (int j = 0; j < any.sharedCount(); j++) {
                if (exclusive.exclusive(i) == any.shared(j)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void ordersChangesOfOneKey() {
        assertThat(conflict(parent.insert(row(1, 0, 10)), parent.delete(row(1, 0, 11))))
                .isTrue();
        assertThat(conflict(parent.insert(row(1, 0, 10)), parent.update(row(2, 0, 12), row(1, 0, 11))))
                .isTrue();
        assertThat(conflict(parent.insert(row(1, 0, 10)), parent.insert(row(2, 0, 10))))
                .isTrue();
        assertThat(conflict(parent.insert(row(1, 0, 10)), parent.insert(row(2, 0, 11))))
                .isFalse();
        assertThat(conflict(parent.insert(row(1, 0, 10)), parent.insert(row(10, 0, 1))))
                .as("equal values of different keys")
                .isFalse();
        assertThat(conflict(parent.insert(row(1, 0, 10)), child.insert(row(1, 10))))
                .as("equal keys of different tables")
                .isFalse();
    }

    @Test
    void sharesNoUniqueKeyWithNull() {
        assertThat(conflict(parent.insert(row(1, 0, null)), parent.insert(row(2, 0, null))))
                .isFalse();
    }

    @Test
    void returnsTheRowKeyOfEachImage() {
        List<RowChange> changes = new ArrayList<>();
        WriteSet unused = keys(parent.update(row(1, 0, 10), row(2, 0, 10)), changes);
        List<RowChange> same = new ArrayList<>();
        unused = keys(parent.insert(row(2, 5, 11)), same);
        assertThat(changes.get(0).beforeKeyHash())
                .isNotZero()
                .isNotEqualTo(changes.get(0).afterKeyHash());
        assertThat(changes.get(0).afterKeyHash()).isEqualTo(same.get(0).afterKeyHash());
    }

    @Test
    void commutesOnlyInsertsIntoTableWithoutKey() {
        IntTable keyless = new IntTable("k", 2, List.of());
        assertThat(conflict(keyless.insert(row(1, 0)), keyless.insert(row(1, 0))))
                .isFalse();
        assertThat(conflict(keyless.insert(row(1, 0)), keyless.delete(row(2, 0))))
                .isTrue();
        assertThat(conflict(keyless.delete(row(1, 0)), keyless.delete(row(2, 0))))
                .isTrue();
        byClock = true;
        assertThat(conflict(keyless.delete(row(1, 0)), keyless.delete(row(2, 0))))
                .isFalse();
        assertThat(conflict(keyless.delete(row(1, 0)), keyless.delete(row(1, 0))))
                .as("equal rows cannot be distinguished")
                .isTrue();
    }

    /** The bytes of a prefix or an expression are not in the row image. */
    @Test
    void ordersWholeTableWithUniqueIndexOnPrefix() {
        TableDefinition definition = new TableDefinition(
                new TableId("s", "f"),
                List.of(new ColumnDefinition("c0", MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false)),
                List.of(
                        new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false))),
                        new IndexDefinition("u", true, List.of(new IndexDefinition.Part(-1, 0, false)))));
        TableVersion version = new TableVersion(definition, new byte[] {3}, new byte[0]);
        RowsEvent first = of(version, new IntTable("f", 1, List.of(List.of(0))).insert(row(1)));
        RowsEvent second = of(version, new IntTable("f", 1, List.of(List.of(0))).insert(row(2)));
        assertThat(conflict(first, second)).isTrue();
        byClock = true;
        assertThat(conflict(first, second)).isFalse();
    }

    private static RowsEvent of(TableVersion version, RowsEvent event) {
        return new RowsEvent(version, event.operation(), event.bytes(), event.from(), event.to());
    }

    @Test
    void ordersChildAfterItsParent() {
        assertThat(conflict(parent.insert(row(7, 0, 0)), child.insert(row(1, 7))))
                .isFalse();
        enforce(0, NO_ACTION);
        assertThat(conflict(parent.insert(row(7, 0, 0)), child.insert(row(1, 7))))
                .isTrue();
        assertThat(conflict(parent.delete(row(7, 0, 0)), child.delete(row(1, 7))))
                .isTrue();
        assertThat(conflict(parent.insert(row(8, 0, 0)), child.insert(row(1, 7))))
                .isFalse();
        assertThat(conflict(parent.insert(row(7, 0, 0)), child.insert(row(1, null))))
                .isFalse();
        assertThat(conflict(child.insert(row(1, 7)), child.insert(row(2, 7))))
                .as("children of one parent")
                .isFalse();
    }

    @Test
    void ordersChildAfterParentsOtherUniqueKey() {
        enforce(2, NO_ACTION);
        assertThat(conflict(parent.insert(row(1, 0, 7)), child.insert(row(1, 7))))
                .isTrue();
        assertThat(conflict(parent.insert(row(7, 0, 1)), child.insert(row(1, 7))))
                .isFalse();
    }

    /** MySQL may refer to an index that is not unique: no key of the parent's row has the child's bytes. */
    @Test
    void ordersChildAfterWholeParentWithoutUniqueKey() {
        enforce(1, NO_ACTION);
        assertThat(conflict(parent.insert(row(1, 5, 1)), child.insert(row(1, 7))))
                .isTrue();
        assertThat(conflict(child.insert(row(1, 7)), child.insert(row(2, 7)))).isFalse();
        assertThat(conflict(parent.insert(row(1, 5, 1)), parent.insert(row(2, 6, 2))))
                .isTrue();
    }

    /** The same number has other bytes in a column of another type. */
    @Test
    void ordersWholeParentOfColumnWithOtherType() {
        enforce(0, NO_ACTION);
        assertThat(conflict(parent.insert(row(1, 0, 1)), parent.insert(row(2, 0, 2))))
                .isFalse();
        ColumnDefinition reference =
                new ColumnDefinition("c1", MySqlType.BIGINT, false, "bigint", 0, 0, 0, null, List.of(), true);
        TableDefinition similar = child.version().definition();
        referring = new TableDefinition(similar.id(), List.of(similar.columns().get(0), reference), similar.indexes());
        assertThat(conflict(parent.insert(row(1, 0, 1)), parent.insert(row(2, 0, 2))))
                .isTrue();
    }

    @Test
    void ordersCascadeWithEveryChangeOfTheChild() {
        enforce(0, "CASCADE");
        RowsEvent unrelated = child.insert(row(1, 99));
        assertThat(conflict(parent.delete(row(7, 0, 0)), unrelated)).isTrue();
        assertThat(conflict(parent.update(row(7, 0, 0), row(8, 0, 0)), unrelated))
                .isTrue();
        assertThat(conflict(parent.update(row(7, 0, 0), row(7, 1, 0)), unrelated))
                .isFalse();
        assertThat(conflict(parent.insert(row(7, 0, 0)), unrelated)).isFalse();
        assertThat(conflict(child.insert(row(1, 99)), child.insert(row(2, 98)))).isFalse();
        assertThat(keys(parent.delete(row(7, 0, 0))).isInOrder()).isTrue();
        assertThat(keys(parent.update(row(7, 0, 0), row(7, 1, 0))).isInOrder()).isFalse();
        assertThat(keys(child.delete(row(1, 7))).isInOrder()).isFalse();
    }

    /** A session with {@code foreign_key_checks = 0} may change rows that the target's keys refuse. */
    @Test
    void marksUncheckedChangesOfTablesWithForeignKeys() {
        RowsEvent event = child.insert(row(1, 7));
        RowsEvent unchecked =
                new RowsEvent(event.table(), event.operation(), event.bytes(), event.from(), event.to(), false, true);
        List<RowChange> changes = new ArrayList<>();
        WriteSet unused = keys(unchecked, changes);
        enforce(0, NO_ACTION);
        unused = keys(unchecked, changes);
        unused = keys(event, changes);
        assertThat(changes).extracting(RowChange::isUnchecked).containsExactly(false, true, false);
    }
}
