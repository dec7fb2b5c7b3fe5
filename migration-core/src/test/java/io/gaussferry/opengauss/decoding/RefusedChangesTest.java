package io.gaussferry.opengauss.decoding;

import static io.gaussferry.opengauss.decoding.DecodedStream.CODE;
import static io.gaussferry.opengauss.decoding.DecodedStream.OF_CODE;
import static io.gaussferry.opengauss.decoding.DecodedStream.OF_ITEM;
import static io.gaussferry.opengauss.decoding.DecodedStream.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The execution of an operator's decisions about changes that MySQL refuses. Values of the table CODE may have three characters. */
class RefusedChangesTest {

    private static final int PART_BYTES = 1_000_000;

    /** Changes that are committed before this position are applied by the keys of their rows. */
    private static final long KEYS_UNTIL = 5_000;

    private final List<String> omitted = new ArrayList<>();

    private DecodedStream stream(Set<Long> skipped, Set<TableId> quarantined) {
        return stream(new RefusedChanges(
                skipped,
                quarantined,
                Set.of(),
                0,
                table -> true,
                (number, table) -> omitted.add(number + " " + table)));
    }

    /** Returns a stream whose changes are applied by the keys of their rows. */
    private DecodedStream byKeys(boolean hasRefusedKeys) {
        return stream(new RefusedChanges(
                Set.of(), Set.of(), Set.of(CODE), KEYS_UNTIL, table -> hasRefusedKeys, (number, table) -> {}));
    }

    private static DecodedStream stream(RefusedChanges decisions) {
        return new DecodedStream(LogicalDecodingSource.startingAt(1_000), decisions, PART_BYTES);
    }

    /** Makes changes in one transaction. */
    private interface Changes {
        void make(DecodedTransactionBuilder builder) throws InterruptedException;
    }

    private static void transaction(DecodedStream stream, long commit, Changes changes) throws InterruptedException {
        stream.builder.begin(commit, 5);
        changes.make(stream.builder);
        stream.builder.commit(commit + 10);
    }

    @Test
    void namesTransactionAndTableOfRefusedValue() {
        DecodedStream stream = stream(Set.of(), Set.of());
        stream.builder.begin(1_200, 5);
        assertThatThrownBy(() -> stream.builder.insert(OF_CODE, row("a", "long")))
                .isInstanceOfSatisfying(RefusedChangeException.class, refusal -> {
                    assertThat(refusal.table()).isEqualTo(CODE);
                    assertThat(refusal.transaction()).endsWith("1");
                })
                .hasMessageContaining("MySQL cannot store a value of table shop.code")
                .hasMessageContaining("lsn 0/4B0, transaction 1");
    }

    /** The transaction is counted, so that the numbers of later ones do not change. */
    @Test
    void deliversSkippedTransactionWithoutRows() throws InterruptedException {
        DecodedStream stream = stream(Set.of(1L), Set.of());
        transaction(stream, 1_000, builder -> {
            builder.insert(OF_CODE, row("a", "long"));
            builder.insert(OF_ITEM, row("x"));
            builder.insert(OF_CODE, row("b", "long"));
        });
        transaction(stream, 1_100, builder -> builder.insert(OF_CODE, row("c", "c")));
        assertThat(stream.numbers()).containsExactly(1L, 2L);
        assertThat(stream.operations(0)).isEmpty();
        assertThat(stream.operations(1)).containsExactly("INSERT code");
        assertThat(omitted).contains("1 shop.code", "1 shop.item").doesNotContain("2 shop.code");
    }

    @Test
    void deliversOtherTablesOfQuarantinedOne() throws InterruptedException {
        DecodedStream stream = stream(Set.of(), Set.of(CODE));
        transaction(stream, 1_000, builder -> {
            builder.insert(OF_CODE, row("a", "long"));
            builder.insert(OF_ITEM, row("x"));
        });
        transaction(stream, 1_100, builder -> builder.delete(OF_CODE, row("a", "long")));
        assertThat(stream.numbers()).containsExactly(1L, 2L);
        assertThat(stream.operations(0)).containsExactly("INSERT item");
        assertThat(stream.operations(1)).isEmpty();
    }

