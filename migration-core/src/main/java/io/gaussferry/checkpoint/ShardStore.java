package io.gaussferry.checkpoint;

import io.gaussferry.model.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What shards have agreed on, kept on their target: the changes of each table's definition in {@code gaussferry.shard_change}, numbered
 * from 1 in the order in which the first shard had each, and in {@code gaussferry.shard_place} how many of them each shard has. All
 * methods join the connection's transaction.
 */
public final class ShardStore {

    private static final String CHANGES = "shard_change";

    private static final String CREATE_CHANGES = "CREATE TABLE gaussferry.shard_change (shards text NOT NULL,"
            + " table_name text NOT NULL, number integer NOT NULL, definition_before text, definition_after text,"
            + " pipeline text NOT NULL, database_name text NOT NULL, gtid text NOT NULL,"
            + " PRIMARY KEY (shards, table_name, number))";

    private static final String PLACES = "shard_place";

    private static final String CREATE_PLACES = "CREATE TABLE gaussferry.shard_place (shards text NOT NULL,"
            + " table_name text NOT NULL, pipeline text NOT NULL, database_name text NOT NULL, number integer NOT NULL,"
            + " PRIMARY KEY (shards, table_name, pipeline, database_name))";

    private final String pipeline;

    /** @param pipeline the name of the one whose shards are meant */
    public ShardStore(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * A table of a shard.
     *
     * @param of what the database is a shard of
     * @param table its name at the source
     */
    public record ShardTable(String of, TableId table) {}

    /**
     * A change that shards have agreed on.
     *
     * @param before the table's definition before it, as text without names of databases; null where there was none
     * @param after the same behind it; null where there is none
     * @param pipeline who had it first
     * @param database the shard of that pipeline
     * @param gtid its transaction
     */
    public record Agreed(
            @Nullable String before, @Nullable String after, String pipeline, String database, String gtid) {}

    /**
     * How far a shard is with a table.
     *
     * @param of what it is a shard of
     * @param table the table's name
     * @param database the shard
     * @param number how many of the changes it has
     * @param agreed how many there are
     */
    public record Place(String of, String table, String pipeline, String database, int number, int agreed) {}

    /** Creates the tables that are missing; the schema must be there. */
    public void createIfMissing(Connection connection) throws SQLException {
        OwnTables.createIfMissing(connection, CHANGES, CREATE_CHANGES);
        OwnTables.createIfMissing(connection, PLACES, CREATE_PLACES);
    }

    /** Forgets how far the pipeline's shards are: it begins. */
    public void begin(Connection connection) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM gaussferry.shard_place WHERE pipeline = ?")) {
            delete.setString(1, pipeline);
            delete.executeUpdate();
        }
    }

    /** Has nobody else agree on anything until the transaction ends. Needs READ COMMITTED, to read then what was agreed before. */
    public void lock(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE gaussferry.shard_change IN SHARE ROW EXCLUSIVE MODE");
        }
    }

    /** Returns what was agreed on for a table, in order. */
    public List<Agreed> agreed(Connection connection, ShardTable shard) throws SQLException {
        List<Agreed> agreed = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT definition_before, definition_after, pipeline,"
                        + " database_name, gtid FROM gaussferry.shard_change WHERE shards = ? AND table_name = ? ORDER BY number")) {
            select.setString(1, shard.of());
            select.setString(2, shard.table().name());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    agreed.add(new Agreed(
                            row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5)));
                }
            }
        }
        return agreed;
    }

    /**
     * Adds a change of a shard of this pipeline behind those that were agreed on.
     *
     * @param number one more than there are
     * @param before see {@link Agreed}
     * @param gtid its transaction
     */
    public void add(
            Connection connection,
            ShardTable shard,
            int number,
            @Nullable String before,
            @Nullable String after,
            String gtid)
            throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.shard_change VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, shard.of());
            insert.setString(2, shard.table().name());
            insert.setInt(3, number);
            insert.setString(4, before);
            insert.setString(5, after);
            insert.setString(6, pipeline);
            insert.setString(7, shard.table().schema());
            insert.setString(8, gtid);
            insert.executeUpdate();
        }
    }

    /** Returns how many of the changes a shard of this pipeline has; empty where that is not noted. */
    public OptionalInt place(Connection connection, ShardTable shard) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT number FROM gaussferry.shard_place"
                + " WHERE shards = ? AND table_name = ? AND pipeline = ? AND database_name = ?")) {
            setShard(select, shard);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
            }
        }
    }

    /**
     * Notes how many of the changes a shard of this pipeline has.
     *
     * @param number empty where that is not known, as its definition is none of those that were agreed on
     */
    public void put(Connection connection, ShardTable shard, OptionalInt number) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM gaussferry.shard_place"
                + " WHERE shards = ? AND table_name = ? AND pipeline = ? AND database_name = ?")) {
            setShard(delete, shard);
            delete.executeUpdate();
        }
        if (number.isEmpty()) {
            return;
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO gaussferry.shard_place VALUES (?, ?, ?, ?, ?)")) {
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
     * Returns how far all pipelines' shards are with the tables that have changed; none where there are no such tables yet. For those
     * who only look, too.
     *
     * @param of what they are shards of
     */
    public static List<Place> places(Connection connection, String of) throws SQLException {
        List<Place> places = new ArrayList<>();
        if (!OwnTables.exists(connection, PLACES)) {
            return places;
        }
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT p.table_name, p.pipeline, p.database_name,"
                        + " p.number, (SELECT count(*) FROM gaussferry.shard_change c WHERE c.shards = p.shards"
                        + " AND c.table_name = p.table_name) FROM gaussferry.shard_place p WHERE p.shards = ? ORDER BY 1, 2, 3")) {
            select.setString(1, of);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    places.add(new Place(
                            of, row.getString(1), row.getString(2), row.getString(3), row.getInt(4), row.getInt(5)));
                }
            }
        }
        return places;
    }
}
