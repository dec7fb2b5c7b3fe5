package io.gaussferry.snapshot;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyDefinition;
import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.snapshot.chunk.RangeStore;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stores the progress of a copy on the target: {@code gaussferry.copy} with one row per pipeline, and the tables, views and ranges of its
 * copy. Every transaction of the copy updates its row of {@code gaussferry.copy}. A daemon that takes over increments the epoch in that
 * row, so that the replaced daemon can no longer commit rows.
 */
public final class CopyStore {

    /** Suffix that makes a stored definition differ from that of every table. */
    private static final String OUTDATED = "\noutdated";

    /** Start of the line after a definition that contains the column types by the conversion rules. */
    static final String TYPES = "\ntypes\thash=";

    private static final String OF_TABLE = " WHERE pipeline = ? AND schema_name = ? AND table_name = ?";

    /** States of a copy. */
    public enum State {
        /** Rows are missing. Where there is progress, tables are copied again before replay continues. */
        LOADING,
        /** Rows were copied at several positions; replay brings them to one. */
        CATCHING_UP,
        /** The copy is complete. */
        DONE
    }

    /**
     * The copy of a pipeline that another daemon started.
     *
     * @param epoch the epoch of the ownership
     * @param state the state of the copy
     */
    public record Found(long epoch, State state) {}

    /**
     * A table of the copy.
     *
     * @param created whether the copy created it
     * @param complete whether its indexes exist
     * @param definition the stored definition of the source's table
     */
    public record Table(boolean created, boolean complete, String definition) {}

    private final String pipeline;
    private final RangeStore ranges;
    private final PartitionPlacementStore placements;

    /** @param pipeline the pipeline's name: several pipelines may share one target */
    public CopyStore(String pipeline) {
        this.pipeline = pipeline;
        this.ranges = new RangeStore(pipeline);
        this.placements = new PartitionPlacementStore(pipeline);
    }

    /** Returns the store of the ranges. */
    public RangeStore ranges() {
        return ranges;
    }

    PartitionPlacementStore placements() {
        return placements;
    }

    /** Returns the tables of the copy whose rows were all in the partitions to which their values belong. */
    public Set<TableId> placed(Connection connection) throws SQLException {
        return placements.placed(connection);
    }

    /**
     * Takes over an unfinished copy and fences off its previous owner. Empty if there is no unfinished copy.
     *
     * @param held the ownership that this daemon has or may have, which must still be in force; null for a daemon that starts
     */
    public Optional<Found> takeOwnership(Connection connection, @Nullable Ownership held) throws SQLException {
        String owned = held == null ? "" : " AND " + Ownership.IS_HELD;
        try (PreparedStatement raise = connection.prepareStatement(
                "UPDATE gaussferry.copy SET epoch = epoch + 1 WHERE pipeline = ? AND state <> 'DONE'" + owned)) {
            raise.setString(1, pipeline);
            if (held != null) {
                int unused = held.setHeld(raise, 2);
            }
            boolean isRaised = raise.executeUpdate() > 0 || held != null && raiseAfterLoss(connection, held);
            Optional<Found> found = find(connection);
            if (held != null
                    && !isRaised
                    && found.filter(copy -> copy.state() != State.DONE).isPresent()) {
                throw fenced(held.epoch());
            }
            return found;
        }
    }

    /** Takes over again if the target has lost the commit of this daemon's takeover, by a crash or a failover. */
    private boolean raiseAfterLoss(Connection connection, Ownership held) throws SQLException {
        return Sql.update(
                        connection,
                        "UPDATE gaussferry.copy SET epoch = ? WHERE pipeline = ? AND state <> 'DONE' AND epoch < ?",
                        held.epochAfterLoss(),
                        pipeline,
                        held.epoch())
                > 0;
    }

    private Optional<Found> find(Connection connection) throws SQLException {
        return Sql.first(
                connection,
                row -> new Found(row.getLong(1), State.valueOf(row.getString(2))),
                "SELECT epoch, state FROM gaussferry.copy WHERE pipeline = ?",
                pipeline);
    }

    /** Starts a copy. Fails if another daemon starts one at the same time. Joins the connection's transaction. */
    public Found begin(Connection connection) throws SQLException {
        Sql.execute(connection, "INSERT INTO gaussferry.copy VALUES (?, 1, 'LOADING', 0, clock_timestamp())", pipeline);
        return new Found(1, State.LOADING);
    }

    /** Deletes the state of a copy and starts another one under the same ownership. Joins the connection's transaction. */
    public Found restartCopy(Connection connection, long epoch) throws SQLException {
        forgetAll(connection);
        reached(connection, epoch, State.LOADING);
        return new Found(epoch, State.LOADING);
    }

