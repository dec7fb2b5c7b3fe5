package io.gaussferry.objects;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.ObjectChange.Change;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.SourceObjectReader.Key;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The table {@code gaussferry.object_change}. A change is only a message for the operator: the cutover compares the objects itself. All methods
 * join the connection's transaction.
 */
public final class ObjectChangeStore {

    private final String pipeline;

    /** Creates the store of one pipeline. */
    public ObjectChangeStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** Prevents other comparisons and verifications of all pipelines from being stored until the transaction ends. */
    public static void lock(Connection connection) throws SQLException {
        Sql.execute(connection, "LOCK TABLE gaussferry.object_change IN SHARE ROW EXCLUSIVE MODE");
    }

    /**
     * Returns when the last verification was stored; {@link Instant#MIN} before the first one. A comparison with fingerprints that were read
     * before another verification means nothing.
     */
    public Instant verifiedAt(Connection connection) throws SQLException {
        if (!TargetState.hasTable(connection, "object")) {
            return Instant.MIN;
        }
        return Sql.first(
                        connection,
                        row -> row.getTimestamp(1) == null
                                ? Instant.MIN
                                : row.getTimestamp(1).toInstant(),
                        "SELECT max(verified_at) FROM gaussferry.object WHERE pipeline = ?",
                        pipeline)
                .orElse(Instant.MIN);
    }

    /**
     * Compares the verified objects of all databases with those of the source, and stores the changes.
     *
     * @param present the fingerprints of the source's objects
     * @return the changes that were not stored before
     */
    public List<ObjectChange> record(Connection connection, Map<Key, String> present) throws SQLException {
        return record(connection, present, schema -> true);
    }

    /**
     * Compares the verified objects of some databases with those of the source, and stores the changes. Without a verification no object counts as changed.
     *
     * @param present the fingerprints of the source's objects
     * @param included whether a database is compared
     * @return the changes that were not stored before
     */
    public List<ObjectChange> record(Connection connection, Map<Key, String> present, Predicate<String> included)
            throws SQLException {
        List<VerifiedObject> verified = new ObjectStore(pipeline)
                .read(connection).stream()
                        .filter(object -> included.test(object.name().schema()))
                        .toList();
        List<ObjectChange> changes =
                verified.isEmpty() ? List.of() : ObjectChange.between(verified, present, Instant.now());
        List<ObjectChange> before = read(connection).stream()
                .filter(change -> included.test(change.name().schema()))
                .toList();
        Set<String> known = new HashSet<>();
        before.forEach(change -> known.add(change.label() + change.change()));
        List<ObjectChange> found = changes.stream()
                .filter(change -> !known.contains(change.label() + change.change()))
                .toList();
        if (found.isEmpty() && changes.size() == before.size()) {
            return List.of();
        }
        Set<String> remaining = new HashSet<>();
        changes.forEach(change -> remaining.add(change.label() + change.change()));
        for (ObjectChange change : before) {
            if (!remaining.contains(change.label() + change.change())) {
                delete(connection, change);
            }
        }
        for (ObjectChange change : found) {
            Sql.execute(
                    connection,
                    "INSERT INTO gaussferry.object_change VALUES (?, ?, ?, ?, ?, ?)",
                    pipeline,
                    change.kind().name(),
                    change.name().schema(),
                    change.name().name(),
                    change.change().name(),
                    Timestamp.from(change.noticedAt()));
        }
        return found;
    }

    private void delete(Connection connection, ObjectChange change) throws SQLException {
        Sql.execute(
                connection,
                "DELETE FROM gaussferry.object_change WHERE pipeline = ? AND kind = ? AND schema_name = ? AND name = ?",
                pipeline,
                change.kind().name(),
                change.name().schema(),
                change.name().name());
    }

    /** Returns the changes, by kind and name; none if a daemon of an earlier version owns the tables. */
    public List<ObjectChange> read(Connection connection) throws SQLException {
        List<ObjectChange> changes = new ArrayList<>();
        if (!TargetState.hasTable(connection, "object_change")) {
            return changes;
        }
        Sql.each(
                connection,
                row -> changes.add(new ObjectChange(
                        ObjectKind.valueOf(row.getString(1)),
                        new TableId(row.getString(2), row.getString(3)),
                        Change.valueOf(row.getString(4)),
                        row.getTimestamp(5).toInstant())),
                "SELECT kind, schema_name, name, change, noticed_at FROM gaussferry.object_change WHERE pipeline = ?"
                        + " ORDER BY kind, schema_name, name",
                pipeline);
        return changes;
    }
}
