package io.gaussferry.checkpoint;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.state.TargetState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table {@code gaussferry.table_history} on the target: the definition of each replicated table at the position where the pipeline
 * started. It is written in the transaction that writes the first progress. Replication reads rows by these definitions and not by the
 * source's current ones.
 */
public final class TableHistory {

    private static final String OF_TABLE = " WHERE pipeline = ? AND schema_name = ? AND table_name = ?";

    private final String pipeline;

    /** @param pipeline the name of the pipeline; several pipelines may share one target */
    public TableHistory(String pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Replaces all rows of a pipeline by the definitions at its start.
     *
     * @param definitions the serialized definitions, by table
     * @param validFrom the transactions after which they were in force
     */
    public void begin(Connection connection, Map<TableId, String> definitions, GtidSet validFrom) throws SQLException {
        Sql.execute(connection, "DELETE FROM gaussferry.table_history WHERE pipeline = ?", pipeline);
        for (Map.Entry<TableId, String> entry : definitions.entrySet()) {
            insert(connection, entry.getKey(), entry.getValue(), validFrom);
        }
    }

    /**
     * Stores the new definition of a table. {@code valid_from} of an existing table does not change: it is the start of its migration.
     * Joins the connection's transaction.
     *
     * @param executed the transactions after which a new table exists
     */
    public void put(Connection connection, TableId table, String definition, GtidSet executed) throws SQLException {
        int changed = Sql.update(
                connection,
                "UPDATE gaussferry.table_history SET definition = ?" + OF_TABLE,
                definition,
                pipeline,
                table.schema(),
                table.name());
        if (changed == 0) {
            insert(connection, table, definition, executed);
        }
    }

    /** Deletes a dropped table. Joins the connection's transaction. */
    public void remove(Connection connection, TableId table) throws SQLException {
        Sql.execute(
                connection, "DELETE FROM gaussferry.table_history" + OF_TABLE, pipeline, table.schema(), table.name());
    }

    private void insert(Connection connection, TableId table, String definition, GtidSet validFrom)
            throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO gaussferry.table_history VALUES (?, ?, ?, ?, ?)",
                pipeline,
                table.schema(),
                table.name(),
                validFrom.toString(),
                definition);
    }

    /** Returns the serialized definitions, sorted by name: their indexes get free names in this order. */
    public Map<TableId, String> read(Connection connection) throws SQLException {
        Map<TableId, String> definitions = new TreeMap<>();
        Sql.each(
                connection,
                rows -> definitions.put(new TableId(rows.getString(1), rows.getString(2)), rows.getString(3)),
                "SELECT schema_name, table_name, definition FROM gaussferry.table_history WHERE pipeline = ?",
                pipeline);
        return definitions;
    }

    /** Returns the transactions with which the pipeline started; empty if there is no history. For readers without ownership. */
    public GtidSet startedAfter(Connection connection) throws SQLException {
        if (!TargetState.hasTable(connection, "table_history")) {
            return new GtidSet();
        }
        List<GtidSet> starts = Sql.list(
                connection,
                rows -> GtidSet.parse(rows.getString(1)),
                "SELECT DISTINCT valid_from FROM gaussferry.table_history WHERE pipeline = ?",
                pipeline);
        // tables created since are in force after more transactions
        return starts.stream().min(Comparator.comparingLong(GtidSet::count)).orElseGet(GtidSet::new);
    }
}
