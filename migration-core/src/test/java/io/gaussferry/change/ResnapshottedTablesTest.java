package io.gaussferry.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.Transactions;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A change that is skipped by mistake is lost; one that is not skipped is applied twice. */
class ResnapshottedTablesTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId OWNER = new TableId("shop", "owner");

    private static GtidSet transactions(String numbers) {
        return GtidSet.parse(Transactions.SOURCE + ":" + numbers);
    }

    private static Set<TableId> skipped(ResnapshottedTables tables, long number) {
        return tables.passedOver(new Gtid(Transactions.SOURCE, "", number));
    }

    @Test
    void skipsTransactionsThatEachTableContains() {
        ResnapshottedTables tables =
                ResnapshottedTables.NONE.with(Map.of(ITEM, transactions("1-10"), OWNER, transactions("1-20")));
        assertThat(skipped(tables, 10)).containsExactlyInAnyOrder(ITEM, OWNER);
        assertThat(skipped(tables, 11)).containsExactly(OWNER);
        assertThat(skipped(tables, 21)).isEmpty();
        assertThat(skipped(ResnapshottedTables.NONE, 1)).isEmpty();
    }

    @Test
    void unitesTransactionsOfSeveralSnapshots() {
        ResnapshottedTables first = ResnapshottedTables.NONE.with(Map.of(ITEM, transactions("1-10")));
        ResnapshottedTables both = first.with(Map.of(ITEM, transactions("15"), OWNER, transactions("3")));
        assertThat(skipped(both, 10)).containsExactly(ITEM);
        assertThat(skipped(both, 12)).isEmpty();
        assertThat(skipped(both, 15)).containsExactly(ITEM);
        assertThat(skipped(both, 3)).containsExactlyInAnyOrder(ITEM, OWNER);
        assertThat(skipped(first, 15)).as("is immutable").isEmpty();
    }

    @Test
    void keepsTablesThatAreSkippedWhole() {
        ResnapshottedTables tables = new ResnapshottedTables(Set.of(OWNER), Map.of());
        assertThat(tables.with(Map.of(ITEM, transactions("1"))).whole()).containsExactly(OWNER);
    }

    /** The snapshot must not miss a change that the replay has skipped; it may be ahead of the replay. */
    @ParameterizedTest
    @CsvSource({"1-10, 1-10, true", "1-10, 1-12, true", "1-10, 1-9, false", "1-10, 1-5:7-12, false"})
    void handsOverOnlyWhenSnapshotHasEveryTransaction(String replayed, String snapshot, boolean canHandOver) {
        assertThat(ResnapshottedTables.canHandOver(transactions(replayed), transactions(snapshot)))
                .isEqualTo(canHandOver);
    }
}
