package io.gaussferry.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.ResnapshottedTables;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Repeated incremental snapshots of a table during replay, on histories from printed seeds: two servers with different
 * commit orders, a replay that runs ahead of gaps, and an end of either side at any moment. Every change of the table
 * must find the result of the change before it. Fails without {@code ResnapshottedTables.canHandOver}, and without
 * {@code ResnapshottedTables.passedOver}.
 */
class TableHandoverTest {

    private static final int HISTORIES = Integer.getInteger("gaussferry.histories", 200);
    private static final int TRANSACTIONS = 80;
    private static final int KEYS = 5;

    @Test
    void appliesEveryChangeOnceAndInOrder() {
        long first = Long.getLong("gaussferry.seed", System.nanoTime());
        System.out.println("TableHandoverTest: -Dgaussferry.seed=" + first + " -Dgaussferry.histories=" + HISTORIES);
        SplittableRandom seeds = new SplittableRandom(first);
        int joins = 0;
        for (int i = 0; i < HISTORIES; i++) {
            long seed = i == 0 ? first : seeds.nextLong();
            Scene scene = new Scene(seed);
            scene.run();
            joins += scene.joins;
        }
        assertThat(joins).isGreaterThan(HISTORIES / 10);
    }

    /** One transaction, which changes one key from the value that the transaction before it set. */
    private record Change(Gtid gtid, int key, int before, int after) {}

    private static final class Scene {
        private static final TableId TABLE = new TableId("s", "t");
        private static final UUID SERVER = new UUID(1, 2);

        private final long seed;
        private final SplittableRandom random;
        private final List<List<Change>> servers = new ArrayList<>();
        private final int[] committed = new int[2];
        private final Map<Integer, Integer> last = new HashMap<>();

        // the state on the target
        private final Map<Integer, Integer> rows = new HashMap<>();
        private GtidSet replayed = new GtidSet();
        private GtidSet copied = new GtidSet();
        private boolean copying;
        private boolean started;
        private GtidSet has = new GtidSet();

        // the state in the processes
        private ResnapshottedTables resnapshotted = ResnapshottedTables.NONE;
        private int replaysFrom;
        private int copiesFrom;
        private int joins;

        private Scene(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            List<Change> history = new ArrayList<>();
            for (int i = 1; i <= TRANSACTIONS; i++) {
                int key = random.nextInt(KEYS);
                history.add(new Change(new Gtid(SERVER, "", i), key, last.getOrDefault(key, 0), i));
                last.put(key, i);
            }
            servers.add(history);
            servers.add(reordered(history));
        }

        /** Swaps neighbours unless they change the same key. */
        private List<Change> reordered(List<Change> history) {
            List<Change> other = new ArrayList<>(history);
            for (int swap = 0; swap < 10 * TRANSACTIONS; swap++) {
                int at = random.nextInt(TRANSACTIONS - 1);
                if (other.get(at).key() != other.get(at + 1).key()) {
                    other.add(at, other.remove(at + 1));
                }
            }
            return other;
        }

        private void run() {
            for (int step = 0; step < 8 * TRANSACTIONS; step++) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> {
                        int server = random.nextInt(2);
                        committed[server] = Math.min(TRANSACTIONS, committed[server] + 1 + random.nextInt(3));
                    }
                    case 3, 4, 5, 6 -> replay();
                    case 7, 8, 9 -> copy();
                    case 10 -> copiesFrom = readable(copied, copiesFrom);
                    default -> {
                        if (random.nextInt(4) == 0) {
                            anotherRun(random.nextInt(3) == 0);
                        }
                    }
                }
            }
            end();
        }

        private void end() {
            committed[0] = TRANSACTIONS;
            committed[1] = TRANSACTIONS;
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 2 * TRANSACTIONS; i++) {
                    replay();
                    copy();
                }
                anotherRun(false);
            }
            assertThat(copying).as("joined; seed " + seed).isFalse();
            assertThat(rows).as("seed " + seed).isEqualTo(last);
        }

        /** Replays one of the next missing transactions, in any order that preserves the order of each key. */
        private void replay() {
            Change change = missing(replaysFrom, replayed, random.nextInt(4));
            if (change == null) {
                return;
            }
            boolean skipped = resnapshotted.whole().contains(TABLE)
                    || resnapshotted.passedOver(change.gtid()).contains(TABLE);
            if (!skipped) {
                make(change);
            }
            replayed.add(change.gtid());
        }

        private void copy() {
            if (!copying) {
                return;
            }
            if (!started) {
                started = true;
                copiesFrom = random.nextInt(2);
                rows.clear();
                copied = new GtidSet();
                for (Change change : servers.get(copiesFrom).subList(0, committed[copiesFrom])) {
                    rows.put(change.key(), change.after());
                    copied.add(change.gtid());
                }
                return;
            }
            Change change = missing(copiesFrom, copied, 0);
            if (change != null) {
                make(change);
                copied.add(change.gtid());
            }
        }

        /** Simulates {@code TableHandover.betweenRuns}. */
        private void anotherRun(boolean requested) {
            replaysFrom = readable(replayed, replaysFrom);
            if (copying && started && ResnapshottedTables.canHandOver(replayed, copied)) {
                has = copied.copy();
                copying = false;
                joins++;
            }
            if (requested && !copying) {
                copying = true;
                started = false;
                has = new GtidSet();
            }
            resnapshotted = copying
                    ? new ResnapshottedTables(Set.of(TABLE), Map.of())
                    : new ResnapshottedTables(Set.of(), Map.of(TABLE, has.copy()));
        }

        private void make(Change change) {
            assertThat(rows.getOrDefault(change.key(), 0))
                    .as("before " + change + "; seed " + seed)
                    .isEqualTo(change.before());
            rows.put(change.key(), change.after());
        }

        /** Returns a server that has executed all transactions of the target. */
        private int readable(GtidSet executed, int current) {
            int server = random.nextInt(2);
            GtidSet there = new GtidSet();
            servers.get(server).subList(0, committed[server]).forEach(change -> there.add(change.gtid()));
            return there.containsAll(executed) ? server : current;
        }

        private @Nullable Change missing(int server, GtidSet executed, int ahead) {
            List<Change> open = servers.get(server).subList(0, committed[server]).stream()
                    .filter(change -> !executed.contains(change.gtid()))
                    .limit(ahead + 1)
                    .toList();
            for (int i = open.size() - 1; i >= 0; i--) {
                Change change = open.get(i);
                if (open.subList(0, i).stream().noneMatch(earlier -> earlier.key() == change.key())) {
                    return change;
                }
            }
            return null;
        }
    }
}
