package io.gaussferry.apply.mysql;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import io.gaussferry.apply.BatchPlan;
import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.apply.RowCountException;
import io.gaussferry.apply.RowWriter;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.Transactions;
import java.io.IOException;
import java.io.Serializable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The events that MySQL executes, as the library reads them that also reads the binlog. The third column is generated. */
class RowEventTableWriterTest {

    private static final int EVENT_BYTES = 200;

    private final IntTable table = new IntTable("t", 3, List.of(List.of(0)));
    private final IntTable keyless = new IntTable("keyless", 3, List.of());
    private final ScriptedConnection mysql =
            new ScriptedConnection().answer("SELECT VERSION()", ScriptedConnection.row("8.0.33"));
    private final List<String> statements = new ArrayList<>();
    private final RowEventSession session;
    private final int opened;

    RowEventTableWriterTest() throws SQLException {
        session = RowEventSession.open(mysql.connection(), EVENT_BYTES).orElseThrow();
        opened = mysql.executed().size();
    }

    @Test
    void insertsWithoutGeneratedColumns() throws Exception {
        writer(table).insert(images(change(table.insert(row(1, null, 3), row(2, 20, 4)))));
        assertThat(executed()).containsExactly("insert [1, null] [2, 20]");
    }

    @Test
    void deletesByKey() throws Exception {
        writer(table).deleteByKey(befores(change(table.delete(row(1, 10, 3), row(2, null, 4)))));
        assertThat(executed()).containsExactly("delete [1] [2]");
    }

    @Test
    void dividesManyRows() throws Exception {
        Integer[][] rows = IntStream.range(0, 60).mapToObj(i -> row(i, i, i)).toArray(Integer[][]::new);
        writer(table).insert(images(change(table.insert(rows))));
        List<String> executed = executed();
        assertThat(executed).hasSizeBetween(3, 10);
        assertThat(String.join("", executed).split("\\[", -1))
                .as("each row once")
                .hasSize(61);
    }

    @Test
    void updatesChangedColumnsOnly() throws Exception {
        writer(table).updateByKey(netRows(table.update(row(1, 10, 3), row(1, 11, 4))));
        assertThat(executed()).containsExactly("update [1]->[11]");
    }

    /** MySQL computes the generated column, but the row must still exist. */
    @Test
    void requiresRowWithoutChangedColumn() throws Exception {
        writer(table).updateByKey(netRows(table.update(row(1, 10, 3), row(1, 10, 4))));
        assertThat(executed()).containsExactly("update [1]->[1]");
    }

    @Test
    void setsColumnToNull() throws Exception {
        writer(table).updateByKey(netRows(table.update(row(1, 10, 3), row(1, null, 3))));
        assertThat(executed()).containsExactly("update [1]->[null]");
    }

    @Test
    void findsRowByItsFormerKey() throws Exception {
        writer(table)
                .writeOne(change(table.update(row(1, 10, 3), row(2, 10, 3))).get(0));
        assertThat(executed()).containsExactly("update [1]->[2]");
    }

    /** Without a key an event would change any row with the same values of no columns. */
    @Test
    void changesRowsWithoutKeyByStatements() throws Exception {
        RowWriter writer = writer(keyless);
        writer.writeOne(change(keyless.insert(row(1, 2, 3))).get(0));
        writer.writeOne(change(keyless.delete(row(1, 2, 3))).get(0));
        writer.writeOne(change(keyless.update(row(1, 2, 3), row(1, 2, 4))).get(0));
        assertThat(executed()).containsExactly("insert [1, 2]");
        assertThat(statements).containsExactly("DELETE", "UPDATE");
    }

    @Test
    void reportsMissingRow() {
        mysql.fails("BINLOG", new SQLException("Can't find record in 't'", "HY000", 1032));
        assertThatThrownBy(() -> writer(table).deleteByKey(befores(change(table.delete(row(1, 10, 3))))))
                .isInstanceOf(RowCountException.class);
    }

    private RowEventTableWriter writer(IntTable of) {
        MySqlTable.Column plain = new MySqlTable.Column(false, false, null);
        MySqlTable.Column generated = new MySqlTable.Column(true, false, null);
        return new RowEventTableWriter(
                session,
                new MySqlTable(of.version().definition(), List.of(plain, plain, generated)),
                new StatementWriter());
    }

    private static List<RowChange> change(RowsEvent event) {
        return ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format);
    }

    private static List<RowImage> images(List<RowChange> changes) {
        return changes.stream().map(RowImage::after).toList();
    }

    private static List<RowImage> befores(List<RowChange> changes) {
        return changes.stream().map(RowImage::before).toList();
    }

    /** Returns the net effect of a transaction with one updated row. */
    private static List<NetRow> netRows(RowsEvent event) {
        Batch batch = ChangeSplitting.batch(
                List.of(Transactions.transaction(1, event)), transaction -> true, IntTable.CONVERSION::format);
        Step step = BatchPlan.of(batch, ForeignKeys.NONE).get(0);
        return ((Step.Update) step).rows();
    }

    /** Returns the rows of each executed statement. */
    private List<String> executed() throws IOException {
        List<String> found = new ArrayList<>();
        for (String statement :
                mysql.executed().subList(opened, mysql.executed().size())) {
            byte[] bytes =
                    Base64.getDecoder().decode(statement.substring(statement.indexOf('[') + 1, statement.length() - 1));
            EventDeserializer deserializer = new EventDeserializer();
            deserializer.setChecksumType(ChecksumType.NONE);
            ByteArrayInputStream input = new ByteArrayInputStream(bytes);
            for (Event event = deserializer.nextEvent(input); event != null; event = deserializer.nextEvent(input)) {
                describe(event.getData(), found);
            }
        }
        return found;
    }

    private static void describe(EventData data, List<String> found) {
        if (data instanceof WriteRowsEventData insert) {
            found.add("insert " + rows(insert.getRows()));
        } else if (data instanceof DeleteRowsEventData delete) {
            found.add("delete " + rows(delete.getRows()));
        } else if (data instanceof UpdateRowsEventData update) {
            found.add("update "
                    + String.join(
                            " ",
                            update.getRows().stream()
                                    .map(one -> Arrays.toString(one.getKey()) + "->" + Arrays.toString(one.getValue()))
                                    .toList()));
        }
    }

    private static String rows(List<Serializable[]> rows) {
        return String.join(" ", rows.stream().map(Arrays::toString).toList());
    }

    private final class StatementWriter implements RowWriter {

        @Override
        public void writeOne(RowChange change) {
            statements.add(change.operation().name());
        }

        @Override
        public void insert(List<RowImage> images) {
            throw new AssertionError("inserts are events");
        }

        @Override
        public void deleteByKey(List<RowImage> images) {
            throw new AssertionError("there is no key");
        }

        @Override
        public void updateByKey(List<NetRow> rows) {
            throw new AssertionError("there is no key");
        }
    }
}
