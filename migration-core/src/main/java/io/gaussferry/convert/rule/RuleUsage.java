package io.gaussferry.convert.rule;

import io.gaussferry.model.TableId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How often each rule was used in each column: values that were written to the target and committed. Thread-safe.
 *
 * <p>A conversion is counted for the thread that makes it, and becomes visible when that thread says that it has committed.
 * So a target transaction is to be written and committed by one thread, as the initial copy and the appliers do. A value that is
 * only looked for (the key of a row that is updated or deleted) is not counted, and changes of one row that are coalesced into
 * one count as one.
 */
public final class RuleUsage {

    /** The rules that replace a value; their names are those of the configuration. */
    public enum Rule {
        ZERO_DATE("zero-date"),
        NUL("nul"),
        INVALID_BYTES("invalid-bytes"),
        TIME_OUT_OF_RANGE("time-out-of-range"),
        INVALID_ENUM("invalid-enum"),
        NEGATIVE_ZERO("negative-zero"),
        EMPTY_STRING_AS_NULL("empty-string-as-null");

        private final String key;

        Rule(String key) {
            this.key = key;
        }
    }

    /**
     * How often a rule was used in a column.
     *
     * @param rule its key in the configuration
     * @param table the column's table
     * @param column the column
     * @param times values that it replaced
     */
    public record Use(String rule, TableId table, String column, long times) {

        @Override
        public String toString() {
            return "rule " + rule + " used " + times + (times == 1 ? " time" : " times") + " in " + table + "."
                    + column;
        }
    }

    private record Place(Rule rule, TableId table, String column) {}

    /** How far a thread has come since its last commit: what a savepoint is to the target. */
    public static final class Mark {
        private final Map<Place, Long> times = new HashMap<>();

        private Mark() {}
    }

    /** What one thread has not committed yet. */
    private static final class Pending {
        private long times;
        private byte @Nullable [] lastBytes;
        private int lastOffset;
    }

    private final Map<Place, LongAdder> committed = new ConcurrentHashMap<>();
    private final ThreadLocal<Map<Place, Pending>> pending = ThreadLocal.withInitial(HashMap::new);

    /** Returns the counters of a column. */
    public ColumnUsage column(TableId table, String column) {
        return new ColumnUsage(this, table, column);
    }

    /**
     * Counts a value once, however often the rule meets it.
     *
     * @param bytes hold the value
     * @param offset where it begins in them
     */
    void used(Rule rule, TableId table, String column, byte[] bytes, int offset) {
        Pending uses = pending.get().computeIfAbsent(new Place(rule, table, column), unused -> new Pending());
        if (uses.lastBytes != bytes || uses.lastOffset != offset) {
            uses.times++;
            uses.lastBytes = bytes;
            uses.lastOffset = offset;
        }
    }

    /** Counts a value. */
    void used(Rule rule, TableId table, String column) {
        pending.get().computeIfAbsent(new Place(rule, table, column), unused -> new Pending()).times++;
    }

    /** What this thread has converted since its last commit or rollback is committed. */
    public void committed() {
        Map<Place, Pending> uses = pending.get();
        if (!uses.isEmpty()) {
            uses.forEach((place, use) ->
                    committed.computeIfAbsent(place, unused -> new LongAdder()).add(use.times));
            uses.clear();
        }
    }

    /** What this thread has converted since its last commit or rollback is gone. */
    public void rolledBack() {
        pending.get().clear();
    }

    /** Returns what this thread has converted since its last commit or rollback, to go back to. */
    public Mark mark() {
        Mark mark = new Mark();
        pending.get().forEach((place, use) -> mark.times.put(place, use.times));
        return mark;
    }

    /** What this thread has converted since the mark is gone. */
    public void rolledBackTo(Mark mark) {
        Map<Place, Pending> uses = pending.get();
        uses.keySet().retainAll(mark.times.keySet());
        uses.forEach((place, use) -> {
            use.times = mark.times.getOrDefault(place, 0L);
            use.lastBytes = null;
        });
    }

    /** Returns the rules that were used, by table, column and rule. */
    public List<Use> uses() {
        return committed.entrySet().stream()
                .map(entry -> new Use(
                        entry.getKey().rule().key,
                        entry.getKey().table(),
                        entry.getKey().column(),
                        entry.getValue().sum()))
                .sorted(Comparator.comparing(Use::table)
                        .thenComparing(Use::column)
                        .thenComparing(Use::rule))
                .toList();
    }
}
