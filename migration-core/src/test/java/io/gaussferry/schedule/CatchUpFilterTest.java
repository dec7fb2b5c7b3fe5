package io.gaussferry.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schedule.key.WriteSet;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.snapshot.range.CopiedTable;
import io.gaussferry.snapshot.range.CopyWindow;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests which changes remain for rows that were copied at several positions. */
class CatchUpFilterTest {

    private static final IntTable TABLE = new IntTable("t", 2, List.of(List.of(0)));

    /** Keys up to 10 contain transactions 1 to 5, and may contain 6 to 8; greater keys contain 1 to 20. */
    private static final CatchUpFilter CATCH_UP = new CatchUpFilter(Map.of(
            TABLE.version().definition().id(),
            copied(TABLE.version().definition(), "10", window(5, 8), window(20, 20))));

    @Test
    void skipsChangeThatRowContains() {
        assertThat(reduced(5, TABLE.insert(IntTable.row(10, 1)))).isEmpty();
        assertThat(reduced(20, TABLE.delete(IntTable.row(11, 1)))).isEmpty();
    }

    @Test
    void makesUncertainChangeIdempotent() {
        assertThat(reduced(6, TABLE.update(IntTable.row(-3, 1), IntTable.row(-3, 2))))
                .containsExactly("UPDATE repeatable");
    }

    @Test
    void appliesLaterChangeExactly() {
        assertThat(reduced(9, TABLE.insert(IntTable.row(10, 1)))).containsExactly("INSERT");
        assertThat(reduced(21, TABLE.update(IntTable.row(11, 1), IntTable.row(3, 2))))
                .containsExactly("UPDATE");
    }

    @Test
    void checksMovedRowByBothKeys() {
        assertThat(reduced(9, TABLE.update(IntTable.row(3, 1), IntTable.row(12, 1))))
                .containsExactly("DELETE");
        assertThat(reduced(9, TABLE.update(IntTable.row(12, 1), IntTable.row(3, 1))))
                .containsExactly("INSERT");
        assertThat(reduced(7, TABLE.update(IntTable.row(12, 1), IntTable.row(3, 1))))
                .containsExactly("INSERT repeatable");
    }

    @Test
    void keepsChangesOfTablesNotCopied() {
        IntTable other = new IntTable("other", 1, List.of(List.of(0)));
        assertThat(reduced(1, other.insert(IntTable.row(1)))).containsExactly("INSERT");
    }

    @Test
    void comparesBytesAsMySqlHex() {
        TableDefinition definition = new TableDefinition(
                new TableId("s", "b"),
                List.of(new ColumnDefinition(
                        "id", MySqlType.BINARY, false, "binary(2)", 2, 0, 0, null, List.of(), false)),
                List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false)))));
        // MYSQL_TYPE_STRING; its metadata is the same type and the length
        TableVersion version = new TableVersion(definition, new byte[] {(byte) 254}, new byte[] {(byte) 254, 2});
        CatchUpFilter catchUp =
                new CatchUpFilter(Map.of(definition.id(), copied(definition, "AB00", window(5, 5), window(20, 20))));
        // no NULLs, the length, and the bytes without trailing zeros
        assertThat(reduced(catchUp, 9, insert(version, 0, 1, 0xAB))).containsExactly("INSERT");
        assertThat(reduced(catchUp, 9, insert(version, 0, 2, 0xAB, 0x01))).isEmpty();
    }

    private static RowsEvent insert(TableVersion version, int... image) {
        byte[] bytes = new byte[image.length];
        for (int i = 0; i < image.length; i++) {
            bytes[i] = (byte) image[i];
        }
        return new RowsEvent(version, RowOperation.INSERT, bytes, 0, bytes.length);
    }

    private static CopiedTable copied(TableDefinition table, String bound, CopyWindow upTo, CopyWindow after) {
        CopiedTable copied = new CopiedTable(KeyOrder.ofValues(table));
        copied.add(new KeyRange(List.of(bound), List.of()), after);
        copied.add(new KeyRange(List.of(), List.of(bound)), upTo);
        return copied;
    }

    private static CopyWindow window(int low, int high) {
        return new CopyWindow(
                GtidSet.parse(Transactions.SOURCE + ":1-" + low), GtidSet.parse(Transactions.SOURCE + ":1-" + high));
    }

    private static List<String> reduced(int number, RowsEvent event) {
        return reduced(CATCH_UP, number, event);
    }

    private static List<String> reduced(CatchUpFilter catchUp, int number, RowsEvent event) {
        List<RowChange> changes = new ArrayList<>();
        new RowSplitter(
                        IntTable.CONVERSION::format,
                        ForeignKeys.NONE,
                        id -> {
                            throw new IllegalStateException("no foreign keys");
                        },
                        false)
                .split(Transactions.transaction(number, event), changes, new WriteSet());
        catchUp.reduce(changes);
        return changes.stream()
                .map(change -> change.operation() + (change.isIdempotent() ? " repeatable" : ""))
                .toList();
    }
}