    /**
     * Makes the next copy start from scratch: it drops everything that an earlier copy has created. Joins the connection's transaction.
     *
     * @param epoch the last epoch of any owner; all owners are fenced off
     * @param state {@link State#LOADING} to start a copy; {@link State#DONE} to keep only the epoch
     */
    public void prepareRestart(Connection connection, long epoch, State state) throws SQLException {
        if (state == State.DONE) {
            forgetAll(connection);
        } else {
            ofPipeline(connection, "DELETE FROM gaussferry.copy_range");
            ofPipeline(connection, "DELETE FROM gaussferry.copy_view");
            placements.forgetAll(connection);
            // no table has such a definition, and the outcome for its name can still be read
            ofPipeline(
                    connection, "UPDATE gaussferry.copy_table SET definition = concat(definition, '" + OUTDATED + "')");
        }
        Sql.execute(
                connection,
                "UPDATE gaussferry.copy SET epoch = greatest(epoch, ?) + 1, state = ? WHERE pipeline = ?",
                epoch,
                state.name(),
                pipeline);
    }

    /** Returns the state of the copy without taking ownership; empty if there is none. */
    public Optional<State> state(Connection connection) throws SQLException {
        if (!TargetState.hasTable(connection, "copy")) {
            return Optional.empty();
        }
        return Sql.first(
                connection,
                row -> State.valueOf(row.getString(1)),
                "SELECT state FROM gaussferry.copy WHERE pipeline = ?",
                pipeline);
    }

