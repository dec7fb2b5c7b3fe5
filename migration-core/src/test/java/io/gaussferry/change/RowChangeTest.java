package io.gaussferry.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.RowOperation;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowChangeTest {

    private static final IntTable TABLE = new IntTable("t", 1, List.of(List.of(0)));
    private static final RowsEvent EVENT = TABLE.update(IntTable.row(1), IntTable.row(2));
    private static final RowChange UPDATE = new RowChange(
            Transactions.transaction(1, EVENT), TABLE.format(), RowOperation.UPDATE, EVENT.bytes(), 0, 5, 10, 11, 22);

    @Test
    void splitsUpdateIntoDeletionAndInsertion() {
        RowChange deletion = UPDATE.half(RowOperation.DELETE);
        assertThat(deletion.operation()).isEqualTo(RowOperation.DELETE);
        assertThat(deletion.before()).isZero();
        assertThat(deletion.after()).isEqualTo(RowChange.NONE);
        assertThat(deletion.beforeKeyHash()).isEqualTo(11);

        RowChange insertion = UPDATE.half(RowOperation.INSERT);
        assertThat(insertion.before()).isEqualTo(RowChange.NONE);
        assertThat(insertion.after()).isEqualTo(5);
        assertThat(insertion.end()).isEqualTo(10);
        assertThat(insertion.afterKeyHash()).isEqualTo(22);
    }

    /** A repeated or unchecked change that lost its mark would fail, or start actions of the target's foreign keys. */
    @Test
    void keepsMarksInDerivedChanges() {
        CascadeEffect effect = new CascadeEffect(true, null);
        RowChange marked = UPDATE.idempotent().unchecked(true).after(effect);
        for (RowChange change : List.of(
                marked, marked.half(RowOperation.DELETE), marked.idempotent(), marked.half(RowOperation.INSERT))) {
            assertThat(change.isIdempotent()).isTrue();
            assertThat(change.isUnchecked()).isTrue();
            assertThat(change.isUncheckedCascade()).isTrue();
            assertThat(change.cascadeEffect()).contains(effect);
            assertThat(change.transaction()).isSameAs(UPDATE.transaction());
            assertThat(change.bytes()).isSameAs(UPDATE.bytes());
        }
        assertThat(UPDATE.isIdempotent()).as("is immutable").isFalse();
    }

    @Test
    void distinguishesUncheckedChangeFromOneThatCascades() {
        assertThat(UPDATE.isUnchecked()).isFalse();
        assertThat(UPDATE.isUncheckedCascade()).isFalse();
        assertThat(UPDATE.unchecked(false).isUnchecked()).isTrue();
        assertThat(UPDATE.unchecked(false).isUncheckedCascade()).isFalse();
    }
}
