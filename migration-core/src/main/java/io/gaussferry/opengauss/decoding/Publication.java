package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which tables of the target are read by logical decoding. Joins the connection's transaction. */
public final class Publication {

    private static final String IDENTITY = "SELECT c.relreplident FROM pg_catalog.pg_class c"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relname = ?";

    private final String name;

    /** @param name its name, unquoted */
    public Publication(String name) {
        this.name = name;
    }

    /**
     * Creates it in place of any of this name, and has the tables log as much of their old rows as is needed; one that logs more goes on
     * doing that.
     *
     * @param tables by their names on the target; gaussferry's own are added
     * @param longest how long to wait for a table's lock; the driver cancels the statement then ({@code 57014})
     */
    public void create(Connection connection, Map<TableId, OldRows> tables, Duration longest) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout((int) Math.max(1, longest.toSeconds()));
            for (Map.Entry<TableId, OldRows> table : tables.entrySet()) {
                String quoted = Identifiers.quoteTarget(table.getKey());
                OldRows needed = table.getValue();
                if (!needed.isToldBy(identity(connection, table.getKey()))) {
                    statement.execute("ALTER TABLE " + quoted + " REPLICA IDENTITY " + needed.option());
                }
                names.add(quoted);
            }
            names.add(Identifiers.quoteTarget(DecodedTables.PROGRESS));
            names.add(Identifiers.quoteTarget(DecodedTables.PROBE));
            drop(connection);
            statement.execute(
                    "CREATE PUBLICATION " + Identifiers.quoteTarget(name) + " FOR TABLE " + String.join(", ", names));
        }
    }

    private static char identity(Connection connection, TableId table) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(IDENTITY)) {
            query.setString(1, table.schema());
            query.setString(2, table.name());
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getString(1).charAt(0) : 'n';
            }
        }
    }

    /** Drops it, if it is there. Tables go on logging their old rows. */
    public void drop(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP PUBLICATION IF EXISTS " + Identifiers.quoteTarget(name));
        }
    }
}
