package io.gaussferry.snapshot.chunk;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.FencedException;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.chunk.RangeStore.Range;
import io.gaussferry.snapshot.range.KeyRange;
import io.gaussferry.snapshot.source.SourceView;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A resumed copy trusts these records: a range that is recorded wrongly is missing on the target, or is there twice. */
class RangeStoreTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final List<String> VIEW_COLUMNS = List.of(
            "number",
            "low",
            "low_file",
            "low_offset",
            "low_created",
            "high",
            "source_uuid",
            "source_naming",
            "fingerprint");

    private final RangeStore store = new RangeStore("p");
    private final ScriptedConnection target = new ScriptedConnection();

    /** A bound may contain any character, be empty, or be absent. */
    @Test
    void readsBoundsAsTheyWereWritten() throws SQLException {
        List<Range> ranges = List.of(
                new Range(1, ITEM, KeyRange.WHOLE, 0, 0),
                new Range(2, ITEM, new KeyRange(List.of(), List.of("", "", "")), 0, 0),
                new Range(3, ITEM, new KeyRange(List.of("", "", ""), List.of("a,=b\\", "\0", "=")), 0, 0),
                new Range(4, ITEM, new KeyRange(List.of(",", ""), List.of("\\0", "\\,")), 2, 5_000_000_000L));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Range range : ranges) {
            store.add(target.connection(), List.of(range));
            String after = KeyBoundFormat.of(range.range().after());
            String upTo = KeyBoundFormat.of(range.range().upTo());
            assertThat(target.executed())
                    .last()
                    .asString()
                    .contains("[p, " + range.number() + ", shop, item, " + after + ", " + upTo + ", ")
                    .doesNotContain("\0");
            rows.add(row(range.number(), "shop", "item", after, upTo, range.view(), range.rows()));
        }
        answer("FROM gaussferry.copy_range", rows);
        assertThat(store.read(target.connection())).isEqualTo(ranges);
        assertThat(ranges).extracting(Range::isCopied).containsExactly(false, false, false, true);
    }

    @Test
    void recordsCopiedRange() throws SQLException {
        store.copied(target.connection(), 7, 2, 100);
        assertThat(target.changes()).singleElement().asString().endsWith("[2, 100, p, 7]");
    }

    /** Another daemon has started the copy again: rows of this range would be there twice. */
    @Test
    void refusesRangeThatIsNoLongerRecorded() {
        target.updates("UPDATE gaussferry.copy_range", 0);
        assertThatThrownBy(() -> store.copied(target.connection(), 7, 2, 100))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("Range 7");
    }

    @Test
    void readsViewsWithAndWithoutFingerprint() throws SQLException {
        String last = A + ":9@1700000000000000";
        target.answerNamed(
                "FROM gaussferry.copy_view",
                VIEW_COLUMNS,
                row(1, A + ":1-9", "binlog.000001", 5_000_000_000L, 0, A + ":1-12", A, "GTID", null),
                row(2, A + ":1-9", "binlog.000001", 4, 1_700_000_000L, A + ":1-12", A, "GTID", last));
        Map<Integer, SourceView> views = store.views(target.connection());
        assertThat(views).hasSize(2);
        SourceView first = Objects.requireNonNull(views.get(1));
        assertThat(first.low().fingerprint()).isEqualTo(HistoryFingerprint.NONE);
        assertThat(first.low().lowWater().position().offset()).isEqualTo(5_000_000_000L);
        assertThat(first.high()).hasToString(A + ":1-12");
        SourceView second = Objects.requireNonNull(views.get(2));
        assertThat(second.low().fingerprint()).hasToString(last);
        store.addView(target.connection(), 3, second);
        assertThat(target.changes())
                .last()
                .asString()
                .endsWith("[p, 3, " + A + ":1-9, binlog.000001, 4, 1700000000, " + A + ":1-12, " + A + ", GTID, " + last
                        + "]");
    }

    /** Other tables of the copy are resumed. */
    @Test
    void forgetsRangesOfOneTable() throws SQLException {
        store.forget(target.connection(), ITEM);
        assertThat(target.changes()).singleElement().asString().endsWith("[p, shop, item]");
    }

    @SuppressWarnings("unchecked")
    private void answer(String part, List<List<@Nullable Object>> rows) {
        target.answer(part, rows.toArray(new List[0]));
    }
}
