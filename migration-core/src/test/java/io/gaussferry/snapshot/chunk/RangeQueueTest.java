package io.gaussferry.snapshot.chunk;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.chunk.RangeQueue.Chunk;
import io.gaussferry.snapshot.chunk.RangeQueue.Part;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A table is complete only if every range of it was copied: a range that is lost, or complete too early, is a gap in the copy. */
class RangeQueueTest {

    private static final CopyPlan A = plan("a");
    private static final CopyPlan B = plan("b");
    private static final TableId TABLE_A = new TableId("s", "a");
    private static final TableId TABLE_B = new TableId("s", "b");

    /** The source of the range bounds; without an answer a table has one range. */
    private final ScriptedConnection source = new ScriptedConnection();

    private final List<String> noted = new ArrayList<>();
    private int records;
    private final Deque<Chunk> recorded = new ArrayDeque<>();
    private final Deque<Part> unsplit = new ArrayDeque<>();

    private static CopyPlan plan(String name) {
        return CopyPlan.of(new IntTable(name, 2, List.of(List.of(0))).version().definition(), true, Set.of(), Set.of());
    }

    private RangeQueue queue() {
        return new RangeQueue(
                source.connection(),
                ranges -> {
                    long first = noted.size() + 1L;
                    ranges.forEach(one -> noted.add(one.plan().table().id().name() + " "
                            + one.range().after() + one.range().upTo()));
                    records++;
                    return first;
                },
                recorded,
                unsplit);
    }

    @Test
    void hasNothingWithoutTables() throws SQLException {
        RangeQueue queue = queue();
        assertThat(queue.next(0)).isEmpty();
        assertThat(queue.started()).isEmpty();
        assertThat(queue.complete()).isEmpty();
    }

    @Test
    void splitsTableIntoRangesWithoutGaps() throws SQLException {
        unsplit.add(new Part(A, KeyRange.WHOLE, 10));
        RangeQueue queue = queue();
        source.answer("FROM `s`.`a`", row("10"));
        Chunk first = queue.next(0).orElseThrow();
        source.answer("FROM `s`.`a`", row("25"));
        Chunk second = queue.next(0).orElseThrow();
        source.answer("FROM `s`.`a`");
        Chunk last = queue.next(0).orElseThrow();
        assertThat(queue.next(0)).isEmpty();
        assertThat(List.of(first.range(), second.range(), last.range()))
                .containsExactly(
                        new KeyRange(List.of(), List.of("10")),
                        new KeyRange(List.of("10"), List.of("25")),
                        new KeyRange(List.of("25"), List.of()));
        assertThat(List.of(first.number(), second.number(), last.number())).containsExactly(1L, 2L, 3L);
        assertThat(noted).containsExactly("a [][10]", "a [10][25]", "a [25][]");
    }

    @Test
    void splitsOnlyTheRestOfInterruptedTable() throws SQLException {
        unsplit.add(new Part(A, new KeyRange(List.of("10"), List.of("20")), 10));
        source.answer("FROM `s`.`a`", row("20"));
        RangeQueue queue = queue();
        assertThat(queue.next(0)).get().extracting(Chunk::range).isEqualTo(new KeyRange(List.of("10"), List.of("20")));
        assertThat(queue.next(0)).isEmpty();
    }

    @Test
    void isCompleteOnlyWhenEveryRangeIsCopied() throws SQLException {
        unsplit.add(new Part(A, KeyRange.WHOLE, 10));
        RangeQueue queue = queue();
        source.answer("FROM `s`.`a`", row("10"));
        Chunk first = queue.next(0).orElseThrow();
        queue.copied(first);
        assertThat(queue.complete()).as("the table may have more ranges").isEmpty();
        source.answer("FROM `s`.`a`");
        Chunk last = queue.next(1).orElseThrow();
        assertThat(queue.next(0)).isEmpty();
        assertThat(queue.complete()).as("the last range is not copied").isEmpty();
        queue.copied(last);
        assertThat(queue.complete()).containsExactly(TABLE_A);
    }

    @Test
    void isCompleteWhenItsOnlyRangeIsCopied() throws SQLException {
        unsplit.add(new Part(A, KeyRange.WHOLE, 10));
        RangeQueue queue = queue();
        Chunk only = queue.next(0).orElseThrow();
        assertThat(queue.complete()).isEmpty();
        queue.copied(only);
        assertThat(queue.complete()).containsExactly(TABLE_A);
        assertThat(queue.next(0)).isEmpty();
    }

    @Test
    void recordsSmallTablesTogether() throws SQLException {
        for (int i = 0; i < 100; i++) {
            unsplit.add(new Part(plan("small" + i), KeyRange.WHOLE, 10));
        }
        RangeQueue queue = queue();
        Set<Long> numbers = new HashSet<>();
        for (Optional<Chunk> next = queue.next(0); next.isPresent(); next = queue.next(numbers.size() % 2)) {
            assertThat(noted.get((int) next.get().number() - 1))
                    .isEqualTo(next.get().plan().table().id().name() + " [][]");
            numbers.add(next.get().number());
            queue.copied(next.get());
        }
        assertThat(numbers).hasSize(100);
        assertThat(queue.complete()).hasSize(100);
        assertThat(records).isLessThan(40);
    }

    /** The rest of a large table is found while small ones are recorded. */
    @Test
    void splitsLargeTableAmongSmallOnes() throws SQLException {
        for (int i = 0; i < 50; i++) {
            unsplit.add(new Part(i == 3 ? A : plan("small" + i), KeyRange.WHOLE, 10));
        }
        source.answer("FROM `s`.`a`", row("10"));
        RangeQueue queue = queue();
        List<KeyRange> ofLarge = new ArrayList<>();
        for (Optional<Chunk> next = queue.next(0); next.isPresent(); next = queue.next(0)) {
            if (next.get().plan().equals(A)) {
                ofLarge.add(next.get().range());
                source.answer("FROM `s`.`a`");
            }
            queue.copied(next.get());
        }
        assertThat(ofLarge)
                .containsExactly(new KeyRange(List.of(), List.of("10")), new KeyRange(List.of("10"), List.of()));
        assertThat(queue.complete()).hasSize(50);
    }

