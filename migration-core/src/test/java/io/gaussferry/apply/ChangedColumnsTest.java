package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangedColumnsTest {

    private static final int COLUMNS = 4;

    private final IntTable table = new IntTable("t", COLUMNS, List.of(List.of(1)));

    private static RowsEvent keyOnly(RowsEvent event) {
        return new RowsEvent(
                event.table().withKeyOnlyBefore(), event.operation(), event.bytes(), event.from(), event.to());
    }

    private static String changed(RowsEvent update) {
        Conversion conversion = new Conversion(Columns.POSTGRES, ConversionRules.defaults());
        RowChange change = ChangeSplitting.split(Transactions.transaction(1, update), conversion::format)
                .get(0);
        BitSet changed = new BitSet();
        changed.set(COLUMNS - 1);
        new ChangedColumns(COLUMNS, new int[] {1}).find(RowImage.before(change), RowImage.after(change), changed);
        return changed.toString();
    }

    @Test
    void findsColumnsWithDifferentBytes() {
        assertThat(changed(table.update(row(1, 2, null, 4), row(1, 2, null, 4))))
                .isEqualTo("{}");
        assertThat(changed(table.update(row(1, 2, null, 4), row(1, 3, 5, 4)))).isEqualTo("{1, 2}");
        assertThat(changed(table.update(row(1, 2, 3, 4), row(1, 2, null, 4)))).isEqualTo("{2}");
    }

    /** A column set to NULL has the same bytes as an unknown one. */
    @Test
    void treatsUnknownColumnsAsChanged() {
        assertThat(changed(keyOnly(table.update(row(null, 2, null, null), row(1, 2, null, 4)))))
                .isEqualTo("{0, 2, 3}");
        assertThat(changed(keyOnly(table.update(row(null, 2, null, null), row(null, 3, null, null)))))
                .isEqualTo("{0, 1, 2, 3}");
    }
}
