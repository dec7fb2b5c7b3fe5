package io.gaussferry.opengauss.decoding;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The publication that selects the target's tables for logical decoding. Joins the connection's transaction. */
public final class Publication {

    private static final String IDENTITIES = "SELECT c.relreplident, c.relname FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ?";

    private final String name;

    /** @param name its name, unquoted */
    public Publication(String name) {
        this.name = name;
    }

    /**
     * Creates the publication, replacing an existing one.
     *
     * @param tables by their names on the target; Gaussferry's own are added
     * @param timeout maximum time to wait for a table's lock, after which the driver cancels the statement ({@code
     *     57014})
     */
    void create(Connection connection, Collection<TableId> tables, Duration timeout) throws SQLException {
        List<String> names = new ArrayList<>();
        tables.forEach(table -> names.add(Identifiers.quoteTarget(table)));
        names.add(Identifiers.quoteTarget(DecodedTables.PROGRESS));
        names.add(Identifiers.quoteTarget(DecodedTables.PROBE));
        drop(connection);
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(TimeLimit.seconds(timeout));
            statement.execute(
                    "CREATE PUBLICATION " + Identifiers.quoteTarget(name) + " FOR TABLE " + String.join(", ", names));
        }
    }

    /** Returns the tables whose replica identity logs what is needed, or more. */
    static Set<TableId> identified(Connection connection, Map<TableId, ReplicaIdentity> needed) throws SQLException {
        Set<TableId> identified = new TreeSet<>();
        Set<String> schemas = needed.keySet().stream().map(TableId::schema).collect(Collectors.toSet());
        for (String schema : schemas) {
            Sql.each(
                    connection,
                    row -> {
                        TableId table = new TableId(schema, row.getString(2));
                        ReplicaIdentity identity = needed.get(table);
                        if (identity != null
                                && identity.isSatisfiedBy(row.getString(1).charAt(0))) {
                            identified.add(table);
                        }
                    },
                    IDENTITIES,
                    schema);
        }
        return identified;
    }

    /**
     * Sets the replica identity of tables.
     *
     * @param needed by table; those that log more must not be among them
     * @param timeout maximum time to wait for the tables' locks
     */
    static void identify(Connection connection, Map<TableId, ReplicaIdentity> needed, Duration timeout)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(TimeLimit.seconds(timeout));
            for (Map.Entry<TableId, ReplicaIdentity> table : needed.entrySet()) {
                statement.addBatch("ALTER TABLE " + Identifiers.quoteTarget(table.getKey()) + " REPLICA IDENTITY "
                        + table.getValue().option());
            }
            statement.executeBatch();
        }
    }

    /** Adds a table that the publication does not have. */
    void add(Connection connection, TableId table) throws SQLException {
        Sql.execute(
                connection,
                "ALTER PUBLICATION " + Identifiers.quoteTarget(name) + " ADD TABLE " + Identifiers.quoteTarget(table));
    }

    /** Returns whether the publication exists. */
    public boolean exists(Connection connection) throws SQLException {
        return Sql.exists(connection, "SELECT 1 FROM pg_catalog.pg_publication WHERE pubname = ?", name);
    }

    /** Drops the publication if it exists. Keeps the tables' replica identities. */
    public void drop(Connection connection) throws SQLException {
        Sql.execute(connection, "DROP PUBLICATION IF EXISTS " + Identifiers.quoteTarget(name));
    }
}
