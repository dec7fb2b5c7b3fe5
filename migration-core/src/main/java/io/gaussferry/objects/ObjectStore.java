package io.gaussferry.objects;

import io.gaussferry.error.RowValueMarks;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.objects.prove.ObjectState;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.translate.Marks;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The table {@code gaussferry.object}. All methods join the connection's transaction. */
public final class ObjectStore {

    /** Separates statements; the translation refuses SQL that contains it. */
    private static final String SEPARATOR = String.valueOf(Marks.STATEMENT);

    private final String pipeline;

    /** Creates the store of one pipeline. */
    public ObjectStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Replaces the objects of some databases, and removes their recorded changes. Objects of other databases remain; those that use a changed
     * one become {@link ObjectState#COMPILES}.
     *
     * @param included whether a database is verified
     */
    public void replace(Connection connection, List<ObjectOutcome> outcomes, Predicate<String> included)
            throws SQLException {
        List<VerifiedObject> before = new ArrayList<>();
        List<VerifiedObject> kept = new ArrayList<>();
        for (VerifiedObject object : read(connection)) {
            (included.test(object.name().schema()) ? before : kept).add(object);
        }
        for (VerifiedObject object : before) {
            delete(connection, "gaussferry.object", object.kind(), object.name());
        }
        for (ObjectChange change : new ObjectChangeStore(pipeline).read(connection)) {
            if (included.test(change.name().schema())) {
                delete(connection, "gaussferry.object_change", change.kind(), change.name());
            }
        }
        insert(connection, outcomes);
        Map<String, ObjectOutcome> now = new HashMap<>();
        outcomes.forEach(outcome -> now.put(outcome.object().label(), outcome));
        for (Map.Entry<VerifiedObject, String> outdated :
                OutdatedObjects.of(kept, before, now).entrySet()) {
            setOutdated(connection, outdated.getKey(), outdated.getValue());
        }
        if (!kept.isEmpty()) {
            renumber(connection);
        }
    }

    private void delete(Connection connection, String table, ObjectKind kind, TableId name) throws SQLException {
        Sql.execute(
                connection,
                "DELETE FROM " + table + " WHERE pipeline = ? AND kind = ? AND schema_name = ? AND name = ?",
                pipeline,
                kind.name(),
                name.schema(),
                name.name());
    }

    private void setOutdated(Connection connection, VerifiedObject object, String used) throws SQLException {
        Sql.execute(
                connection,
                "UPDATE gaussferry.object SET state = ?, detail = ? WHERE pipeline = ? AND kind = ? AND schema_name = ? AND name = ?",
                ObjectState.COMPILES.name(),
                "outdated: " + used + ", which it uses, has changed since its verification",
                pipeline,
                object.kind().name(),
                object.name().schema(),
                object.name().name());
    }

    private void renumber(Connection connection) throws SQLException {
        List<VerifiedObject> objects = read(connection);
        Map<String, Integer> positions = CreationOrder.of(objects);
        for (VerifiedObject object : objects) {
            int position = positions.getOrDefault(object.label(), 0);
            if (position != object.order()) {
                Sql.execute(
                        connection,
                        "UPDATE gaussferry.object SET creation_order = ? WHERE pipeline = ? AND kind = ? AND schema_name = ? AND name = ?",
                        position,
                        pipeline,
                        object.kind().name(),
                        object.name().schema(),
                        object.name().name());
            }
        }
    }

    private void insert(Connection connection, List<ObjectOutcome> outcomes) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO gaussferry.object VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, clock_timestamp())")) {
            for (ObjectOutcome outcome : outcomes) {
                Translated translated = outcome.translated();
                insert.setString(1, pipeline);
                insert.setString(2, outcome.object().kind().name());
                insert.setString(3, outcome.object().name().schema());
                insert.setString(4, outcome.object().name().name());
                insert.setInt(5, outcome.order());
                insert.setString(6, outcome.state().name());
                insert.setString(7, storable(RowValueMarks.hidden(outcome.detail())));
                insert.setString(8, storable(String.valueOf(outcome.object().sql())));
                insert.setString(9, storable(outcome.object().fingerprint()));
                insert.setString(10, translated == null ? "" : storable(join(translated.statements())));
                insert.setString(11, translated == null ? "" : storable(join(translated.undo())));
                insert.setString(
                        12,
                        translated == null
                                ? ""
                                : translated.rules().stream()
                                        .map(Enum::name)
                                        .sorted()
                                        .collect(Collectors.joining(",")));
                insert.setString(13, join(outcome.uses()));
                insert.executeUpdate();
            }
        }
    }

    /** Returns a text as it is stored: the target stores no U+0000. */
    public static String storable(String text) {
        return text.replace('\0', '\uFFFD');
    }

    private static String join(List<String> statements) {
        return String.join(SEPARATOR, statements);
    }

    /** Returns the objects of the last verification, in the order of their creation; none before the first verification. */
    public List<VerifiedObject> read(Connection connection) throws SQLException {
        List<VerifiedObject> objects = new ArrayList<>();
        if (!TargetState.hasTable(connection, "object")) {
            return objects;
        }
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT kind, schema_name, name, creation_order, state, detail, source_sql, fingerprint, statements, undo, rules, uses, verified_at"
                        + " FROM gaussferry.object WHERE pipeline = ? ORDER BY creation_order, kind, schema_name, name")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    objects.add(new VerifiedObject(
                            ObjectKind.valueOf(row.getString(1)),
                            new TableId(row.getString(2), row.getString(3)),
                            row.getInt(4),
                            ObjectState.valueOf(row.getString(5)),
                            row.getString(6),
                            row.getString(7),
                            row.getString(8),
                            split(row.getString(9), SEPARATOR),
                            split(row.getString(10), SEPARATOR),
                            split(row.getString(11), ","),
                            split(row.getString(12), SEPARATOR),
                            row.getTimestamp(13).toInstant()));
                }
            }
        }
        return objects;
    }

    private static List<String> split(String joined, String separator) {
        return joined.isEmpty() ? List.of() : List.of(joined.split(separator));
    }
}
