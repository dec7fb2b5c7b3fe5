package io.gaussferry.schedule.key;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each row of an event becomes one change with its own images; {@link TableWriteSetTest} tests the conflict keys. */
class RowSplitterTest {

    private final IntTable table = new IntTable("t", 2, List.of(List.of(0)));
    private final IntTable other = new IntTable("other", 2, List.of(List.of(0)));
    private final List<String> formats = new ArrayList<>();
    private ForeignKeys foreignKeys = ForeignKeys.NONE;

    @Test
    void splitsRowsOfEachOperation() {
        List<RowChange> changes = split(
                table.insert(row(1, null), row(2, 20)),
                table.update(row(1, null), row(1, 11), row(2, 20), row(3, 20)),
                other.delete(row(3, 20)));
        assertThat(changes)
                .extracting(RowChange::operation)
                .containsExactly(
                        RowOperation.INSERT,
                        RowOperation.INSERT,
                        RowOperation.UPDATE,
                        RowOperation.UPDATE,
                        RowOperation.DELETE);
        assertThat(changes)
                .extracting(change -> firstColumn(change, change.before()) + ">" + firstColumn(change, change.after()))
                .containsExactly("->1", "->2", "1>1", "2>3", "3>-");
    }

    /** Changes of one row are found by these hashes. */
    @Test
    void hashesKeysAlike() {
        List<RowChange> changes =
                split(table.insert(row(1, 10)), table.update(row(1, 10), row(2, 10)), table.delete(row(2, 10)));
        assertThat(changes.get(0).afterKeyHash()).isEqualTo(changes.get(1).beforeKeyHash());
        assertThat(changes.get(1).afterKeyHash()).isEqualTo(changes.get(2).beforeKeyHash());
        assertThat(changes.get(1).afterKeyHash()).isNotEqualTo(changes.get(1).beforeKeyHash());
    }

    /** Without a key of the target there is nothing that the change could have violated. */
    @Test
    void distinguishesUncheckedChangesOfTablesWithForeignKeys() {
        assertThat(split(unchecked(table.insert(row(1, 10))))).noneMatch(RowChange::isUnchecked);
        TableId child = table.version().definition().targetId();
        TableId parent = other.version().definition().targetId();
        foreignKeys = new ForeignKeys(
                List.of(new EnforcedForeignKey(child, List.of(1), parent, List.of(0), "NO ACTION", "NO ACTION")));
        assertThat(split(unchecked(table.insert(row(1, 10))))).allMatch(RowChange::isUnchecked);
        assertThat(split(table.insert(row(1, 10)))).noneMatch(RowChange::isUnchecked);
    }

    @Test
    void looksUpFormatOncePerVersion() {
        split(table.insert(row(1, 10)), other.insert(row(1, 10)), table.insert(row(2, 10)));
        assertThat(formats).containsExactly("t", "other");
    }

    private List<RowChange> split(RowsEvent... events) {
        RowSplitter splitter = new RowSplitter(
                version -> {
                    formats.add(version.definition().id().name());
                    return IntTable.CONVERSION.format(version);
                },
                foreignKeys,
                id -> other.version().definition(),
                false);
        List<RowChange> changes = new ArrayList<>();
        splitter.split(Transactions.transaction(1, events), changes, new WriteSet());
        return changes;
    }

    private static RowsEvent unchecked(RowsEvent event) {
        return new RowsEvent(event.table(), event.operation(), event.bytes(), event.from(), event.to(), false, true);
    }

    /** Returns the first column of an image, which follows a byte with its NULLs; "-" without an image. */
    private static String firstColumn(RowChange change, int image) {
        return image == RowChange.NONE ? "-" : String.valueOf(change.bytes()[image + 1]);
    }
}
