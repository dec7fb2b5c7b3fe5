package io.gaussferry.snapshot.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.snapshot.chunk.RangeQueue.Chunk;
import io.gaussferry.snapshot.chunk.RangeQueue.Part;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.testing.IntTable;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests which ranges workers receive. The tables of one range need no query, so the connection is never used. */
class RangeQueueTest {

    private static final Connection UNUSED = (Connection) Proxy.newProxyInstance(
            RangeQueueTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                throw new AssertionError(method);
            });

    private static final CopyPlan KEYED = plan("keyed", List.of(List.of(0)));
    private static final CopyPlan KEYLESS = plan("keyless", List.of());
    private static final CopyPlan OTHER_KEYLESS = plan("other_keyless", List.of());

    private final AtomicLong lastNumber = new AtomicLong(10);

    @Test
    void handsOutRecordedRangesFirst() throws SQLException {
        Chunk recorded = new Chunk(KEYED, new KeyRange(List.of("5"), List.of("9")), 3);
        RangeQueue queue = queue(List.of(recorded), List.of(part(KEYLESS)));

        assertThat(queue.next(0)).contains(recorded);
        assertThat(queue.next(0)).contains(new Chunk(KEYLESS, KeyRange.WHOLE, 11));
        assertThat(queue.next(0)).isEmpty();
        assertThat(queue.started())
                .containsExactlyInAnyOrder(KEYED.table().id(), KEYLESS.table().id());
    }

    @Test
    void completesTableAfterItsLastRangeIsCopied() throws SQLException {
        RangeQueue queue = queue(List.of(), List.of(part(KEYLESS)));
        Chunk only = queue.next(0).orElseThrow();

        assertThat(queue.next(1)).isEmpty();
        assertThat(queue.complete()).isEmpty();
        queue.copied(only);
        assertThat(queue.complete()).containsExactly(KEYLESS.table().id());
    }

    @Test
    void endingViewHandsOutOnlyTablesOfOneView() throws SQLException {
        Chunk recorded = new Chunk(KEYED, new KeyRange(List.of("5"), List.of("9")), 3);
        RangeQueue queue = queue(List.of(recorded), List.of(part(KEYED), part(KEYLESS), part(OTHER_KEYLESS)));
        queue.endView();

        assertThat(queue.next(0)).map(Chunk::plan).contains(KEYLESS);
        assertThat(queue.next(1)).map(Chunk::plan).contains(OTHER_KEYLESS);
        assertThat(queue.next(0)).isEmpty();
        assertThat(queue.started()).doesNotContain(KEYED.table().id());
    }

    @Test
    void handsOutNothingAfterItsEnd() throws SQLException {
        RangeQueue queue = queue(List.of(), List.of(part(KEYLESS)));
        queue.end();
        assertThat(queue.next(0)).isEmpty();
    }

    private RangeQueue queue(List<Chunk> recorded, List<Part> unsplit) {
        return new RangeQueue(
                UNUSED,
                (table, range) -> lastNumber.incrementAndGet(),
                new ArrayDeque<>(recorded),
                new ArrayDeque<>(unsplit));
    }

    private static Part part(CopyPlan plan) {
        return new Part(plan, KeyRange.WHOLE, 100);
    }

    private static CopyPlan plan(String table, List<List<Integer>> keys) {
        CopyPlan plan = CopyPlan.of(new IntTable(table, 3, keys).version().definition(), true, Set.of(), Set.of());
        assertThat(plan.exact().isPresent()).isEqualTo(keys.isEmpty());
        return plan;
    }
}
