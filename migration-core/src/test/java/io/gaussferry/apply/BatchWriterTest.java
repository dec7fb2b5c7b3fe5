package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.apply.BatchPlan.Step;
import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A batch is written completely, except for quarantined tables; the change that fails is named. */
class BatchWriterTest {

    private final IntTable orders = new IntTable("orders", 2, List.of(List.of(0)));
    private final IntTable items = new IntTable("items", 2, List.of(List.of(0)));
    private final List<String> written = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private @Nullable Exception failure;
    private boolean canDisableKeys = true;

    private BatchWriter writer(TableId... quarantined) {
        return new BatchWriter(new Writers(), new Quarantine(List.of(quarantined)));
    }

    @Test
    void writesEveryKindOfStep() throws SQLException {
        TableDefinition table = orders.version().definition();
        RowChange change = change(orders.insert(row(1, 1)));
        List<RowImage> rows = List.of(RowImage.after(change), RowImage.after(change));
        NetChanges net = new NetChanges(new int[] {0}, 1);
        net.add(change(orders.update(row(5, 1), row(5, 2))));
        BatchWriter writer = writer();
        writer.write(List.of(
                new Step.Delete(table, rows),
                new Step.Update(table, net.rows()),
                new Step.Insert(table, rows),
                new Step.Single(table, change)));
        assertThat(written)
                .containsExactly("orders: delete 2", "orders: update 1", "orders: insert 2", "orders: one INSERT");
        assertThat(writer.writtenRows()).isEqualTo(6);
    }

    @Test
    void skipsQuarantinedTablesOnly() throws SQLException {
        Batch batch = batch(orders.insert(row(1, 1)), items.insert(row(1, 1)));
        writer(orders.version().definition().id()).writeInOrder(batch);
        assertThat(written).containsExactly("items: one INSERT");
        written.clear();
        List<RowImage> rows = List.of(RowImage.after(change(orders.insert(row(1, 1)))));
        BatchWriter writer = writer(orders.version().definition().id());
        writer.write(List.of(
                new Step.Insert(orders.version().definition(), rows),
                new Step.Insert(items.version().definition(), rows)));
        assertThat(written).containsExactly("items: insert 1");
        assertThat(writer.writtenRows()).isEqualTo(1);
    }

    @Test
    void writesChangesInOrderOfSource() throws SQLException {
        writer().writeInOrder(batch(orders.delete(row(1, 1)), items.insert(row(1, 1)), orders.insert(row(1, 2))));
        assertThat(written).containsExactly("orders: one DELETE", "items: one INSERT", "orders: one INSERT");
    }

    @Test
    void disablesForeignKeysForUncheckedChangeOnly() throws SQLException {
        RowChange change = change(orders.insert(row(1, 1)));
        TableDefinition table = orders.version().definition();
        writer().write(List.of(new Step.Single(table, change.unchecked(false)), new Step.Single(table, change)));
        assertThat(keys).containsExactly("off", "on");
    }

    @Test
    void doesNotEnableForeignKeysThatStayedOn() throws SQLException {
        canDisableKeys = false;
        RowChange change = change(orders.insert(row(1, 1))).unchecked(false);
        writer().write(List.of(new Step.Single(orders.version().definition(), change)));
        assertThat(keys).containsExactly("off");
        assertThat(written).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"23505, DATA", "22001, DATA", "42501, FATAL", "0A000, FATAL"})
    void namesChangeThatTargetRejects(String state, ErrorCategory category) {
        failure = new SQLException("rejected", state);
        assertThatThrownBy(() -> writer().writeInOrder(batch(orders.insert(row(7, 1)))))
                .isInstanceOfSatisfying(ChangeException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.CHANGE_REFUSED);
                    assertThat(refusal.category()).isEqualTo(category);
                    assertThat(refusal.table()).isEqualTo(new TableId("s", "orders"));
                    assertThat(refusal.problem()).contains("The target rejected", "s.orders");
                    assertThat(refusal.remedy()).isEqualTo("a remedy");
                });
    }

    /** The whole batch is retried: the change is not to blame. */
    @ParameterizedTest
    @CsvSource({"40P01", "55P03", "08006", "57P01", "53100"})
    void doesNotBlameChangeForFailureThatPasses(String state) {
        SQLException passing = new SQLException("passes", state);
        failure = passing;
        assertThatThrownBy(() -> writer().writeInOrder(batch(orders.insert(row(7, 1)))))
                .isSameAs(passing);
    }

    @Test
    void reportsOtherNumberOfRows() {
        failure = new RowCountException(1, 0);
        assertThatThrownBy(() -> writer().writeInOrder(batch(orders.delete(row(7, 1)))))
                .isInstanceOfSatisfying(ChangeException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.ROW_COUNT_DIFFERS);
                    assertThat(refusal.category()).isEqualTo(ErrorCategory.DATA);
                });
    }

    @Test
    void reportsValueThatCannotBeConverted() {
        failure = new GaussferryException(
                ErrorCode.VALUE_UNCONVERTIBLE, ErrorCategory.DATA, "Its year is 0.", "change it", null);
        assertThatThrownBy(() -> writer().writeInOrder(batch(orders.insert(row(7, 1)))))
                .isInstanceOfSatisfying(ChangeException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.VALUE_UNCONVERTIBLE);
                    assertThat(refusal.problem()).contains("cannot be converted: Its year is 0.");
                    assertThat(refusal.remedy()).isEqualTo("change it");
                });
    }

    private static Batch batch(RowsEvent... events) {
        List<SourceTransaction> transactions = new ArrayList<>();
        for (RowsEvent event : events) {
            transactions.add(Transactions.transaction(transactions.size() + 1, event));
        }
        return ChangeSplitting.batch(transactions, transaction -> true, IntTable.CONVERSION::format);
    }

    private static RowChange change(RowsEvent event) {
        return ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format)
                .get(0);
    }

    /** Records what is written, or fails. */
    private final class Writers implements RowWriters {

        @Override
        public RowWriter of(TableDefinition table) {
            String name = table.id().name() + ": ";
            return new RowWriter() {
                @Override
                public void writeOne(RowChange change) throws SQLException {
                    if (failure instanceof SQLException rejected) {
                        throw rejected;
                    }
                    if (failure instanceof GaussferryException unconvertible) {
                        throw unconvertible;
                    }
                    written.add(name + "one " + change.operation());
                }

                @Override
                public void insert(List<RowImage> images) {
                    written.add(name + "insert " + images.size());
                }

                @Override
                public void deleteByKey(List<RowImage> images) {
                    written.add(name + "delete " + images.size());
                }

                @Override
                public void updateByKey(List<NetRow> rows) {
                    written.add(name + "update " + rows.size());
                }
            };
        }

        @Override
        public boolean switchOffForeignKeys(RowChange change) {
            keys.add("off");
            return canDisableKeys;
        }

        @Override
        public void switchOnForeignKeys() {
            keys.add("on");
        }

        @Override
        public String remedy(RowChange change, SQLException rejected) {
            return "a remedy";
        }
    }
}
