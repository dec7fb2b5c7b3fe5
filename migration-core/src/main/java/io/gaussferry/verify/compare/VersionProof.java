package io.gaussferry.verify.compare;

import io.gaussferry.schema.Identifiers;
import io.gaussferry.verify.compare.Difference.Proof;
import io.gaussferry.verify.compare.Difference.Repair;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Sessions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proves that rows of the target, which is written to, differ from those of the source, which follows it; without a lock on either side,
 * for applications wait for locks of the target.
 *
 * <ol>
 *   <li>the versions of the target's rows are noted (their place, and the transaction that wrote them), and the rows are read;
 *   <li>the source must pass the place in the target's log at which that was;
 *   <li>the source's rows are read, then the target's versions again.
 * </ol>
 *
 * If the versions are the same, nobody has changed these rows in between: whatever was done to them before is in the source, and nothing
 * was done later. So they should equal. Of rows that are not on the target there is no version; they are looked at twice, and reported as
 * seen repeatedly. One thread at a time.
 */
final class VersionProof implements RowProof {

    /** Nobody waits for it; rows that are changed within it prove nothing. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ComparedTable table;
    private final Sides sides;
    private final RowLookup lookup;
    private final DifferenceWriter writer;

    VersionProof(ComparedTable table, Sides sides, RowLookup lookup, DifferenceWriter writer) {
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
        Map<List<String>, Integer> copies = new HashMap<>();
        Map<List<String>, long[]> onTarget = lookup.onTarget(keys, copies);
        sides.target().rollback();
        Map<List<String>, long[]> onSource = sourceBehind(keys);
        if (onSource == null || !versions(keys).equals(before)) {
            return null;
        }
        List<List<String>> absent = keys.stream()
                .filter(key -> !onTarget.containsKey(key) && onSource.containsKey(key))
                .toList();
        if (!absent.isEmpty()) {
            Map<List<String>, long[]> again = sourceBehind(absent);
            if (again == null
                    || absent.stream().anyMatch(key -> !Arrays.equals(onSource.get(key), again.get(key)))
                    || !versions(keys).equals(before)) {
                return null;
            }
        }
        List<Difference> differences = new ArrayList<>();
        for (Map.Entry<List<String>, Observation> entry :
                RowLookup.combine(keys, onSource, onTarget, copies).entrySet()) {
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

    /** Returns the source's rows when it has what the target has now; null if it does not get there. */
    private @Nullable Map<List<String>, long[]> sourceBehind(List<List<String>> keys)
            throws SQLException, InterruptedException {
        PositionWatch watch = sides.watch();
        return watch.await(watch.now(sides.source()), PATIENCE) ? lookup.onSource(keys) : null;
    }

    private List<String> versions(List<List<String>> keys) throws SQLException {
        List<String> versions = new ArrayList<>();
        Sessions.planForKeys(sides.target());
        try (Statement statement = sides.target().createStatement();
                ResultSet rows = statement.executeQuery("SELECT tableoid, ctid, xmin FROM "
                        + Identifiers.quoteTarget(table.target().id()) + " WHERE " + table.targetCondition(keys))) {
            while (rows.next()) {
                versions.add(rows.getString(1) + " " + rows.getString(2) + " " + rows.getString(3));
            }
        }
        sides.target().rollback();
        versions.sort(null);
        return versions;
    }
}
