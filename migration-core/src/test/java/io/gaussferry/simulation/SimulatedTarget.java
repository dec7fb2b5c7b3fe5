package io.gaussferry.simulation;

import io.gaussferry.apply.ChangeException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A target with row locks, unique keys that are checked row by row, and one progress row for each applier. Checks at
 * every commit that readers see a state of the source.
 */
final class SimulatedTarget {

    private final History history;
    private final Map<Integer, Progress> progressRows = new TreeMap<>();
    private final List<SimulatedSession> sessions = new ArrayList<>();
    final Map<String, SimulatedSession> locks = new HashMap<>();
    /** Locks that several sessions may hold at once, which excludes exclusive locks. */
    final Map<String, Set<SimulatedSession>> sharedLocks = new HashMap<>();
    /** Includes uncommitted changes, whose rows the changing session has locked. */
    final Rows current = new Rows();

    private final Rows committed = new Rows();
    /** Tables whose changes are skipped, and whose rows are no longer checked. */
    private final Set<TableId> quarantined = new TreeSet<>();

    private boolean refusesValues;
    private Set<Integer> executed = new TreeSet<>();
    private Set<Integer> executedAtStart = new TreeSet<>();
    private long epoch;
    /** The number of transactions until which rows are of several positions, and the target has only primary keys. */
    private int catchesUpTo;

    SimulatedTarget(History history) {
        this.history = history;
    }

    /** Sets whether rows with {@link History#REFUSED} are rejected. */
    void refuseValues(boolean refuses) {
        refusesValues = refuses;
    }

    boolean refusesValues() {
        return refusesValues;
    }

    Set<TableId> quarantined() {
        return Set.copyOf(quarantined);
    }

    void quarantine(TableId table) {
        quarantined.add(table);
    }

    /** Checks the state after replay has stopped before a transaction. */
    void checkStoppedBefore(ChangeException failure) {
        String transaction = failure.transaction();
        int number = 1;
        while (!history.gtid(number).toString().equals(transaction)) {
            require(executed.contains(number), "stopped before " + transaction + " without " + number);
            number++;
        }
        require(!executed.contains(number), "stopped at " + transaction + ", which is executed");
    }

    /** Loads the state that an interrupted copy has left. */
    void load(CopyScene scene) {
        for (Rows rows : List.of(current, committed)) {
            scene.rows().copyTo(rows);
        }
        progressRows.put(
                0, new Progress(scene.executed().toString(), new LowWaterMark(scene.low(), new BinlogPosition("", 0))));
        executed = numbers(scene.executed());
        catchesUpTo = scene.high();
    }

    /** Returns whether rows are of several positions. */
    boolean isCatchingUp() {
        return !executed.containsAll(upTo(catchesUpTo));
    }

    /** Returns the enforced foreign keys, which are built when all rows have one position. */
    ForeignKeys foreignKeys() {
        return isCatchingUp() ? ForeignKeys.NONE : History.FOREIGN_KEYS;
    }

    int catchesUpTo() {
        return catchesUpTo;
    }

    private static Set<Integer> upTo(int last) {
        Set<Integer> numbers = new TreeSet<>();
        for (int number = 1; number <= last; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    void register(SimulatedSession session) {
        sessions.add(session);
    }

    /** Ends all sessions, like a target whose clients are gone. */
    void abandon() {
        sessions.forEach(SimulatedSession::undo);
        sessions.clear();
    }

    /** Revokes the ownership of earlier writers; the caller holds the locks of all progress rows. */
    long takeOwnership() {
        epoch++;
        executedAtStart = new TreeSet<>(executed);
        return epoch;
    }

    long epoch() {
        return epoch;
    }

    /** Returns the union of all progress rows. */
    Progress progress() {
        GtidSet union = new GtidSet();
        LowWaterMark lowWater = new LowWaterMark(0, new BinlogPosition("", 0));
        for (Progress row : progressRows.values()) {
            union.addAll(row.executedSet());
            lowWater = row.lowWater().captureSequence() > lowWater.captureSequence() ? row.lowWater() : lowWater;
        }
        return new Progress(union.toString(), lowWater);
    }

    boolean isComplete() {
        return executed.size() == history.size();
    }

    int executedCount() {
        return executed.size();
    }

    /** Makes a session's changes visible, and checks them. */
    void commit(SimulatedSession session) {
        for (Rows.Change change : session.changes()) {
            require(committed.apply(change), "a row disappeared although a session had locked it: " + change);
        }
        Progress written = Objects.requireNonNull(session.progress(), "a commit without progress");
        progressRows.put(session.applier(), written);
        Set<Integer> now = numbers(progress().executedSet());
        checkOnce(now, session.transactions());
        checkPrefix(now);
        checkLowWater(now, written.lowWater());
        boolean caughtUp = now.containsAll(upTo(catchesUpTo));
        Rows expected = new Rows();
        for (int number : caughtUp ? now : Set.<Integer>of()) {
            history.apply(number - 1, expected);
        }
        Set<String> skipped = quarantined.stream().map(TableId::name).collect(Collectors.toSet());
        require(
                !caughtUp || expected.without(skipped).equals(committed.without(skipped)),
                "readers see\n  " + committed + "\n instead of\n  " + expected + "\n after " + now);
        executed = now;
    }

    private Set<Integer> numbers(GtidSet set) {
        Set<Integer> numbers = new TreeSet<>();
        for (int number = 1; number <= history.size(); number++) {
            if (set.contains(history.gtid(number))) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private void checkOnce(Set<Integer> now, int transactions) {
        require(now.containsAll(executed), "progress went back from " + executed + " to " + now);
        require(
                now.size() == executed.size() + transactions,
                transactions + " transactions were committed, but progress was " + executed + " before and " + now
                        + " after");
    }

    private void checkPrefix(Set<Integer> now) {
        boolean gap = false;
        for (int number = 1; number <= history.size(); number++) {
            if (executedAtStart.contains(number)) {
                continue;
            }
            gap |= !now.contains(number);
            require(!gap || !now.contains(number), "not a prefix: " + now);
        }
    }

    private void checkLowWater(Set<Integer> now, LowWaterMark mark) {
        boolean isEnd = mark.position().file().isEmpty() || mark.position().equals(history.end(mark.captureSequence()));
        require(isEnd, "the low-water mark is " + mark + ", but that transaction has a different end");
        for (int number = 1; number <= mark.captureSequence(); number++) {
            require(now.contains(number), "the low-water mark is " + mark + ", but " + number + " is missing");
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}