    /**
     * Adds rows that the connection's transaction has copied. Must be the last statement of the transaction, because all workers update
     * the same row.
     *
     * @throws GaussferryException if another daemon has taken over; the transaction must not be committed then
     */
    void count(Connection connection, long epoch, long rows) throws SQLException {
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.copy SET copied_rows = copied_rows + ?,"
                        + " updated_at = clock_timestamp() WHERE pipeline = ? AND epoch = ?",
                rows,
                pipeline,
                epoch);
        if (changed != 1) {
            throw fenced(epoch);
        }
    }

    /** Stores the state of the copy. Joins the connection's transaction. */
    public void reached(Connection connection, long epoch, State state) throws SQLException {
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.copy SET state = ? WHERE pipeline = ? AND epoch = ?",
                state.name(),
                pipeline,
                epoch);
        if (changed != 1) {
            throw fenced(epoch);
        }
    }

    private GaussferryException fenced(long epoch) {
        return new FencedException(
                ErrorCode.PIPELINE_TAKEN_OVER,
                "Another daemon has taken over pipeline \"" + pipeline + "\" during its copy (this one held epoch "
                        + epoch + "). Nothing of the last ranges was committed.",
                "run one daemon per pipeline; give each its own gaussferry.pipeline if they are different migrations");
    }

    /** Returns the seconds since the last copied row, by the target's clock; empty without a copy. Does not need ownership. */
    public OptionalLong secondsSinceCopy(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                // the difference of two timestamps is an interval on PostgreSQL, and a number of seconds with dolphin
                "SELECT CAST(floor(date_part('epoch', clock_timestamp()) - date_part('epoch', updated_at)) AS bigint)"
                        + " FROM gaussferry.copy WHERE pipeline = ?")) {
            select.setString(1, pipeline);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** Returns the tables created by an unfinished copy; empty if there is no such copy. Does not need ownership. */
    public Optional<Set<TableId>> unfinished(Connection connection) throws SQLException {
        if (state(connection).filter(state -> state != State.DONE).isEmpty()) {
            return Optional.empty();
        }
        Set<TableId> created = new HashSet<>();
        tables(connection).forEach((id, table) -> {
            if (table.created()) {
                created.add(id);
            }
        });
        return Optional.of(created);
    }

    /** Returns the tables that an unfinished copy has adopted: their rows belong to the copy. Does not need ownership. */
    public Set<TableId> adoptedTables(Connection connection) throws SQLException {
        return state(connection).filter(state -> state != State.DONE).isEmpty()
                ? Set.of()
                : tables(connection).keySet();
    }

    Map<TableId, Table> tables(Connection connection) throws SQLException {
        Map<TableId, Table> tables = new TreeMap<>();
        Sql.each(
                connection,
                row -> tables.put(
                        new TableId(row.getString(1), row.getString(2)),
                        new Table(row.getBoolean(3), row.getBoolean(4), row.getString(5))),
                "SELECT schema_name, table_name, created, complete, definition"
                        + " FROM gaussferry.copy_table WHERE pipeline = ?",
                pipeline);
        return tables;
    }

    /** Returns the foreign keys that the copied tables had at the source when the copy started. */
    public Map<TableId, List<ForeignKeyDefinition>> foreignKeys(Connection connection) throws SQLException {
        Map<TableId, List<ForeignKeyDefinition>> keys = new HashMap<>();
        tables(connection).forEach((id, table) -> {
            // an earlier version did not store them
            if (table.definition().contains(TYPES)) {
                keys.put(id, TableDefinitionFormat.readForeignKeys(table.definition()));
            }
        });
        return keys;
    }

    void addTables(Connection connection, Map<TableId, Table> added) throws SQLException {
        // the driver sends a boolean parameter as a number, which PostgreSQL does not accept
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.copy_table VALUES (?, ?, ?, ? = 1, ? = 1, ?)")) {
            for (Map.Entry<TableId, Table> entry : added.entrySet()) {
                Table table = entry.getValue();
                insert.setString(1, pipeline);
                insert.setString(2, entry.getKey().schema());
                insert.setString(3, entry.getKey().name());
                insert.setInt(4, table.created() ? 1 : 0);
                insert.setInt(5, table.complete() ? 1 : 0);
                insert.setString(6, table.definition());
                insert.addBatch();
            }
            int[] unused = insert.executeBatch();
        }
    }

    /**
     * Copies from another pipeline's copy whether it created a table or adopted an existing one, on which structural comparisons depend.
     * Joins the connection's transaction.
     *
     * @param other the pipeline that has completed the copy of the table
     * @param isNew whether this pipeline did not have the table before
     */
    public void copyOrigin(Connection connection, String other, TableId id, boolean isNew) throws SQLException {
        String ofOther = " WHERE pipeline = ? AND schema_name = ? AND table_name = ?";
        try (PreparedStatement recreated = connection.prepareStatement("UPDATE gaussferry.copy_table SET created = true"
                + OF_TABLE + " AND EXISTS (SELECT 1 FROM gaussferry.copy_table" + ofOther + " AND created)")) {
            set(recreated, id);
            recreated.setString(4, other);
            recreated.setString(5, id.schema());
            recreated.setString(6, id.name());
            recreated.executeUpdate();
        }
        if (!isNew) {
            return;
        }
        try (PreparedStatement forget = connection.prepareStatement("DELETE FROM gaussferry.copy_table" + OF_TABLE)) {
            set(forget, id);
            forget.executeUpdate();
        }
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.copy_table"
                        + " SELECT ?, schema_name, table_name, created, complete, definition FROM gaussferry.copy_table"
                        + ofOther,
                pipeline,
                other,
                id.schema(),
                id.name());
    }

    void complete(Connection connection, TableId id) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE gaussferry.copy_table SET complete = true" + OF_TABLE)) {
            set(update, id);
            update.executeUpdate();
        }
    }

    /**
     * Returns to copying for tables whose rows must all be copied again; their copied rows are discarded then. Joins the connection's
     * transaction.
     *
     * @throws GaussferryException if there is no copy in state CATCHING_UP
     */
    public void returnToLoading(Connection connection, Collection<TableId> tables) throws SQLException {
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.copy SET state = 'LOADING' WHERE pipeline = ? AND state = 'CATCHING_UP'",
                pipeline);
        if (changed != 1) {
            throw new GaussferryException(
                    ErrorCode.PIPELINE_TAKEN_OVER,
                    "The copy of pipeline \"" + pipeline + "\" has changed since this run started.",
                    "run one daemon per pipeline, and start again",
                    null);
        }
        for (TableId table : tables) {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE gaussferry.copy_table SET definition = concat(definition, '"
                            + OUTDATED + "')" + OF_TABLE)) {
                set(update, table);
                update.executeUpdate();
            }
        }
    }

    /** Deletes a table and its ranges. */
    void forget(Connection connection, TableId table) throws SQLException {
        ranges.forget(connection, table);
        placements.forget(connection, table);
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM gaussferry.copy_table" + OF_TABLE)) {
            set(delete, table);
            delete.executeUpdate();
        }
    }

    private void set(PreparedStatement statement, TableId table) throws SQLException {
        statement.setString(1, pipeline);
        statement.setString(2, table.schema());
        statement.setString(3, table.name());
    }

    /** Deletes all tables, views and ranges. */
    private void forgetAll(Connection connection) throws SQLException {
        ofPipeline(connection, "DELETE FROM gaussferry.copy_range");
        ofPipeline(connection, "DELETE FROM gaussferry.copy_view");
        ofPipeline(connection, "DELETE FROM gaussferry.copy_table");
        placements.forgetAll(connection);
    }

    private void ofPipeline(Connection connection, String change) throws SQLException {
        Sql.execute(connection, change + " WHERE pipeline = ?", pipeline);
    }
}
