package io.gaussferry.checkpoint;

import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table {@code gaussferry.table_copy} on the target: which tables are to be copied beside the replay of the others, and how far
 * that is. Whoever is to be believed about a table's rows reads it in the transaction that makes sure of its ownership.
 */
public final class TableCopyStore {

    private static final String TABLE = "table_copy";

    private static final String CREATE_TABLE =
            "CREATE TABLE gaussferry.table_copy (pipeline text NOT NULL, schema_name text NOT NULL, table_name text NOT NULL,"
                    + " state text NOT NULL, has text NOT NULL, message text NOT NULL,"
                    + " requested_at timestamp(6) with time zone NOT NULL, changed_at timestamp(6) with time zone NOT NULL,"
                    + " PRIMARY KEY (pipeline, schema_name, table_name))";

    private static final String CHANGE =
            "UPDATE gaussferry.table_copy SET state = ?, has = ?, message = ?, changed_at = clock_timestamp()"
                    + " WHERE pipeline = ? AND schema_name = ? AND table_name = ? AND state = ?";

    private final String pipeline;

    /** @param pipeline the name of the pipeline that replays */
    public TableCopyStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** How far the copy of one table is. */
    public enum State {
        /** The daemon requests the copy itself, unless the table cannot be copied next to the replay. */
        DUE,
        /** The copy is requested. */
        REQUESTED,
        /** The copy beside the replay has the table; the replay passes over all of its changes. */
        COPYING,
        /** As {@link #COPYING}, but nothing is at work any more: it waits for another request. */
        FAILED,
        /** The replay has the table again, but for the changes that the copy has made already. */
        JOINED,
        /** The replay has the table as any other. */
        DONE;

        /** Returns whether the replay passes over all changes of the table. */
        public boolean isResnapshotted() {
            return this == DUE || this == REQUESTED || this == COPYING || this == FAILED;
        }

        /** Returns whether the daemon changes the state without a request of a person. */
        public boolean isPending() {
            return this == DUE || this == REQUESTED || this == COPYING || this == JOINED;
        }
    }

    /**
     * What is known of the copy of one table.
     *
     * @param state how far it is
     * @param has the transactions whose changes of the table the target has, where it is {@link State#JOINED}
     * @param message why it failed; empty where it did not
     * @param requestedAt when it was asked for, by the target's clock
     * @param changedAt when the state became what it is
     */
    public record Entry(State state, GtidSet has, String message, Instant requestedAt, Instant changedAt) {}

    /** Creates the table if it is missing; the schema must be there. Joins the connection's transaction. */
    public void createIfMissing(Connection connection) throws SQLException {
        OwnTables.createIfMissing(connection, TABLE, CREATE_TABLE);
    }

