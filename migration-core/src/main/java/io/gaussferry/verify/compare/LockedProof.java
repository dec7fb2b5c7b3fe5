package io.gaussferry.verify.compare;

import io.gaussferry.checkpoint.RepairAdmission;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Proves that rows differ, and repairs them, without a lock on the source. In one target transaction:
 *
 * <ol>
 * <li>Lock the rows. A missing row is inserted, so that no other session can insert it. A row that neither side has is not reserved, and
 * one that replay inserts after the lock was requested is not locked: if such a row is found, nothing is proven.
 * <li>Read the rows of the source, then its position P.
 * <li>Wait until the progress has passed P while the lock is held. Every change that the source made to these rows up to P must have been
 * applied before the lock was taken, because it could not be applied since. The locked rows are therefore the target's state at P and must
 * equal the rows read from the source.
 * </ol>
 *
 * <p>If the progress does not pass P soon, a change of these rows is probably waiting for the lock. The attempt then ends without a
 * result. {@code docs/internals/adr} contains the complete proof. Used by one thread at a time.
 */
final class LockedProof implements RowProof {

    /**
     * Maximum time to hold the lock. Replay waits at most 5 s for a lock and lags by that time. This limit is short enough for both, and
     * long enough for a replay that is some batches behind.
     */
    private static final Duration HOLD = Duration.ofMillis(700);

    private final ComparedTable table;
    private final ComparisonContext sides;
    private final RowLookup lookup;
    private final RowRepair rows;
    private final DifferenceWriter writer;
    private String lastObstacle = "";

    LockedProof(ComparedTable table, ComparisonContext sides, RowLookup lookup, DifferenceWriter writer) {
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
                lastObstacle = "the target rejects the repair: " + RowValueMarks.firstLine(e) + " (SQLSTATE "
                        + e.getSQLState() + ")";
            }
            return null;
        } catch (FencedException e) {
            throw e; // the server failed, so no other row can be repaired either
        } catch (GaussferryException e) {
            lastObstacle = e.problem();
            return null;
        } finally {
            if (!committed) {
                sides.target().rollback();
            }
        }
    }

    /** Returns the repaired rows; null if the repair must not be committed. */
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
        TargetRows onTarget = lookup.onTargetIfAt(rows.lock(keys), keys);
        if (onTarget == null) {
            return null;
        }
        List<List<String>> absent =
                keys.stream().filter(key -> !onTarget.has(key)).toList();
        Map<List<String>, long[]> inserted = absent.isEmpty() ? Map.of() : rows.insert(absent);
        Map<List<String>, long[]> onSource = lookup.onSource(keys);
        if (!sides.watch().await(sides.watch().now(sides.source()), HOLD)) {
            return null;
        }
        // the row lock includes a lock on the table, so replay can no longer alter it; earlier changes by replay are
        // visible
        sides.requireDefinition(table);
        List<Difference> differences = new ArrayList<>();
        for (Map.Entry<List<String>, Observation> entry :
                onTarget.against(onSource, keys).entrySet()) {
            List<String> key = entry.getKey();
            Observation observation = entry.getValue();
            if (!onTarget.has(key) && !Arrays.equals(inserted.get(key), observation.source())) {
                return null; // the source has another row with the key now, or had none to insert: nothing reserved the
                // key
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
            throw new GaussferryException(
                    ErrorCode.REPAIR_REFUSED,
                    "Several rows have this key, and it is unknown which one to keep.",
                    "delete the wrong rows on the target",
                    null);
        }
        if (observation.target() == null) {
            // the row was inserted when the key was locked; without a unique index on the target another session may
            // have inserted it too
            return isUnique(key);
        }
        if (source == null) {
            rows.delete(key);
            return true;
        }
        return rows.update(key, observation.differingColumns().stream().boxed().toList(), source);
    }

    private boolean isUnique(List<String> key) throws SQLException {
        return lookup.onTarget(List.of(key)).copies(key) == 1;
    }

    @Override
    public String toString() {
        return "proof for " + table.id();
    }
}
