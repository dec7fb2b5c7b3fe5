package io.gaussferry.verify;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.verify.ComparisonQueue.Chunk;
import io.gaussferry.verify.ComparisonQueue.KeyChunk;
import io.gaussferry.verify.ComparisonQueue.RangeChunk;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every row of every table is in exactly one chunk, or its table is reported as undecidable. */
class ComparisonQueueTest {

    private final ComparedTable first = table("first", true);
    private final ComparedTable second = table("second", true);
    private final ScriptedConnection source = new ScriptedConnection();
    private final List<String> undecidable = new ArrayList<>();

    @Test
    void coversEachTableByRanges() throws SQLException {
        source.answer("FROM `s`.`first`", row(100))
                .answer("`c0` > 100", row(200))
                .answer("`c0` > 200");
        ComparisonQueue queue = queue(RowSelection.ALL);
        List<KeyRange> ranges = new ArrayList<>();
        for (Chunk chunk = queue.next().orElseThrow();
                chunk.table() == first;
                chunk = queue.next().orElseThrow()) {
            ranges.add(((RangeChunk) chunk).range());
        }
        assertThat(ranges)
                .containsExactly(
                        new KeyRange(List.of(), List.of("100")),
                        new KeyRange(List.of("100"), List.of("200")),
                        new KeyRange(List.of("200"), List.of()));
        assertThat(queue.next()).isEmpty();
    }

    @Test
    void handsOutSelectedKeys() throws SQLException {
        RowSelection selection = table -> Optional.of(IntStream.range(0, table == first ? 2_500 : 0)
                .mapToObj(i -> List.of(String.valueOf(i)))
                .iterator());
        ComparisonQueue queue = queue(selection);
        List<Integer> sizes = new ArrayList<>();
        for (Optional<Chunk> chunk = queue.next(); chunk.isPresent(); chunk = queue.next()) {
            assertThat(chunk.get().table()).isSameAs(first);
            sizes.add(((KeyChunk) chunk.get()).keys().size());
        }
        assertThat(sizes).containsExactly(1_000, 1_000, 500);
    }

    /** A selection has keys; a table without one is compared completely. */
    @Test
    void comparesAllRowsOfTableWithoutKey() throws SQLException {
        ComparedTable keyless = table("keyless", false);
        RowSelection none = table -> Optional.of(List.<List<String>>of().iterator());
        ComparisonQueue queue =
                new ComparisonQueue(source.connection(), List.of(keyless), none, 100, (table, reason) -> {});
        assertThat(queue.next()).containsInstanceOf(RangeChunk.class);
        assertThat(queue.next()).isEmpty();
    }

    @Test
    void continuesWithNextTableIfOneIsDropped() throws SQLException {
        source.fails("`s`.`first`", new SQLException("Table 's.first' doesn't exist", "42S02", 1146));
        assertThat(chunks(queue(RowSelection.ALL))).containsExactly("second");
        assertThat(undecidable)
                .singleElement()
                .asString()
                .startsWith("s.first its key:")
                .contains("42S02");
    }

    @Test
    void reportsFailureOfServer() {
        source.fails("`s`.`first`", new SQLException("Communications link failure", "08S01"));
        assertThatThrownBy(queue(RowSelection.ALL)::next).isInstanceOf(SQLException.class);
        assertThat(undecidable).isEmpty();
    }

    @Test
    void skipsRestOfTable() throws SQLException {
        source.answer("`s`.`first`", row(100));
        ComparisonQueue queue = queue(RowSelection.ALL);
        assertThat(queue.next())
                .hasValueSatisfying(chunk -> assertThat(chunk.table()).isSameAs(first));
        queue.skip(second);
        assertThat(queue.next())
                .hasValueSatisfying(chunk -> assertThat(chunk.table()).isSameAs(first));
        queue.skip(first);
        assertThat(chunks(queue)).containsExactly("second");
    }

    @Test
    void handsOutNothingAfterItsEnd() throws SQLException {
        ComparisonQueue queue = queue(RowSelection.ALL);
        queue.end();
        assertThat(queue.next()).isEmpty();
    }

    private ComparisonQueue queue(RowSelection selection) {
        return new ComparisonQueue(
                source.connection(),
                List.of(first, second),
                selection,
                100,
                (table, reason) -> undecidable.add(table + " " + reason));
    }

    private static List<String> chunks(ComparisonQueue queue) throws SQLException {
        List<String> found = new ArrayList<>();
        for (Optional<Chunk> chunk = queue.next(); chunk.isPresent(); chunk = queue.next()) {
            found.add(chunk.get().table().definition().id().name());
        }
        return found;
    }

    private static ComparedTable table(String name, boolean hasKey) {
        TableDefinition definition = new IntTable(name, 1, hasKey ? List.of(List.of(0)) : List.of())
                .version()
                .definition();
        TargetTable target = new TargetTable(
                definition.targetId(),
                List.of(new TargetTable.Column(
                        "c0", "integer", "integer", true, Carrier.OWN_TYPE, Identity.EQUALITY, StringEquality.EXACT)));
        return ComparedTable.of(List.of(definition), target, IntTable.CONVERSION);
    }
}