    /** MySQL lacks changes of the table anyway: its truncation must not end the replication of all others. */
    @Test
    void omitsTruncationOfQuarantinedTable() throws InterruptedException {
        DecodedStream stream = stream(Set.of(), Set.of(CODE));
        transaction(stream, 1_000, builder -> {
            builder.truncate(OF_CODE);
            builder.insert(OF_ITEM, row("x"));
        });
        assertThat(stream.operations(0)).containsExactly("INSERT item");
        assertThat(omitted).containsExactly("1 shop.code");
    }

    @Test
    void omitsTruncationOfSkippedTransaction() throws InterruptedException {
        DecodedStream stream = stream(Set.of(1L), Set.of());
        transaction(stream, 1_000, builder -> {
            builder.insert(OF_CODE, row("a", "long"));
            builder.truncate(OF_ITEM);
        });
        assertThat(stream.numbers()).containsExactly(1L);
        assertThat(omitted).containsExactly("1 shop.code", "1 shop.item");
    }

    @Test
    void refusesTruncationOfReplicatedTable() {
        DecodedStream stream = stream(Set.of(2L), Set.of(CODE));
        stream.builder.begin(1_000, 5);
        assertThatThrownBy(() -> stream.builder.truncate(OF_ITEM))
                .hasMessageContaining("Table shop.item was truncated on the target");
    }

    /** The rows are read from the target by their keys: a value that MySQL refuses may be corrected there. */
    @Test
    void ignoresRefusedValuesOutsideOfKeys() throws InterruptedException {
        DecodedStream stream = byKeys(true);
        transaction(stream, 1_000, builder -> {
            builder.insert(OF_CODE, row("a", "long"));
            builder.update(OF_CODE, row("a", "long"), row("a", "longer"));
        });
        assertThat(stream.operations(0)).containsExactly("INSERT code", "UPDATE code");
    }

    @Test
    void requiresAllValuesAfterTheEndOfKeys() throws InterruptedException {
        DecodedStream stream = byKeys(true);
        stream.builder.begin(KEYS_UNTIL, 5);
        assertThatThrownBy(() -> stream.builder.insert(OF_CODE, row("a", "long")))
                .isInstanceOf(RefusedChangeException.class);
    }

    @Test
    void refusesKeyThatTargetStillHas() {
        DecodedStream stream = byKeys(true);
        stream.builder.begin(1_000, 5);
        assertThatThrownBy(() -> stream.builder.insert(OF_CODE, row("long", "a")))
                .isInstanceOf(RefusedChangeException.class);
    }

    /** Neither side has a row with such a key: it was corrected since. The change of the other key must be kept. */
    @Test
    void keepsPartOfChangeWhoseKeyMySqlCanStore() throws InterruptedException {
        DecodedStream stream = byKeys(false);
        transaction(stream, 1_000, builder -> builder.insert(OF_CODE, row("long", "a")));
        transaction(stream, 1_100, builder -> builder.delete(OF_CODE, row("long", "a")));
        transaction(stream, 1_200, builder -> builder.update(OF_CODE, row("a", "a"), row("long", "a")));
        transaction(stream, 1_300, builder -> builder.update(OF_CODE, row("long", "a"), row("b", "a")));
        transaction(stream, 1_400, builder -> builder.update(OF_CODE, row("long", "a"), row("longer", "a")));
        assertThat(stream.numbers()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(stream.operations(0)).isEmpty();
        assertThat(stream.operations(1)).isEmpty();
        assertThat(stream.operations(2)).as("the row left its key").containsExactly("DELETE code");
        assertThat(stream.operations(3)).as("the row got its key").containsExactly("INSERT code");
        assertThat(stream.operations(4)).isEmpty();
    }

    @Test
    void continuesEventAfterOmittedRow() throws InterruptedException {
        DecodedStream stream = byKeys(false);
        transaction(stream, 1_000, builder -> {
            builder.insert(OF_CODE, row("a", "a"));
            builder.insert(OF_CODE, row("long", "a"));
            builder.insert(OF_CODE, row("b", "a"));
        });
        DecodedStream without = byKeys(false);
        transaction(without, 1_000, builder -> {
            builder.insert(OF_CODE, row("a", "a"));
            builder.insert(OF_CODE, row("b", "a"));
        });
        assertThat(stream.content(1)).isEqualTo(without.content(1));
    }
}
