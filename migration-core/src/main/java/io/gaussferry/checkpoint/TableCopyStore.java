package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table {@code gaussferry.table_copy} on the target: the tables to copy while replication of the others continues, and the state of
 * each copy. A reader that depends on a table's rows reads it in the transaction that proves its ownership.
 */
public final class TableCopyStore {

    private static final String TABLE = "table_copy";

    private static final String CHANGE =
            "UPDATE gaussferry.table_copy SET state = ?, has = ?, message = ?, changed_at = clock_timestamp()"
                    + " WHERE pipeline = ? AND schema_name = ? AND table_name = ? AND state = ?";

    private final String pipeline;

    /** @param pipeline the name of the replicating pipeline */
    public TableCopyStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /** The state of one table's copy. */
    public enum State {
        /** The daemon requests the copy itself, unless the table cannot be copied while replication runs. */
        DUE,
        /** The copy is requested. */
        REQUESTED,
        /** The copy is running; replication skips all changes of the table. */
        COPYING,
        /** Replication skips the table as in {@link #COPYING}, but no copy is running; a new request is needed. */
        FAILED,
        /** Replication includes the table again, except for changes that the copy already contains. */
        JOINED,
        /** Replication includes the table like any other. */
        DONE;

        /** Returns whether replication skips all changes of the table. */
        public boolean isCopiedIncrementally() {
            return this == DUE || this == REQUESTED || this == COPYING || this == FAILED;
        }

        /** Returns whether the daemon changes the state without a request of an operator. */
        public boolean isPending() {
            return this == DUE || this == REQUESTED || this == COPYING || this == JOINED;
        }
    }

    /**
     * The record of one table's copy.
     *
     * @param state of the copy
     * @param has the transactions whose changes of the table the target has, if the state is {@link State#JOINED}
     * @param message why the copy failed; empty if it did not
     * @param requestedAt when the copy was requested, by the target's clock
     * @param changedAt when the state changed
     */
    public record Entry(State state, GtidSet has, String message, Instant requestedAt, Instant changedAt) {}

    /** Returns the records of all tables; none if the table does not exist. */
    public Map<TableId, Entry> read(Connection connection) throws SQLException {
        Map<TableId, Entry> entries = new TreeMap<>();
        if (!TargetState.hasTable(connection, TABLE)) {
            return entries;
        }
        Sql.each(
                connection,
                row -> entries.put(
                        new TableId(row.getString(1), row.getString(2)),
                        new Entry(
                                State.valueOf(row.getString(3)),
                                GtidSet.parse(row.getString(4)),
                                row.getString(5),
                                row.getTimestamp(6).toInstant(),
                                row.getTimestamp(7).toInstant())),
                "SELECT schema_name, table_name, state, has, message,"
                        + " requested_at, changed_at FROM gaussferry.table_copy WHERE pipeline = ?",
                pipeline);
        return entries;
    }

    /** Excludes a table from replication until its copy is requested. Joins the connection's transaction. */
    public void quarantine(Connection connection, TableId table, String message) throws SQLException {
        exclude(connection, table, State.FAILED, message);
    }

    /** Excludes a table from replication until the daemon copies it. Joins the connection's transaction. */
    public void due(Connection connection, TableId table, String message) throws SQLException {
        exclude(connection, table, State.DUE, message);
    }

    private void exclude(Connection connection, TableId table, State after, String message) throws SQLException {
        String storable = storable(message);
        for (State before : State.values()) {
            if (change(connection, table, before, after, "", storable)) {
                return;
            }
        }
        insert(connection, table, after, storable);
    }

    /** No target stores U+0000 in a string. */
    private static String storable(String message) {
        return message.replace('\0', '\uFFFD');
    }

    private void insert(Connection connection, TableId table, State state, String message) throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.table_copy"
                        + " VALUES (?, ?, ?, ?, '', ?, clock_timestamp(), clock_timestamp())",
                pipeline,
                table.schema(),
                table.name(),
                state.name(),
                message);
    }

    /**
     * Requests the copy of a table. Joins the connection's transaction.
     *
     * @return whether the request was stored; false while a copy is running
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

    /** Starts the copy of all requested tables; returns whether there were any. */
    public boolean begin(Connection connection) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE gaussferry.table_copy SET state = 'COPYING',"
                        + " changed_at = clock_timestamp() WHERE pipeline = ? AND state = 'REQUESTED'")) {
            update.setString(1, pipeline);
            return update.executeUpdate() > 0;
        }
    }

    /** Records that replication includes the table again, except for changes of these transactions. */
    public void handedOver(Connection connection, TableId table, GtidSet has) throws SQLException {
        change(connection, table, State.COPYING, State.JOINED, has.toString(), "");
    }

    /**
     * Records that the target has the changes of these transactions, and of those recorded before, in a table that the initial copy has
     * copied again or that was dropped. Joins the connection's transaction.
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
     * Requests the copy of a table again because its definition has changed; does nothing if no copy was running. Joins the connection's
     * transaction.
     */
    public void requestAgain(Connection connection, TableId table) throws SQLException {
        boolean unused = change(connection, table, State.COPYING, State.REQUESTED, "", "");
    }

    /** Records that a table's copy has failed; does nothing if none was running. */
    public void failed(Connection connection, TableId table, String message) throws SQLException {
        failed(connection, table, State.COPYING, message);
    }

    /** Records a failure that needs an operator; does nothing if the table is in another state. Joins the connection's transaction. */
    public void failed(Connection connection, TableId table, State before, String message) throws SQLException {
        change(connection, table, before, State.FAILED, "", storable(message));
    }

    /** Marks the joined tables as done for which replication has executed all of the copy's transactions. */
    public void finish(Connection connection, GtidSet executed) throws SQLException {
        for (Map.Entry<TableId, Entry> entry : read(connection).entrySet()) {
            if (entry.getValue().state() == State.JOINED
                    && executed.containsAll(entry.getValue().has())) {
                change(connection, entry.getKey(), State.JOINED, State.DONE, "", "");
            }
        }
    }

    /** Deletes all requests, for a migration whose initial copy has all tables. Joins the connection's transaction. */
    public void forget(Connection connection) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.table_copy WHERE pipeline = ?", pipeline);
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
