package io.gaussferry.verify.compare;

import io.gaussferry.checkpoint.RepairAdmission;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValues;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Proves that rows differ, and repairs them, without a lock on the source. In one target transaction:
 *
 * <ol>
 *   <li>the rows are locked; where one is missing, it is inserted, which keeps everybody else from inserting it;
 *   <li>the source is read, and then its position P;
 *   <li>progress must pass P while the lock is held. Whatever the source did to these rows up to P must then have been applied
 *       before the lock was taken: it could not have been since. So the locked rows are the target's state at P, and they
 *       should equal what was read.
 * </ol>
 *
 * If progress does not pass P soon, a change of these rows is probably waiting for the lock: it is given up, and nothing is
 * known. {@code docs/adr} has the proof in full. One thread at a time.
 */
final class LockedProof implements RowProof {

    /**
     * How long the lock is held at most. The replay waits 5 s for a lock, and lags by what it waits: short enough for both, and
     * long enough for a replay that is some batches behind.
     */
    private static final Duration HOLD = Duration.ofMillis(700);

    private final ComparedTable table;
    private final Sides sides;
    private final RowLookup lookup;
    private final RowRepair rows;
    private final DifferenceWriter writer;
    private String lastObstacle = "";

    LockedProof(ComparedTable table, Sides sides, RowLookup lookup, DifferenceWriter writer) {
        this.table = table;
        this.sides = sides;
        this.lookup = lookup;
        this.rows = new RowRepair(table, sides);
        this.writer = writer;
    }

    @Override
    public String lastObstacle() {
        return lastObstacle;
    }

    @Override
    public @Nullable List<Difference> prove(List<List<String>> keys) throws SQLException, InterruptedException {
        boolean repair = sides.settings().repair();
        List<Difference> differences = attempt(keys, repair);
        if (differences == null && repair && keys.size() == 1 && !lastObstacle.isEmpty()) {
            String obstacle = lastObstacle;
            differences = attempt(keys, false);
            lastObstacle = obstacle;
            if (differences != null) {
                return differences.stream()
                        .map(one -> new Difference(
                                one.table(),
                                one.kind(),
                                one.key(),
                                one.columns(),
                                one.copies(),
                                one.proof(),
                                Repair.NOT_POSSIBLE,
                                obstacle))
                        .toList();
            }
        }
        return differences;
    }

    private @Nullable List<Difference> attempt(List<List<String>> keys, boolean repair)
            throws SQLException, InterruptedException {
        lastObstacle = "";
        boolean committed = false;
        try {
            List<Difference> differences = repair ? repaired(keys) : underLock(keys, false);
            if (differences != null && repair) {
                sides.target().commit();
                committed = true;
            }
            return differences;
        } catch (SQLException e) {
            if (SqlFailure.of(e).isOfServer()) {
                throw e;
            }
            if (SqlFailure.of(e) != SqlFailure.CONTENTION) {
                lastObstacle =
                        "the target refuses it: " + RowValues.firstLine(e) + " (SQLSTATE " + e.getSQLState() + ")";
            }
            return null;
        } catch (FencedException e) {
            throw e; // no other row can be repaired either
        } catch (GaussferryException e) {
            lastObstacle = e.problem();
            return null;
        } finally {
            if (!committed) {
                sides.target().rollback();
            }
        }
    }

    /** Returns what was repaired; null if that may not be committed. */
    private @Nullable List<Difference> repaired(List<List<String>> keys) throws SQLException, InterruptedException {
        Optional<RepairAdmission> admission =
                RepairAdmission.of(sides.target(), sides.settings().pipeline());
        if (admission.isEmpty()) {
            return null;
        }
        List<Difference> differences = underLock(keys, true);
        return differences != null && admission.get().mayCommit(sides.target(), table.sources()) ? differences : null;
    }

    private @Nullable List<Difference> underLock(List<List<String>> keys, boolean repair)
            throws SQLException, InterruptedException {
        rows.lock(keys);
        Map<List<String>, Integer> copies = new HashMap<>();
        Map<List<String>, long[]> onTarget = lookup.onTarget(keys, copies);
        List<List<String>> absent =
                keys.stream().filter(key -> !onTarget.containsKey(key)).toList();
        Map<List<String>, long[]> inserted = absent.isEmpty() ? Map.of() : rows.insert(absent);
        Map<List<String>, long[]> onSource = lookup.onSource(keys);
        if (!sides.watch().await(sides.watch().now(sides.source()), HOLD)) {
            return null;
        }
        // the lock is one on the table too: replay cannot change it any more, and what it has done to it before can be
        // seen
        sides.requireDefinition(table);
        List<Difference> differences = new ArrayList<>();
        for (Map.Entry<List<String>, Observation> entry :
                RowLookup.combine(keys, onSource, onTarget, copies).entrySet()) {
            List<String> key = entry.getKey();
            Observation observation = entry.getValue();
            long[] placeholder = inserted.get(key);
            if (placeholder != null && !Arrays.equals(placeholder, observation.source())) {
                return null; // it is not what holds the key now
            }
            if (!observation.isEqual()) {
                Difference difference = writer.write(
                        key,
                        observation.kind(),
                        observation.differingColumns(),
                        Proof.POSITION,
                        repair ? Repair.DONE : Repair.NOT_ASKED,
                        observation.targetCopies() > 1 ? observation.targetCopies() + " rows have this key" : "");
                if (repair && !repair(key, observation)) {
                    return null;
                }
                differences.add(difference);
            }
        }
        return differences;
    }

    private boolean repair(List<String> key, Observation observation) throws SQLException {
        long[] source = observation.source();
        if (observation.targetCopies() > 1) {
            throw new SQLException("several rows have this key, and which one to keep is not known", "23505");
        }
        if (observation.target() == null) {
            // inserted when the key was locked; without a unique index on the target somebody else may have done so too
            return isOnlyOurs(key);
        }
        if (source == null) {
            rows.delete(key);
            return true;
        }
        return rows.update(key, observation.differingColumns().stream().boxed().toList(), source);
    }

    private boolean isOnlyOurs(List<String> key) throws SQLException {
        Map<List<String>, Integer> copies = new HashMap<>();
        lookup.onTarget(List.of(key), copies);
        return copies.getOrDefault(key, 0) == 1;
    }

    @Override
    public String toString() {
        return "proof for " + table.id();
    }
}
