package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static io.gaussferry.testing.ScriptedConnection.fake;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.CascadeEffect;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.Transactions;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;
import org.opengauss.copy.CopyManager;
import org.opengauss.core.BaseConnection;

/** Each change must affect as many rows as at the source; any other number is an exception, because the target would differ. */
class TableWriterTest {

    /** Columns c0 (the key), c1, c2. */
    private final IntTable keyed = new IntTable("t", 3, List.of(List.of(0)));

    private final IntTable keyless = new IntTable("t", 2, List.of());

    private final ScriptedConnection target = new ScriptedConnection();
    private final List<String> copied = new ArrayList<>();
    private long acknowledged = -1;
    private boolean hasArrays = true;

    @Test
    void insertsRowsAsOneArrayPerColumn() throws SQLException {
        target.updates("INSERT", 2);
        writer(keyed).insert(after(keyed.insert(row(1, 10, null), row(2, null, 7))));
        assertThat(target.changes())
                .singleElement()
                .asString()
                .endsWith("[{\"1\",\"2\"}, {\"10\",NULL}, {NULL,\"7\"}]");
    }

    @Test
    void sendsNothingForNoRows() throws SQLException {
        writer(keyed).insert(List.of());
        assertThat(target.executed()).isEmpty();
    }

    @Test
    void requiresThatEachRowIsInserted() {
        target.updates("INSERT", 1);
        assertDiffers(() -> writer(keyed).insert(after(keyed.insert(row(1, 1, 1), row(2, 2, 2)))), 2, 1);
    }

    @Test
    void copiesFromSixtyRowsOn() throws SQLException {
        target.updates("INSERT", 59);
        writer(keyed).insert(after(keyed.insert(rows(59))));
        assertThat(copied).isEmpty();
        acknowledged = 60;
        writer(keyed).insert(after(keyed.insert(rows(60))));
        assertThat(copied).hasSize(60).startsWith("0\t0\t\\N", "1\t10\t\\N");
        writer(keyed).insert(after(keyed.insert(rows(60))));
        assertThat(copied).hasSize(120);
    }

    @Test
    void requiresThatEachRowIsCopied() {
        acknowledged = 59;
        assertDiffers(() -> writer(keyed).insert(after(keyed.insert(rows(60)))), 60, 59);
    }

    @Test
    void deletesByKeyOnly() throws SQLException {
        target.updates("DELETE", 2);
        writer(keyed).deleteByKey(before(keyed.delete(row(1, 10, 5), row(2, 20, 5))));
        assertThat(target.changes()).singleElement().asString().endsWith("[{\"1\",\"2\"}]");
    }

    @Test
    void requiresThatEachRowIsDeleted() {
        target.updates("DELETE", 3);
        assertDiffers(() -> writer(keyed).deleteByKey(before(keyed.delete(row(1, 1, 1), row(2, 2, 2)))), 2, 3);
    }

    @Test
    void updatesOnlyChangedColumns() throws SQLException {
        writer(keyed).updateByKey(net(keyed.update(row(1, 10, 5), row(1, 11, 5))));
        assertThat(target.changes())
                .singleElement()
                .asString()
                .contains("SET \"c1\" = ")
                .doesNotContain("\"c2\" = ")
                .endsWith("[{\"1\"}, {\"11\"}]");
    }

    /** The row must exist although nothing in it changes. */
    @Test
    void requiresUnchangedRow() {
        target.updates("UPDATE", 0);
        assertDiffers(() -> writer(keyed).updateByKey(net(keyed.update(row(1, 10, 5), row(1, 10, 5)))), 1, 0);
    }

    @Test
    void updatesRowsWithSameChangedColumnsTogether() throws SQLException {
        target.updates("UPDATE", 2);
        writer(keyed).updateByKey(net(keyed.update(row(1, 10, 5), row(1, 11, 5), row(2, 20, 5), row(2, null, 5))));
        assertThat(target.changes()).singleElement().asString().endsWith("[{\"1\",\"2\"}, {\"11\",NULL}]");
    }

    @Test
    void updatesAllColumnsIfMoreThanFourSetsOfThemChange() throws SQLException {
        IntTable wide = new IntTable("t", 6, List.of(List.of(0)));
        writer(wide).updateByKey(net(wide.update(eachChangesAnotherColumn(4))));
        assertThat(target.changes()).hasSize(4);

        target.updates("UPDATE", 5);
        writer(wide).updateByKey(net(wide.update(eachChangesAnotherColumn(5))));
        assertThat(target.changes()).hasSize(5).last().asString().contains("\"c0\" = ", "\"c5\" = ");
    }

    private static Integer[][] eachChangesAnotherColumn(int rows) {
        Integer[][] images = new Integer[2 * rows][];
        for (int i = 0; i < rows; i++) {
            images[2 * i] = row(i, 0, 0, 0, 0, 0);
            images[2 * i + 1] = row(i, 0, 0, 0, 0, 0);
            images[2 * i + 1][i + 1] = 1;
        }
        return images;
    }

