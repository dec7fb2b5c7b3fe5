package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.error.TransactionException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Delivery, numbering and fragmentation of transactions. */
class DecodedTransactionBuilderTest {

    private static final String SLOT = "own";

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId EXCLUDED = new TableId("shop", "excluded");
    private static final int PART_BYTES = 600_000;

    /** Size of a row in bytes: several rows fill an event, and more fill a part. */
    private static final int ROW_BYTES = 100_000;

    private final List<SourceTransaction> delivered = new ArrayList<>();
    private DecodedTransactionBuilder builder = builder(LogicalDecodingSource.startingAt(1_000));

    private DecodedTransactionBuilder builder(Progress progress) {
        return builder(progress, Map.of());
    }

    private DecodedTransactionBuilder builder(Progress progress, Map<TableId, Long> from) {
        TableDefinition table = new TableDefinition(ITEM, List.of(Columns.column("longblob", null)), List.of());
        TargetShape shape = new TargetShape(
                ITEM,
                List.of(new TargetShape.Column("c", 1, 17, "bytea", 'b', -1, "bytea", false)),
                List.of(),
                Set.of());
        DecodedTransactionBuilder created = new DecodedTransactionBuilder(
                new DecodedTables(
                        List.of(table),
                        Map.of(ITEM, shape),
                        new Conversion(Columns.POSTGRES, ConversionRules.defaults()),
                        Set.of(EXCLUDED),
                        EarlierShapes.NONE,
                        new ArmedTables(Set.of(), from, Map.of())),
                SLOT,
                new TransactionSink() {
                    @Override
                    public void connected() {
                        // not needed
                    }

                    @Override
                    public void accept(SourceTransaction transaction) {
                        delivered.add(transaction);
                    }

                    @Override
                    public void flush() {
                        // nothing is buffered
                    }
                },
                PART_BYTES,
                progress,
                RefusedChanges.NONE);
        created.relation(new Relation(1, ITEM, 'f', List.of(new Relation.Column("c", 17, -1))));
        created.relation(new Relation(2, DecodedTables.PROGRESS, 'd', List.of()));
        created.relation(new Relation(3, DecodedTables.PROBE, 'd', List.of()));
        created.relation(new Relation(4, EXCLUDED, 'n', List.of()));
        return created;
    }

    private static TargetTuple row(int bytes) {
        TargetTuple row = new TargetTuple();
        row.reset(new byte[bytes]);
        row.add(0, bytes, false);
        return row;
    }

    private void transaction(long commit, long... relations) throws InterruptedException {
        builder.begin(commit, 5);
        for (long relation : relations) {
            builder.insert(relation, row(3));
        }
        builder.commit(commit + 10);
    }

    private List<Long> numbers() {
        return delivered.stream().map(SourceTransaction::captureSequence).toList();
    }

    @Test
    void countsOnlyApplicationChangesAndHeartbeats() throws InterruptedException {
        transaction(1_000, 1);
        transaction(1_100);
        transaction(1_200, 1, 2);
        transaction(1_300, 3, 1);
        transaction(1_400, 1, 1);
        assertThat(numbers()).containsExactly(1L, 2L, 3L);
        assertThat(delivered.get(1).start().offset()).isEqualTo(1_300);
        assertThat(delivered.get(1).rowsEvents()).isEmpty();
        assertThat(delivered.get(2).start().offset()).isEqualTo(1_400);
        assertThat(delivered.get(2).end().offset()).isEqualTo(1_410);
        assertThat(delivered.get(2).commitMicros()).isEqualTo(5);
        assertThat(delivered.get(2).rowsEvents()).hasSize(1);
        transaction(1_500);
        assertThat(builder.deliveredUpTo()).isEqualTo(1_410);
        assertThat(builder.readUpTo()).isEqualTo(1_510);
    }

    /** MySQL has the rows that a new table had at its position. */
    @Test
    void countsAndSkipsChangesFromBeforeTheStartOfATable() throws InterruptedException {
        builder = builder(LogicalDecodingSource.startingAt(1_000), Map.of(ITEM, 1_100L));
        transaction(1_050, 1);
        transaction(1_100, 1);
        assertThat(numbers()).containsExactly(1L, 2L);
        assertThat(delivered.get(0).rowsEvents()).isEmpty();
        assertThat(delivered.get(1).rowsEvents()).hasSize(1);
    }

    /** The table may have been excluded only now: the transaction's number must not change, nor those of the later ones. */
    @Test
    void countsChangesOfExcludedTables() throws InterruptedException {
        transaction(1_000, 4);
        transaction(1_100, 1, 4);
        transaction(1_200, 4, 2);
        builder.begin(1_300, 5);
        builder.truncate(4);
        builder.commit(1_310);
        transaction(1_400, 1);
        assertThat(numbers()).containsExactly(1L, 2L, 3L);
        assertThat(delivered.get(0).rowsEvents()).isEmpty();
        assertThat(delivered.get(1).rowsEvents()).hasSize(1);
        assertThat(delivered.get(2).start().offset()).isEqualTo(1_400);
    }

