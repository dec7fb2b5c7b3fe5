package io.gaussferry.cutover.objects;

import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The table {@code gaussferry.cutover_object}: the objects that an attempt has created on the target, with the statements that remove them.
 * A row is written in the transaction that creates its object. All methods join the connection's transaction.
 */
public final class CreatedObjectStore {

    /** Separates statements; no SQL contains it. */
    private static final String SEPARATOR = "\u001e";

    private static final String NEXT_NUMBER =
            "SELECT COALESCE(MAX(number), 0) + 1 FROM gaussferry.cutover_object WHERE pipeline = ? AND id = ?";

    private static final String STATE =
            "UPDATE gaussferry.cutover_object SET state = ? WHERE pipeline = ? AND id = ? AND number = ?";

    private final String pipeline;

    /** Creates the store of one pipeline. */
    public CreatedObjectStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A created object.
     *
     * @param number its position in the order of creation, from 1
     * @param action that created it
     * @param state {@code CREATED}, {@code UNDONE}, or {@code NOT_UNDONE} and the reason; for a part of a table that PREPARE has compared with
     *     the rows also {@code VERIFIED}, or {@code REFUSED} and the reason
     */
    public record Entry(int number, ObjectAction action, String state) {

        /** Returns whether the object was created and not removed. */
        boolean isCreated() {
            return state.equals("CREATED");
        }
    }

    /** Creates an object and records it. */
    void create(Connection connection, Cutover cutover, ObjectAction action) throws SQLException {
        create(connection, cutover, new Numbered(nextNumber(connection, cutover.id()), action));
    }

    /** An object that gets a given position in the order of creation. */
    record Numbered(int number, ObjectAction action) {}

    /** Returns the position of the next object. */
    int nextNumber(Connection connection, String id) throws SQLException {
        return Sql.only(connection, row -> row.getInt(1), NEXT_NUMBER, pipeline, id);
    }

    /** Creates an object and records it at its position. */
    void create(Connection connection, Cutover cutover, Numbered object) throws SQLException {
        record(connection, cutover.id(), List.of(object), "CREATED");
        execute(connection, object.action().statements());
    }

    /** Creates several objects, in order, and records them; with few round trips, since writers may wait. */
    void createTogether(Connection connection, Cutover cutover, List<Numbered> objects) throws SQLException {
        record(connection, cutover.id(), objects, "CREATED");
        List<ObjectAction> actions = objects.stream().map(Numbered::action).toList();
        try (Statement statement = connection.createStatement()) {
            for (String sql : TableAlterations.statements(actions)) {
                addOrExecute(statement, sql);
            }
            statement.executeBatch();
        }
    }

    /** Records a created object. */
    void record(Connection connection, String id, ObjectAction action) throws SQLException {
        record(connection, id, action, "CREATED");
    }

    /** Records an object in a state. */
    void record(Connection connection, String id, ObjectAction action, String state) throws SQLException {
        record(connection, id, List.of(new Numbered(nextNumber(connection, id), action)), state);
    }

    private void record(Connection connection, String id, List<Numbered> objects, String state) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO gaussferry.cutover_object VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (Numbered object : objects) {
                ObjectAction action = object.action();
                insert.setString(1, pipeline);
                insert.setString(2, id);
                insert.setInt(3, object.number());
                insert.setString(4, action.kind().name());
                insert.setString(5, action.name());
                insert.setString(6, action.description());
                insert.setString(7, String.join(SEPARATOR, action.statements()));
                insert.setString(8, String.join(SEPARATOR, action.undo()) + " ");
                insert.setString(9, state.replace('\0', '\uFFFD'));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Removes an object and records that. */
    void undo(Connection connection, Cutover cutover, Entry entry) throws SQLException {
        execute(connection, entry.action().undo());
        setState(connection, cutover, entry, "UNDONE");
    }

    /** Removes several objects, in this order, and records that; with few round trips, since writers may wait. */
    void undoTogether(Connection connection, Cutover cutover, List<Entry> entries) throws SQLException {
        try (Statement statement = connection.createStatement();
                PreparedStatement update = connection.prepareStatement(STATE)) {
            List<ObjectAction> removals =
                    entries.stream().map(entry -> entry.action().reversed()).toList();
            for (String sql : TableAlterations.statements(removals)) {
                addOrExecute(statement, sql);
            }
            for (Entry entry : entries) {
                setState(update, cutover.id(), entry, "UNDONE");
                update.addBatch();
            }
            statement.executeBatch();
            update.executeBatch();
        }
    }

    /** A batch must not return rows, as setval does. */
    private static void addOrExecute(Statement statement, String sql) throws SQLException {
        if (sql.startsWith("SELECT")) {
            statement.executeBatch();
            statement.execute(sql);
        } else {
            statement.addBatch(sql);
        }
    }

    void setState(Connection connection, Cutover cutover, Entry entry, String state) throws SQLException {
        setState(connection, cutover.id(), entry, state);
    }

    void setState(Connection connection, String id, Entry entry, String state) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(STATE)) {
            setState(update, id, entry, state);
            update.executeUpdate();
        }
    }

    private void setState(PreparedStatement update, String id, Entry entry, String state) throws SQLException {
        update.setString(1, state.replace('\0', '\uFFFD'));
        update.setString(2, pipeline);
        update.setString(3, id);
        update.setInt(4, entry.number());
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> statements(String joined) {
        return joined.isBlank() ? List.of() : List.of(joined.strip().split(SEPARATOR));
    }

    /** Returns the objects that an attempt has created, in order. */
    public List<Entry> entries(Connection connection, String id) throws SQLException {
        List<Entry> entries = new ArrayList<>();
        if (!TargetState.hasTable(connection, "cutover_object")) {
            return entries;
        }
        Sql.each(
                connection,
                row -> entries.add(new Entry(
                        row.getInt(1),
                        new ObjectAction(
                                ObjectAction.Kind.valueOf(row.getString(2)),
                                row.getString(3),
                                row.getString(4),
                                statements(row.getString(5)),
                                statements(row.getString(6))),
                        row.getString(7))),
                "SELECT number, kind, name, description, statements, undo,"
                        + " state FROM gaussferry.cutover_object WHERE pipeline = ? AND id = ? ORDER BY number",
                pipeline,
                id);
        return entries;
    }
}