    /** A type of the target without arrays, such as an enumeration of the dolphin plugin. */
    @Test
    void writesRowByRowWithoutArrays() throws SQLException {
        hasArrays = false;
        TableWriter writer = writer(keyed);
        writer.insert(after(keyed.insert(row(1, 10, null), row(2, 20, 5))));
        writer.updateByKey(net(keyed.update(row(1, 10, 5), row(1, 11, 5))));
        writer.writeOne(change(keyed.update(row(1, 10, 5), row(3, 11, 6))));
        writer.deleteByKey(before(keyed.delete(row(1, 1, 1), row(2, 2, 2))));
        assertThat(target.changes())
                .extracting(one -> one.replaceAll("(?s)^(\\w+).* \\[", "$1 ["))
                .containsExactly(
                        "INSERT [1, 10, null]",
                        "INSERT [2, 20, 5]",
                        "UPDATE [11, 1]",
                        "UPDATE [3, 11, 6, 1]",
                        "DELETE [1]",
                        "DELETE [2]");
    }

    @Test
    void requiresEachRowWithoutArrays() {
        hasArrays = false;
        target.updates("", 0);
        TableWriter writer = writer(keyed);
        assertDiffers(() -> writer.insert(after(keyed.insert(row(1, 1, 1)))), 1, 0);
        assertDiffers(() -> writer.updateByKey(net(keyed.update(row(1, 1, 1), row(1, 2, 1)))), 1, 0);
        assertDiffers(() -> writer.deleteByKey(before(keyed.delete(row(1, 1, 1)))), 1, 0);
    }

    @Test
    void deletesOneOfEqualRowsWithoutKey() throws SQLException {
        writer(keyless).writeOne(change(keyless.delete(row(1, null))));
        assertThat(target.changes())
                .singleElement()
                .asString()
                .contains("LIMIT 1", "IS NOT DISTINCT FROM")
                .endsWith("[{\"1\"}, {NULL}]");
    }

    @Test
    void passesNewValuesBeforeOldOnesWithoutKey() throws SQLException {
        writer(keyless).writeOne(change(keyless.update(row(1, 2), row(3, 4))));
        assertThat(target.changes()).singleElement().asString().endsWith("[{\"3\"}, {\"4\"}, {\"1\"}, {\"2\"}]");
    }

    @Test
    void findsRowByItsFormerKey() throws SQLException {
        writer(keyed).writeOne(change(keyed.update(row(1, 10, 5), row(2, 10, 5))));
        assertThat(target.changes()).singleElement().asString().endsWith("[{\"1\"}, {\"2\"}, {\"10\"}, {\"5\"}]");
    }

    @Test
    void requiresDeletedRow() {
        target.updates("DELETE", 0);
        assertDiffers(() -> writer(keyed).writeOne(change(keyed.delete(row(1, 1, 1)))), 1, 0);
    }

    @Test
    void acceptsRowThatForeignKeyHasRemoved() throws SQLException {
        target.updates("DELETE", 0);
        RowChange deletion = change(keyed.delete(row(1, 1, 1))).after(new CascadeEffect(true, null));
        writer(keyed).writeOne(deletion);
        assertThat(target.changes()).hasSize(1);
    }

    @Test
    void findsRowThatForeignKeyHasChanged() throws SQLException {
        target.updates("DELETE", 0).updates("[{\"2\"}]", 1);
        RowImage changed = RowImage.before(change(keyed.delete(row(2, 1, 1))));
        writer(keyed).writeOne(change(keyed.delete(row(1, 1, 1))).after(new CascadeEffect(false, changed)));
        assertThat(target.changes()).hasSize(2);
    }

    /** A foreign key can have changed the row, but not removed it. */
    @Test
    void requiresRowThatForeignKeyCanOnlyChange() {
        target.updates("DELETE", 0);
        RowImage changed = RowImage.before(change(keyed.delete(row(2, 1, 1))));
        RowChange deletion = change(keyed.delete(row(1, 1, 1))).after(new CascadeEffect(false, changed));
        assertDiffers(() -> writer(keyed).writeOne(deletion), 1, 0);
    }

    /** The copy may contain the old row, the new one, or neither. */
    @Test
    void replacesBothImagesOfIdempotentChange() throws SQLException {
        target.updates("DELETE", 0);
        writer(keyed)
                .writeOne(change(keyed.update(row(1, 10, 5), row(2, 11, 5))).idempotent());
        assertThat(target.changes())
                .extracting(one -> one.replaceAll("(?s)^(\\w+).* \\[", "$1 ["))
                .containsExactly("DELETE [{\"1\"}]", "DELETE [{\"2\"}]", "INSERT [{\"2\"}, {\"11\"}, {\"5\"}]");
    }

