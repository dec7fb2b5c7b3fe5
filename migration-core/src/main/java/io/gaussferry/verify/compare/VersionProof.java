package io.gaussferry.verify.compare;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proves that rows of the target, which is the leading side, differ from those of the source. Takes no lock on either side, because
 * applications would wait for the target's locks.
 *
 * <ol>
 * <li>Note the versions of the target's rows (their ctid, and the transaction that wrote them), and read the rows.
 * <li>Wait until the source has passed the target's log position at that moment.
 * <li>Read the source's rows, then the versions of the target's rows again.
 * </ol>
 *
 * <p>If the versions are the same, no session has changed these rows in the meantime. Every earlier change has reached the source, so the
 * rows must be equal. A row that is missing on the target has no version; it is read twice and reported as seen repeatedly. Used by one
 * thread at a time.
 */
final class VersionProof implements RowProof {

    /** Applications do not wait for this; rows that change within this time prove nothing. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ComparedTable table;
    private final ComparisonContext sides;
    private final RowLookup lookup;
    private final DifferenceWriter writer;

    VersionProof(ComparedTable table, ComparisonContext sides, RowLookup lookup, DifferenceWriter writer) {
        this.table = table;
        this.sides = sides;
        this.lookup = lookup;
        this.writer = writer;
    }

    @Override
    public String lastObstacle() {
        return "";
    }

    @Override
    public @Nullable List<Difference> prove(List<List<String>> keys) throws SQLException, InterruptedException {
        List<String> before = versions(keys);
        TargetRows onTarget = lookup.onTarget(keys);
        sides.target().rollback();
        Map<List<String>, long[]> onSource = readFollowingSource(keys);
        if (onSource == null || !versions(keys).equals(before)) {
            return null;
        }
        List<List<String>> absent = keys.stream()
                .filter(key -> !onTarget.has(key) && onSource.containsKey(key))
                .toList();
        if (!absent.isEmpty()) {
            Map<List<String>, long[]> again = readFollowingSource(absent);
            if (again == null
                    || absent.stream().anyMatch(key -> !Arrays.equals(onSource.get(key), again.get(key)))
                    || !versions(keys).equals(before)) {
                return null;
            }
        }
        List<Difference> differences = new ArrayList<>();
        for (Map.Entry<List<String>, Observation> entry :
                onTarget.against(onSource, keys).entrySet()) {
            Observation observation = entry.getValue();
            if (!observation.isEqual()) {
                differences.add(writer.write(
                        entry.getKey(),
                        observation.kind(),
                        observation.differingColumns(),
                        observation.target() == null ? Proof.REPEATED : Proof.POSITION,
                        Repair.NOT_ASKED,
                        observation.targetCopies() > 1 ? observation.targetCopies() + " rows have this key" : ""));
            }
        }
        sides.target().rollback();
        return differences;
    }

    /** Returns the source's rows after the source has passed the target's current position; null if it does not reach it. */
    private @Nullable Map<List<String>, long[]> readFollowingSource(List<List<String>> keys)
            throws SQLException, InterruptedException {
        PositionWatch watch = sides.watch();
        return watch.await(watch.now(sides.source()), PATIENCE) ? lookup.onSource(keys) : null;
    }

    private List<String> versions(List<List<String>> keys) throws SQLException {
        List<String> versions = new ArrayList<>();
        Sessions.planForKeys(sides.target());
        Sql.each(
                sides.target(),
                rows -> versions.add(rows.getString(1) + " " + rows.getString(2) + " " + rows.getString(3)),
                "SELECT tableoid, ctid, xmin FROM "
                        + Identifiers.quoteTarget(table.target().id()) + " WHERE " + table.targetCondition(keys));
        sides.target().rollback();
        versions.sort(null);
        return versions;
    }
}
