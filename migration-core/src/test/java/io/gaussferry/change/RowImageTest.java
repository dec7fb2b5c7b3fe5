package io.gaussferry.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.RowOperation;
import io.gaussferry.mysql.wire.MalformedRowImageException;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An image is a bitmap of NULL columns, then the values of the others: here one byte, then four bytes for each INT. */
class RowImageTest {

    private static final IntTable TABLE = new IntTable("t", 3, List.of(List.of(0)));

    private static RowChange change(RowsEvent event, int before, int after, int end) {
        return new RowChange(
                Transactions.transaction(1, event),
                TABLE.format(),
                event.operation(),
                event.bytes(),
                before,
                after,
                end,
                0,
                0);
    }

    @Test
    void locatesValuesOfBothImages() {
        RowsEvent event = TABLE.update(IntTable.row(7, 1, 2), IntTable.row(7, null, 3));
        RowChange update = change(event, 0, 13, 22);
        int[] offsets = new int[4];

        RowImage.before(update).locate(offsets);
        assertThat(offsets).containsExactly(1, 5, 9, 13);

        RowImage.after(update).locate(offsets);
        assertThat(offsets).as("NULL has no bytes").containsExactly(14, 18, 18, 22);
    }

    @Test
    void locatesOnlyKey() {
        RowChange insert = change(TABLE.insert(IntTable.row(7, 1, 2)), RowChange.NONE, 0, 13);
        int[] offsets = new int[4];
        RowImage.after(insert).locateFirst(1, offsets);
        assertThat(offsets).containsExactly(1, 5, 0, 0);
        assertThat(RowImage.after(insert).maximumBytes()).isEqualTo(13);
    }

    @Test
    void rejectsImageBeyondEndOfChange() {
        RowChange truncated = change(TABLE.insert(IntTable.row(7, 1, 2)), RowChange.NONE, 0, 12);
        assertThatThrownBy(() -> RowImage.after(truncated).locate(new int[4]))
                .isInstanceOf(MalformedRowImageException.class);
    }

    /** Changes of the target that are replayed to MySQL have only the key before. */
    @Test
    void knowsThatOnlyBeforeImageMayLackValues() {
        RowsEvent event = TABLE.update(IntTable.row(7, 1, 2), IntTable.row(7, 1, 3));
        RowChange full = change(event, 0, 13, 26);
        RowChange keyOnly = new RowChange(
                full.transaction(),
                IntTable.CONVERSION.format(TABLE.version().withKeyOnlyBefore()),
                RowOperation.UPDATE,
                event.bytes(),
                0,
                13,
                26,
                0,
                0);
        assertThat(RowImage.before(full).isKeyOnly()).isFalse();
        assertThat(RowImage.before(keyOnly).isKeyOnly()).isTrue();
        assertThat(RowImage.after(keyOnly).isKeyOnly()).isFalse();
    }
}