    @Test
    void deletesRowOfIdempotentDeletionAtMostOnce() throws SQLException {
        writer(keyed).writeOne(change(keyed.delete(row(1, 10, 5))).idempotent());
        assertThat(target.changes()).hasSize(1);
        target.updates("DELETE", 2);
        assertThatThrownBy(() -> writer(keyed)
                        .writeOne(change(keyed.delete(row(1, 10, 5))).idempotent()))
                .isInstanceOf(RowCountException.class);
    }

    @Test
    void refusesIdempotentChangeWithoutKey() {
        assertThatThrownBy(() -> writer(keyless)
                        .writeOne(change(keyless.delete(row(1, 1))).idempotent()))
                .isInstanceOf(IllegalStateException.class);
    }

    /** The target stores its next number instead of an explicit 0, which MySQL can store. */
    @Test
    void restoresZeroInAutoIncrementColumn() throws SQLException {
        target.answer("RETURNING", ScriptedConnection.row(41));
        counting(0).insert(after(keyed.insert(row(0, 10, 5), row(7, 20, 5))));
        assertThat(target.changes()).hasSize(3);
        assertThat(target.changes().get(0)).endsWith("[{\"7\"}, {\"20\"}, {\"5\"}]");
        assertThat(target.changes().get(1)).endsWith("RETURNING \"c0\" [{\"0\"}, {\"10\"}, {\"5\"}]");
        assertThat(target.changes().get(2)).isEqualTo("UPDATE \"s\".\"t\" SET \"c0\" = 0 WHERE \"c0\" = ? [41]");
    }

    @Test
    void leavesZeroThatTargetHasStored() throws SQLException {
        target.answer("RETURNING", ScriptedConnection.row(0));
        counting(0).insert(after(keyed.insert(row(0, 10, 5))));
        assertThat(target.changes()).hasSize(1);
    }

    /** NULL is not 0: the source has stored NULL in a column that is not its key. */
    @Test
    void insertsNullInAutoIncrementColumnAsSent() throws SQLException {
        counting(1).insert(after(keyed.insert(row(1, null, 5))));
        assertThat(target.changes()).singleElement().asString().doesNotContain("RETURNING");
    }

    @Test
    void requiresThatRestoredZeroIsOneRow() {
        target.answer("RETURNING", ScriptedConnection.row(41)).updates("SET \"c0\" = 0", 2);
        assertDiffers(() -> counting(0).insert(after(keyed.insert(row(0, 10, 5)))), 1, 2);
    }

    private interface Write {
        void run() throws SQLException;
    }

    private static void assertDiffers(Write write, long expected, long found) {
        assertThatThrownBy(write::run)
                .isInstanceOf(RowCountException.class)
                .hasMessage(expected + " rows expected on the target, " + found + " found");
    }

    private TableWriter writer(IntTable table) {
        return writer(table, OptionalInt.empty());
    }

    private TableWriter counting(int counter) {
        return writer(keyed, OptionalInt.of(counter));
    }

    private TableWriter writer(IntTable table, OptionalInt counter) {
        int[] key = table == keyless ? new int[0] : new int[] {0};
        TargetTable onTarget = IntTable.onTarget(table.version().definition(), hasArrays);
        return new TableWriter(connection(), onTarget, key, counter);
    }

    /** Returns the scripted connection with COPY. */
    private Connection connection() {
        Connection scripted = target.connection();
        CopyIn copy = fake(CopyIn.class, (self, method, arguments) -> switch (method.getName()) {
            case "writeToCopy" -> {
                copied.addAll(new String((byte[]) arguments[0], 0, (Integer) arguments[2], StandardCharsets.UTF_8)
                        .lines()
                        .toList());
                yield null;
            }
            case "endCopy" -> acknowledged;
            case "isActive" -> false;
            default -> throw new UnsupportedOperationException(method.getName());
        });
        PGConnection driver = fake(PGConnection.class, (self, method, arguments) -> copies(copy));
        return fake(
                Connection.class,
                (self, method, arguments) -> method.getName().equals("unwrap")
                        ? driver
                        : ScriptedConnection.call(scripted, method, arguments));
    }

    private static CopyManager copies(CopyIn copy) throws SQLException {
        return new CopyManager(fake(BaseConnection.class, (self, method, arguments) -> null)) {
            @Override
            public CopyIn copyIn(String sql) {
                return copy;
            }
        };
    }

    private static Integer[][] rows(int count) {
        return IntStream.range(0, count).mapToObj(i -> row(i, 10 * i, null)).toArray(Integer[][]::new);
    }

    private static RowChange change(RowsEvent event) {
        return changes(event).get(0);
    }

    private static List<RowChange> changes(RowsEvent event) {
        return ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format);
    }

    private static List<RowImage> after(RowsEvent event) {
        return changes(event).stream().map(RowImage::after).toList();
    }

    private static List<RowImage> before(RowsEvent event) {
        return changes(event).stream().map(RowImage::before).toList();
    }

    private static List<NetChanges.NetRow> net(RowsEvent event) {
        NetChanges net = new NetChanges(new int[] {0}, 8);
        changes(event).forEach(net::add);
        return net.rows();
    }
}
