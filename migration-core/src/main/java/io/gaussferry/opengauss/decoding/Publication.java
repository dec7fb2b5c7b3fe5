package io.gaussferry.opengauss.decoding;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.Identifiers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Which tables of the target are read by logical decoding. Joins the connection's transaction. */
public final class Publication {

    private final String name;

    /** @param name its name, unquoted */
    public Publication(String name) {
        this.name = name;
    }

    /**
     * Creates it in place of any of this name, and has the tables log their old rows whole: no change is known without them.
     *
     * @param tables by their names on the target; gaussferry's own are added
     * @param longest how long to wait for a table's lock; the driver cancels the statement then ({@code 57014})
     */
    public void create(Connection connection, Collection<TableId> tables, Duration longest) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout((int) Math.max(1, longest.toSeconds()));
            for (TableId table : tables) {
                String quoted = Identifiers.quoteTarget(table);
                statement.execute("ALTER TABLE " + quoted + " REPLICA IDENTITY FULL");
                names.add(quoted);
            }
            names.add(Identifiers.quoteTarget(DecodedTables.PROGRESS));
            names.add(Identifiers.quoteTarget(DecodedTables.PROBE));
            drop(connection);
            statement.execute(
                    "CREATE PUBLICATION " + Identifiers.quoteTarget(name) + " FOR TABLE " + String.join(", ", names));
        }
    }

    /** Drops it, if it is there. Tables go on logging their old rows whole. */
    public void drop(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP PUBLICATION IF EXISTS " + Identifiers.quoteTarget(name));
        }
    }
}