    /** Recorded ranges are left when a view ends, those of a table of one view must not be. */
    @Test
    void recordsTableOfOneViewAlone() throws SQLException {
        for (int i = 0; i < 50; i++) {
            CopyPlan keyless = CopyPlan.of(
                    new IntTable("keyless" + i, 2, List.of()).version().definition(), true, Set.of(), Set.of());
            unsplit.add(new Part(i % 2 == 0 ? plan("small" + i) : keyless, KeyRange.WHOLE, 10));
        }
        RangeQueue queue = queue();
        assertThat(queue.next(0)).isPresent();
        assertThat(noted).hasSize(1);
        assertThat(queue.next(0)).isPresent();
        assertThat(noted).hasSize(2);
    }

    @Test
    void handsOutRecordedRangesFirst() throws SQLException {
        Chunk interrupted = new Chunk(A, new KeyRange(List.of("5"), List.of("9")), 3);
        recorded.add(interrupted);
        unsplit.add(new Part(B, KeyRange.WHOLE, 10));
        RangeQueue queue = queue();
        assertThat(queue.next(0)).contains(interrupted);
        assertThat(noted).as("it is recorded already").isEmpty();
        assertThat(queue.next(0))
                .get()
                .extracting(one -> one.plan().table().id())
                .isEqualTo(TABLE_B);
    }

    /** Two recorded ranges and an unsplit rest of one table: it is complete after all three. */
    @Test
    void countsRecordedRangesOfTable() throws SQLException {
        recorded.add(new Chunk(A, new KeyRange(List.of(), List.of("5")), 1));
        recorded.add(new Chunk(A, new KeyRange(List.of("5"), List.of("9")), 2));
        unsplit.add(new Part(A, new KeyRange(List.of("9"), List.of()), 10));
        RangeQueue queue = queue();
        List<Chunk> chunks = new ArrayList<>();
        for (Optional<Chunk> next = queue.next(0); next.isPresent(); next = queue.next(0)) {
            chunks.add(next.get());
        }
        assertThat(chunks).hasSize(3);
        queue.copied(chunks.get(0));
        queue.copied(chunks.get(2));
        assertThat(queue.complete()).isEmpty();
        queue.copied(chunks.get(1));
        assertThat(queue.complete()).containsExactly(TABLE_A);
    }

    @Test
    void keepsEachWorkerAtItsTable() throws SQLException {
        unsplit.add(new Part(A, KeyRange.WHOLE, 10));
        unsplit.add(new Part(B, KeyRange.WHOLE, 10));
        source.answer("FROM `s`.`a`", row("10")).answer("FROM `s`.`b`", row("10"));
        RangeQueue queue = queue();
        List<String> tables = new ArrayList<>();
        for (int worker : List.of(0, 1, 0, 1)) {
            tables.add(queue.next(worker).orElseThrow().plan().table().id().name());
        }
        assertThat(tables).containsExactly("a", "b", "a", "b");
        assertThat(queue.started()).containsExactlyInAnyOrder(TABLE_A, TABLE_B);
    }

    @Test
    void helpsWithTableOfOtherWorker() throws SQLException {
        unsplit.add(new Part(A, KeyRange.WHOLE, 10));
        source.answer("FROM `s`.`a`", row("10"));
        RangeQueue queue = queue();
        Chunk first = queue.next(0).orElseThrow();
        Chunk second = queue.next(1).orElseThrow();
        assertThat(second.range().after()).isEqualTo(first.range().upTo());
    }

    /** A table without a key must be read in one view, which therefore cannot be closed before it is complete. */
    @Test
    void handsOutOnlyTablesOfOneViewWhenItEnds() throws SQLException {
        recorded.add(new Chunk(A, new KeyRange(List.of("5"), List.of("9")), 3));
        unsplit.add(new Part(A, new KeyRange(List.of("9"), List.of()), 10));
        unsplit.add(new Part(B, KeyRange.WHOLE, 10));
        CopyPlan keyless =
                CopyPlan.of(new IntTable("keyless", 2, List.of()).version().definition(), true, Set.of(), Set.of());
        unsplit.add(new Part(keyless, KeyRange.WHOLE, 10));
        RangeQueue queue = queue();
        queue.endView();
        assertThat(queue.next(0)).get().extracting(Chunk::plan).isEqualTo(keyless);
        assertThat(queue.next(0)).isEmpty();
        assertThat(queue.started()).containsExactly(keyless.table().id());
    }

    @Test
    void handsOutNothingAfterTheEnd() throws SQLException {
        recorded.add(new Chunk(A, KeyRange.WHOLE, 1));
        RangeQueue queue = queue();
        queue.end();
        assertThat(queue.next(0)).isEmpty();
        assertThat(queue.complete()).isEmpty();
    }

    /** A range that could not be recorded was not handed out: the table must not become complete without it. */
    @Test
    void isNotCompleteAfterFailedRecord() throws SQLException {
        unsplit.add(new Part(A, KeyRange.WHOLE, 10));
        RangeQueue failing = new RangeQueue(
                source.connection(),
                ranges -> {
                    throw new SQLException("lost", "08006");
                },
                recorded,
                unsplit);
        assertThatThrownBy(() -> failing.next(0)).isInstanceOf(SQLException.class);
        assertThat(failing.complete()).isEmpty();
    }
}