    /**
     * Several pipelines share one target: a heartbeat of one pipeline must not create a transaction in the MySQL of
     * another.
     */
    @Test
    void ignoresHeartbeatsOfOtherPipelines() throws InterruptedException {
        heartbeat(1_000, Probe.token("mark", "another"));
        heartbeat(1_100, Probe.token("mark", SLOT));
        // an earlier version did not write slots, and counted all heartbeats
        heartbeat(1_200, "mark");
        heartbeat(1_300, Probe.token("mark", "another"));
        transaction(1_400, 1);
        assertThat(delivered)
                .extracting(transaction -> transaction.start().offset())
                .containsExactly(1_100L, 1_200L, 1_400L);
        assertThat(numbers()).containsExactly(1L, 2L, 3L);
    }

    private void heartbeat(long commit, String token) throws InterruptedException {
        TargetTuple row = new TargetTuple();
        byte[] bytes = ("1" + token).getBytes(StandardCharsets.UTF_8);
        row.reset(bytes);
        row.add(0, 1, false);
        row.add(1, bytes.length, false);
        builder.begin(commit, 5);
        builder.delete(3, row);
        builder.insert(3, row);
        builder.commit(commit + 10);
    }

    @Test
    void skipsExecutedTransactions() throws InterruptedException {
        builder = builder(new Progress(
                "00000000-0000-0000-0000-000000000000:1-7:9",
                new LowWaterMark(7, new BinlogPosition(DecodedTransactionBuilder.LOG, 1_110))));
        transaction(1_000, 1);
        transaction(1_100, 1);
        transaction(1_200, 1);
        transaction(1_300, 1);
        transaction(1_400, 1);
        assertThat(numbers()).containsExactly(8L, 10L);
    }

    @Test
    void deliversLargeTransactionInFragments() throws InterruptedException {
        builder.begin(1_000, 5);
        for (int i = 0; i < 25; i++) {
            builder.insert(1, row(ROW_BYTES));
        }
        assertThat(builder.isInTransaction()).isTrue();
        builder.commit(1_010);
        transaction(1_100, 1);
        assertThat(numbers()).containsExactly(1L, 1L, 1L, 1L, 1L, 2L);
        assertThat(delivered)
                .extracting(SourceTransaction::fragment)
                .containsExactly(
                        Fragment.MORE_FOLLOWS,
                        Fragment.MORE_FOLLOWS,
                        Fragment.MORE_FOLLOWS,
                        Fragment.MORE_FOLLOWS,
                        Fragment.LAST,
                        Fragment.WHOLE);
        assertThat(delivered.get(4).lowWaterMark().position().offset()).isEqualTo(1_010);
    }

    @Test
    void skipsExecutedLargeTransaction() throws InterruptedException {
        builder = builder(new Progress(
                "00000000-0000-0000-0000-000000000000:1",
                new LowWaterMark(0, new BinlogPosition(DecodedTransactionBuilder.LOG, 1_000))));
        largeTransaction(1_000);
        transaction(1_100, 1);
        assertThat(numbers()).containsExactly(2L);
    }

    private void largeTransaction(long commit) throws InterruptedException {
        builder.begin(commit, 5);
        for (int i = 0; i < 25; i++) {
            builder.insert(1, row(ROW_BYTES));
        }
        builder.commit(commit + 10);
    }

    @Test
    void detectsReplicationInBothDirections() throws InterruptedException {
        builder.begin(1_000, 5);
        for (int i = 0; i < 25; i++) {
            builder.insert(1, row(ROW_BYTES));
        }
        assertThatThrownBy(() -> builder.update(2, null, row(3)))
                .isInstanceOf(TransactionException.class)
                .hasMessageContaining("originates from gaussferry");
    }

    @Test
    void rejectsUpdateWithoutOldRow() {
        builder.begin(1_000, 5);
        assertThatThrownBy(() -> builder.update(1, null, row(3))).hasMessageContaining("has no old row");
    }

    @Test
    void rejectsFirstRowOfChangedTable() throws InterruptedException {
        for (Relation other : List.of(
                new Relation(1, ITEM, 'd', List.of(new Relation.Column("c", 17, -1))),
                new Relation(1, ITEM, 'f', List.of(new Relation.Column("c", 25, -1))),
                new Relation(1, ITEM, 'f', List.of(new Relation.Column("d", 17, -1))),
                new Relation(1, new TableId("shop", "other"), 'f', List.of()))) {
            builder.begin(500, 5);
            builder.relation(other);
            builder.insert(1, row(3)); // already executed
            builder.commit(510);
            builder.begin(1_000, 5);
            assertThatThrownBy(() -> builder.insert(1, row(3)))
                    .hasMessageContaining("changed on the target")
                    .hasMessageContaining("shop.");
        }
        assertThat(delivered).isEmpty();
    }
}
