package io.gaussferry.schedule.key;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.CascadeEffect;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.DeleteActions;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests which deletions may name a row that a foreign key has removed or changed before; no other deletion may lack its row. */
class DeletedParentsTest {

    private final IntTable parent = new IntTable("p", 2, List.of(List.of(0)));
    private final IntTable child = new IntTable("c", 2, List.of(List.of(0)));
    private final IntTable grandchild = new IntTable("g", 2, List.of(List.of(0)));
    private final IntTable keyless = new IntTable("k", 3, List.of());

    private final DeleteActions actions = DeleteActions.of(List.of(
            parent.version().definition(),
            withKey(child, "c1", "p", "CASCADE"),
            withKey(grandchild, "c1", "c", "CASCADE"),
            withKey(keyless, "c1", "p", "SET NULL")));
    private final RowSplitter splitter = new RowSplitter(
            IntTable.CONVERSION::format,
            ForeignKeys.NONE,
            actions,
            id -> {
                throw new IllegalStateException("the target enforces no key");
            },
            KeyEquality.EXACT,
            false);

    private static TableDefinition withKey(IntTable table, String column, String parent, String onDelete) {
        return table.version()
                .definition()
                .withForeignKeys(List.of(new ForeignKeyDefinition(
                        "fk", List.of(column), new TableId("s", parent), List.of("c0"), "NO ACTION", onDelete)));
    }

    private List<Optional<CascadeEffect>> effects(RowsEvent... events) {
        List<RowChange> changes = new ArrayList<>();
        splitter.split(Transactions.transaction(1, events), changes, new WriteSet());
        return changes.stream().map(RowChange::cascadeEffect).toList();
    }

    private static boolean isGone(Optional<CascadeEffect> effect) {
        return effect.map(CascadeEffect::mayBeGone).orElse(false);
    }

    @Test
    void permitsMissingChildOfDeletedParent() {
        assertThat(effects(parent.delete(row(1, 0)), child.delete(row(11, 1), row(21, 2))))
                .extracting(DeletedParentsTest::isGone)
                .containsExactly(false, true, false);
    }

    @Test
    void requiresChildDeletedBeforeItsParent() {
        assertThat(effects(child.delete(row(11, 1)), parent.delete(row(1, 0)))).containsOnly(Optional.empty());
    }

    @Test
    void ignoresParentsOfOtherTransactions() {
        assertThat(effects(parent.delete(row(1, 0)))).containsOnly(Optional.empty());
        assertThat(effects(child.delete(row(11, 1)))).containsOnly(Optional.empty());
    }

    @Test
    void requiresChildOfReinsertedParent() {
        assertThat(effects(parent.delete(row(1, 0)), parent.insert(row(1, 5)), child.delete(row(11, 1))))
                .containsOnly(Optional.empty());
        assertThat(effects(parent.delete(row(1, 0)), parent.update(row(2, 0), row(1, 0)), child.delete(row(11, 1))))
                .containsOnly(Optional.empty());
    }

    @Test
    void permitsMissingGrandchildOfUnloggedChild() {
        assertThat(effects(parent.delete(row(1, 0)), grandchild.delete(row(111, 11))))
                .extracting(DeletedParentsTest::isGone)
                .containsExactly(false, true);
    }

    @Test
    void requiresUpdatedRowsAndChildrenWithoutParent() {
        assertThat(effects(
                        parent.delete(row(1, 0)),
                        child.update(row(11, 1), row(11, 2)),
                        child.delete(row(12, null)),
                        grandchild.delete(row(1, null))))
                .containsOnly(Optional.empty());
    }

    @Test
    void ignoresDeletionsWithoutForeignKeyChecks() {
        RowsEvent event = parent.delete(row(1, 0));
        RowsEvent unchecked =
                new RowsEvent(event.table(), RowOperation.DELETE, event.bytes(), event.from(), event.to(), false, true);

        assertThat(effects(unchecked, child.delete(row(11, 1)))).containsOnly(Optional.empty());
    }

    @Test
    void searchesRowWithoutKeyInStateAfterAction() {
        CascadeEffect effect = effects(parent.delete(row(1, 0)), keyless.delete(row(7, 1, 9)))
                .get(1)
                .orElseThrow();

        assertThat(effect.mayBeGone()).isFalse();
        RowImage changed = Objects.requireNonNull(effect.changed());
        int[] offsets = new int[4];
        changed.locate(offsets);
        byte[] bytes = changed.change().bytes();
        assertThat(offsets[1]).isEqualTo(offsets[2]);
        assertThat(bytes[offsets[0]]).isEqualTo((byte) 7);
        assertThat(bytes[offsets[2]]).isEqualTo((byte) 9);
        assertThat(offsets[3]).isEqualTo(bytes.length);
    }

    @Test
    void permitsAnyMissingChildBeyondLimit() {
        Integer[][] rows = new Integer[100_001][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = row(i, 0);
        }
        assertThat(effects(parent.delete(rows), child.delete(row(11, 500_000))).get(rows.length))
                .matches(DeletedParentsTest::isGone);
    }
}
