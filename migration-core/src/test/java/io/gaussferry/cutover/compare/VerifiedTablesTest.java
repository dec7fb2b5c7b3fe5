package io.gaussferry.cutover.compare;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.cutover.compare.VerifiedTables.Started;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.Transactions;
import io.gaussferry.verify.ComparisonNotes;
import io.gaussferry.verify.OrderStatement;
import io.gaussferry.verify.TableOutcome;
import io.gaussferry.verify.VerificationReport;
import io.gaussferry.verify.structure.StructureReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Guards that only the results of complete comparisons of the current run are trusted. */
class VerifiedTablesTest {

    private final IntTable orders = new IntTable("orders", 2, List.of(List.of(0)));
    private final IntTable items = new IntTable("items", 2, List.of(List.of(0)));
    private final VerifiedTables verified = new VerifiedTables();

    @Test
    void trustsOnlyTablesFoundEqual() {
        verified.comparisonStarted();
        commit(orders.insert(row(1, 1)));
        assertThat(verified.changedRows()).isEmpty();
        verified.comparisonCompleted(report(equal(orders), new TableOutcome(id(items), 5, 1, 1, 0, "")));
        assertThat(verified.changedRows()).containsOnlyKeys(id(orders));
        assertThat(changedRows(orders)).isEqualTo(1);
        verified.comparisonStarted();
        verified.comparisonCompleted(
                report(equal(items), new TableOutcome(id(orders), 5, 1, 0, 0, "it could not be read")));
        assertThat(verified.changedRows()).containsOnlyKeys(id(items));
    }

    @Test
    void keepsRowsChangedDuringComparisonUntilNextOne() {
        verified.comparisonStarted();
        commit(orders.insert(row(1, 1)));
        verified.comparisonCompleted(report(equal(orders)));
        verified.comparisonStarted();
        commit(orders.insert(row(2, 2)));
        assertThat(changedRows(orders)).isEqualTo(2);
        verified.comparisonCompleted(report(equal(orders)));
        assertThat(changedRows(orders)).isEqualTo(1);
    }

    @Test
    void discardsComparisonInterruptedByEndOfRun() {
        verified.comparisonStarted();
        verified.forget();
        verified.comparisonCompleted(report(equal(orders)));
        assertThat(verified.changedRows()).isEmpty();
        verified.comparisonStarted();
        verified.comparisonCompleted(report(equal(orders)));
        assertThat(verified.changedRows()).containsOnlyKeys(id(orders));
        verified.forget();
        assertThat(verified.changedRows()).isEmpty();
    }

    @Test
    void trustsNothingDuringCommit() {
        verified.comparisonStarted();
        verified.comparisonCompleted(report(equal(orders)));
        long commit = verified.commits().committing();
        assertThat(verified.changedRows()).isEmpty();
        verified.commits().committed(commit, List.of());
        assertThat(verified.changedRows()).containsOnlyKeys(id(orders));
    }

    @Test
    void tracksOnlyCommitsAfterTablesWereMarkedEqual() {
        verified.comparisonStarted();
        commit(orders.insert(row(1, 1)));
        verified.markEqual(List.of(id(orders)));
        assertThat(verified.changedRows()).containsOnlyKeys(id(orders));
        assertThat(changedRows(orders)).isZero();
        commit(orders.insert(row(2, 2)));
        assertThat(changedRows(orders)).isEqualTo(1);
    }

    @Test
    void keepsRowsChangedDuringComparisonOfSomeTables() {
        Started first = verified.start();
        assertThat(first.changed()).isEmpty();
        commit(orders.insert(row(1, 1)));
        assertThat(verified.complete(first, Map.of(id(orders), 5L, id(items), 7L), List.of()))
                .isTrue();
        assertThat(changedRows(orders)).isEqualTo(1);
        assertThat(verified.content(id(items)).orElseThrow().rows()).isEqualTo(7);

        Started second = verified.start();
        assertThat(Objects.requireNonNull(second.changed().get(id(orders))).size())
                .isEqualTo(1);
        commit(orders.insert(row(2, 2)));
        assertThat(verified.complete(second, Map.of(), List.of(id(orders)))).isTrue();
        assertThat(changedRows(orders)).isEqualTo(1);
        assertThat(changedRows(items)).isZero();
    }

    @Test
    void ignoresComparisonDuringWhichAnotherStarted() {
        Started some = verified.start();
        commit(orders.insert(row(1, 1)));
        verified.comparisonStarted();
        assertThat(verified.complete(some, Map.of(id(orders), 5L), List.of())).isFalse();
        Started other = verified.start();
        verified.comparisonCompleted(report(equal(orders)));
        assertThat(verified.changedRows()).isEmpty();
        verified.forget();
        assertThat(verified.complete(other, Map.of(id(orders), 5L), List.of())).isFalse();
        assertThat(verified.changedRows()).isEmpty();
    }

    @Test
    void distrustsResultsFromBeforeOtherSessionsWereRefused() {
        verified.comparisonStarted();
        verified.comparisonCompleted(report(equal(orders)));
        verified.comparisonStarted();
        verified.distrust();
        verified.comparisonCompleted(report(equal(orders)));
        assertThat(verified.changedRows()).isEmpty();
        commit(orders.insert(row(1, 1)));
        Started some = verified.start();
        assertThat(some.changed()).isEmpty();
        commit(orders.insert(row(2, 2)));
        assertThat(verified.complete(some, Map.of(id(orders), 5L), List.of())).isTrue();
        assertThat(changedRows(orders)).isEqualTo(1);
    }

    private void commit(RowsEvent event) {
        verified.commits()
                .committed(
                        verified.commits().committing(),
                        ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format));
    }

    /** Returns the number of changed rows of a trusted table. */
    private long changedRows(IntTable table) {
        return Objects.requireNonNull(verified.changedRows().get(id(table))).size();
    }

    private static TableId id(IntTable table) {
        return table.version().definition().id();
    }

    private static TableOutcome equal(IntTable table) {
        return new TableOutcome(id(table), 5, 1, 0, 0, "");
    }

    private static VerificationReport report(TableOutcome... tables) {
        GtidSet none = GtidSet.parse("");
        return new VerificationReport(
                Stream.of(tables).toList(),
                List.of(),
                StructureReport.NONE,
                ComparisonNotes.NONE,
                new OrderStatement(none, none, none, none, none, none, -1, -1, false),
                Duration.ZERO);
    }
}