    /** Returns all that are known, also where there is no such table yet. */
    public Map<TableId, Entry> read(Connection connection) throws SQLException {
        Map<TableId, Entry> entries = new TreeMap<>();
        if (!OwnTables.exists(connection, TABLE)) {
            return entries;
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT schema_name, table_name, state, has, message,"
                        + " requested_at, changed_at FROM gaussferry.table_copy WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    entries.put(
                            new TableId(row.getString(1), row.getString(2)),
                            new Entry(
                                    State.valueOf(row.getString(3)),
                                    GtidSet.parse(row.getString(4)),
                                    row.getString(5),
                                    row.getTimestamp(6).toInstant(),
                                    row.getTimestamp(7).toInstant()));
                }
            }
        }
        return entries;
    }

    /** Takes a table out of the replay until its copy is asked for. Joins the connection's transaction. */
    public void quarantine(Connection connection, TableId table, String message) throws SQLException {
        takeOut(connection, table, State.FAILED, message);
    }

    /** Takes a table out of the replay whose copy the daemon requests. Joins the connection's transaction. */
    public void due(Connection connection, TableId table, String message) throws SQLException {
        takeOut(connection, table, State.DUE, message);
    }

    private void takeOut(Connection connection, TableId table, State after, String message) throws SQLException {
        String storable = storable(message);
        for (State before : State.values()) {
            if (change(connection, table, before, after, "", storable)) {
                return;
            }
        }
        insert(connection, table, after, storable);
    }

    /** No target stores U+0000 in text. */
    private static String storable(String message) {
        return message.replace('\0', '\uFFFD');
    }

    private void insert(Connection connection, TableId table, State state, String message) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO gaussferry.table_copy"
                + " VALUES (?, ?, ?, ?, '', ?, clock_timestamp(), clock_timestamp())")) {
            insert.setString(1, pipeline);
            insert.setString(2, table.schema());
            insert.setString(3, table.name());
            insert.setString(4, state.name());
            insert.setString(5, message);
            insert.executeUpdate();
        }
    }

    /**
     * Asks for the copy of a table. Joins the connection's transaction.
     *
     * @return whether it is noted now; not while an earlier request is being met
     */
    public boolean request(Connection connection, TableId table) throws SQLException {
        for (State before : State.values()) {
            if (before != State.COPYING && change(connection, table, before, State.REQUESTED, "", "")) {
                return true;
            }
        }
        if (read(connection).containsKey(table)) {
            return false;
        }
        insert(connection, table, State.REQUESTED, "");
        return true;
    }

    /** Notes that all that were asked for are being copied from now on; returns whether there were any. */
    public boolean begin(Connection connection) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE gaussferry.table_copy SET state = 'COPYING',"
                        + " changed_at = clock_timestamp() WHERE pipeline = ? AND state = 'REQUESTED'")) {
            update.setString(1, pipeline);
            return update.executeUpdate() > 0;
        }
    }

    /** Notes that the replay has the table again, but for changes of these transactions. */
    public void handedBack(Connection connection, TableId table, GtidSet has) throws SQLException {
        change(connection, table, State.COPYING, State.JOINED, has.toString(), "");
    }

    /**
     * Notes that the target has what these transactions, and those that were noted before, make of a table that the first copy has copied
     * again, or that is no more. Joins the connection's transaction.
     */
    public void joined(Connection connection, TableId table, GtidSet has) throws SQLException {
        Entry known = read(connection).get(table);
        if (known == null) {
            insert(connection, table, State.JOINED, "");
        }
        GtidSet all = known == null ? new GtidSet() : known.has().copy();
        all.addAll(has);
        boolean unused = change(
                connection, table, known == null ? State.JOINED : known.state(), State.JOINED, all.toString(), "");
    }

    /**
     * Asks once more for the copy of a table whose definition has changed in the meantime; does nothing if it was not at work. Joins the
     * connection's transaction.
     */
    public void beginAgain(Connection connection, TableId table) throws SQLException {
        boolean unused = change(connection, table, State.COPYING, State.REQUESTED, "", "");
    }

    /** Notes that a table's copy has ended before it was done; does nothing if it was not at work. */
    public void failed(Connection connection, TableId table, String message) throws SQLException {
        failed(connection, table, State.COPYING, message);
    }

    /** Leaves a table to a person; does nothing if it is in another state. Joins the connection's transaction. */
    public void failed(Connection connection, TableId table, State before, String message) throws SQLException {
        change(connection, table, before, State.FAILED, "", storable(message));
    }

    /** Notes of all joined tables whose transactions the replay has too that there is nothing more to pass over. */
    public void finish(Connection connection, GtidSet executed) throws SQLException {
        for (Map.Entry<TableId, Entry> entry : read(connection).entrySet()) {
            if (entry.getValue().state() == State.JOINED
                    && executed.containsAll(entry.getValue().has())) {
                change(connection, entry.getKey(), State.JOINED, State.DONE, "", "");
            }
        }
    }

    /** Forgets all requests, for a migration whose first copy has all tables. Joins the connection's transaction. */
    public void forget(Connection connection) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM gaussferry.table_copy WHERE pipeline = ?")) {
            delete.setString(1, pipeline);
            delete.executeUpdate();
        }
    }

    private boolean change(Connection connection, TableId table, State before, State after, String has, String message)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CHANGE)) {
            update.setString(1, after.name());
            update.setString(2, has);
            update.setString(3, message);
            update.setString(4, pipeline);
            update.setString(5, table.schema());
            update.setString(6, table.name());
            update.setString(7, before.name());
            return update.executeUpdate() == 1;
        }
    }
}
