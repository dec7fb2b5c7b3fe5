package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The agreement of shards, stored on their common target: the changes of each table's definition in {@code gaussferry.shard_change},
 * numbered from 1 in the order in which the first shard had each, and the number of changes of each shard in {@code
 * gaussferry.shard_position}. All methods join the connection's transaction.
 */
public final class ShardStore {

    private static final String PROGRESS = "shard_position";

    private final String pipeline;

    /** @param pipeline the name of the pipeline of the shards */
    public ShardStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A table of a shard.
     *
     * @param of the name that the shards have in common
     * @param table its name at the source
     */
    public record ShardTable(String of, TableId table) {}

    /**
     * A change that the shards have agreed on.
     *
     * @param before the serialized definition before the change, without database names; null if there was none
     * @param after the same after the change; null if there is none
     * @param pipeline the first pipeline with the change
     * @param database the shard of that pipeline
     * @param gtid of its transaction
     */
    public record Agreed(
            @Nullable String before, @Nullable String after, String pipeline, String database, String gtid) {}

    /**
     * The progress of a shard in the changes of a table.
     *
     * @param of the name that the shards have in common
     * @param table the table's name
     * @param database the shard
     * @param number of changes that the shard has
     * @param agreed the total number of changes
     */
    public record ShardProgress(String of, String table, String pipeline, String database, int number, int agreed) {}

    /** Deletes the progress of the pipeline's shards at its start. */
    public void begin(Connection connection) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.shard_position WHERE pipeline = ?", pipeline);
    }

    /** Prevents other agreements until the transaction ends. Needs READ COMMITTED, so that later reads see the earlier agreements. */
    public void lock(Connection connection) throws SQLException {
        Sql.execute(connection, "LOCK TABLE gaussferry.shard_change IN SHARE ROW EXCLUSIVE MODE");
    }

    /** Returns the agreed changes of a table, in order. */
    public List<Agreed> agreed(Connection connection, ShardTable shard) throws SQLException {
        return Sql.list(
                connection,
                row -> new Agreed(
                        row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5)),
                "SELECT definition_before, definition_after, pipeline,"
                        + " database_name, gtid FROM gaussferry.shard_change WHERE shards = ? AND table_name = ? ORDER BY number",
                shard.of(),
                shard.table().name());
    }

    /**
     * Appends a change of a shard of this pipeline to the agreed changes.
     *
     * @param number one more than the current number
     * @param before see {@link Agreed}
     * @param gtid of its transaction
     */
    public void add(
            Connection connection,
            ShardTable shard,
            int number,
            @Nullable String before,
            @Nullable String after,
            String gtid)
            throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.shard_change VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                shard.of(),
                shard.table().name(),
                number,
                before,
                after,
                pipeline,
                shard.table().schema(),
                gtid);
    }

    /** Returns the number of changes that a shard of this pipeline has; empty if it is not recorded. */
    public OptionalInt number(Connection connection, ShardTable shard) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT number FROM gaussferry.shard_position"
                + " WHERE shards = ? AND table_name = ? AND pipeline = ? AND database_name = ?")) {
            setShard(select, shard);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
            }
        }
    }

    /**
     * Stores the number of changes that a shard of this pipeline has.
     *
     * @param number empty if it is unknown because the shard's definition is none of the agreed ones
     */
    public void put(Connection connection, ShardTable shard, OptionalInt number) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM gaussferry.shard_position"
                + " WHERE shards = ? AND table_name = ? AND pipeline = ? AND database_name = ?")) {
            setShard(delete, shard);
            delete.executeUpdate();
        }
        if (number.isEmpty()) {
            return;
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.shard_position VALUES (?, ?, ?, ?, ?)")) {
            setShard(insert, shard);
            insert.setInt(5, number.getAsInt());
            insert.executeUpdate();
        }
    }

    private void setShard(PreparedStatement statement, ShardTable shard) throws SQLException {
        statement.setString(1, shard.of());
        statement.setString(2, shard.table().name());
        statement.setString(3, pipeline);
        statement.setString(4, shard.table().schema());
    }

    /**
     * Returns the progress of all pipelines' shards in the tables that have changed; none if the table does not exist. Also for readers
     * without ownership.
     *
     * @param of the name that the shards have in common
     */
    public static List<ShardProgress> progress(Connection connection, String of) throws SQLException {
        List<ShardProgress> progress = new ArrayList<>();
        if (!TargetState.hasTable(connection, PROGRESS)) {
            return progress;
        }
        Sql.each(
                connection,
                row -> progress.add(new ShardProgress(
                        of, row.getString(1), row.getString(2), row.getString(3), row.getInt(4), row.getInt(5))),
                "SELECT p.table_name, p.pipeline, p.database_name,"
                        + " p.number, (SELECT count(*) FROM gaussferry.shard_change c WHERE c.shards = p.shards"
                        + " AND c.table_name = p.table_name) FROM gaussferry.shard_position p WHERE p.shards = ? ORDER BY 1, 2, 3",
                of);
        return progress;
    }
}
