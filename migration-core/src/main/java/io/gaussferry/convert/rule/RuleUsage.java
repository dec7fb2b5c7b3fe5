package io.gaussferry.convert.rule;

import io.gaussferry.model.TableId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the uses of each rule in each column: values that were written to the target and committed. Thread-safe.
 *
 * <p>A conversion is counted for the thread that makes it, and becomes visible when that thread reports a commit. A
 * target transaction must therefore be written and committed by one thread, as in the initial copy and the appliers. A
 * value that is only compared (the key of a row to update or delete) is not counted. Coalesced changes of one row count
 * as one.
 *
 * <p>Also notes the columns in which geometries had a reference system, which no rule concerns.
 */
public final class RuleUsage {

    /** Rules that replace a value, with their names in the configuration. */
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
     * The number of uses of a rule in a column.
     *
     * @param rule its key in the configuration
     * @param table the column's table
     * @param column the column
     * @param times number of replaced values
     */
    public record Use(String rule, TableId table, String column, long times) {

        @Override
        public String toString() {
            return "rule " + rule + " used " + times + (times == 1 ? " time" : " times") + " in " + table + "."
                    + column;
        }
    }

    private record Column(TableId table, String name) {}

    private record RuleInColumn(Rule rule, TableId table, String column) {}

    /** A snapshot of a thread's uncommitted counts, taken at a savepoint of the target. */
    public static final class Savepoint {
        private final Map<RuleInColumn, Long> times = new HashMap<>();

        private Savepoint() {}
    }

    /** The uncommitted count of one thread. */
    private static final class Pending {
        private long times;
        private byte @Nullable [] lastBytes;
        private int lastOffset;
    }

    private final Map<RuleInColumn, LongAdder> committed = new ConcurrentHashMap<>();
    private final Set<Column> referenceSystems = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Map<RuleInColumn, Pending>> pending = ThreadLocal.withInitial(HashMap::new);

    /** Returns the counters of a column. */
    public ColumnUsage column(TableId table, String column) {
        return new ColumnUsage(this, table, column);
    }

    /**
     * Counts a value once, even if the rule is used several times for it.
     *
     * @param bytes contains the value
     * @param offset start of the value
     */
    void used(Rule rule, TableId table, String column, byte[] bytes, int offset) {
        Pending uses = pending.get().computeIfAbsent(new RuleInColumn(rule, table, column), unused -> new Pending());
        if (uses.lastBytes != bytes || uses.lastOffset != offset) {
            uses.times++;
            uses.lastBytes = bytes;
            uses.lastOffset = offset;
        }
    }

    /** Counts a value. */
    void used(Rule rule, TableId table, String column) {
        pending.get().computeIfAbsent(new RuleInColumn(rule, table, column), unused -> new Pending()).times++;
    }

    /** Notes that a geometry of a column has a reference system, which the target does not store. */
    void referenceSystem(TableId table, String column) {
        referenceSystems.add(new Column(table, column));
    }

    /** Returns whether a geometry with a reference system other than 0 was converted in a column, committed or not. */
    public boolean hasReferenceSystem(TableId table, String column) {
        return referenceSystems.contains(new Column(table, column));
    }

    /** Commits this thread's counts since its last commit or rollback. */
    public void committed() {
        Map<RuleInColumn, Pending> uses = pending.get();
        if (!uses.isEmpty()) {
            uses.forEach((key, use) ->
                    committed.computeIfAbsent(key, unused -> new LongAdder()).add(use.times));
            uses.clear();
        }
    }

    /** Discards this thread's counts since its last commit or rollback. */
    public void rolledBack() {
        pending.get().clear();
    }

    /** Returns a savepoint of this thread's uncommitted counts. */
    public Savepoint savepoint() {
        Savepoint savepoint = new Savepoint();
        pending.get().forEach((key, use) -> savepoint.times.put(key, use.times));
        return savepoint;
    }

    /** Discards this thread's counts since the savepoint. */
    public void rolledBackTo(Savepoint savepoint) {
        Map<RuleInColumn, Pending> uses = pending.get();
        uses.keySet().retainAll(savepoint.times.keySet());
        uses.forEach((key, use) -> {
            use.times = savepoint.times.getOrDefault(key, 0L);
            use.lastBytes = null;
        });
    }

    /** Returns the uses of all rules, by table, column and rule. */
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
