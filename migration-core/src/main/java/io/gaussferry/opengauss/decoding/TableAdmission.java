package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.decoding.TargetRelations.Relation;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.target.TargetDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Admits tables to an armed reverse replication: tables that were altered, and tables that were created. All methods join
 * the connection's transaction. Stateless.
 */
public final class TableAdmission {

    /** Sessions of the application wait as long behind a lock that waits for its table. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    private final DecodingSettings settings;
    private final TargetDialect dialect;
    private final Publication publication;

    /** Admits tables to the publication of these settings. */
    public TableAdmission(DecodingSettings settings, TargetDialect dialect) {
        this.settings = settings;
        this.dialect = dialect;
        this.publication = new Publication(settings.publication());
    }

    /** Makes the target log the old rows of a table as its present definition requires. */
    public void identify(Connection connection, TableDefinition table, TargetShape shape) throws SQLException {
        Map<TableId, ReplicaIdentity> needed =
                Map.of(table.targetId(), ReplicaIdentity.of(table, shape, settings.conversion(dialect.profile())));
        if (Publication.identified(connection, needed).isEmpty()) {
            Publication.identify(connection, needed, LOCK_WAIT);
        }
    }

    /**
     * Locks a table against writers until the end of the transaction, and adds it to the publication.
     *
     * @return the position in the log that separates the table's present rows from later changes
     */
    public long admit(Connection connection, TableDefinition table, TargetShape shape) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout((int) LOCK_WAIT.toSeconds());
            statement.execute("LOCK TABLE " + Identifiers.quoteTarget(table.targetId()) + " IN EXCLUSIVE MODE");
        }
        identify(connection, table, shape);
        TableId id = table.targetId();
        Relation relation = TargetRelations.read(connection, Set.of(id.schema()), settings.publication())
                .get(id);
        if (relation == null) {
            throw DecodedTables.changed(id, "the table no longer exists");
        }
        if (!relation.isPublished()) {
            publication.add(connection, id);
        }
        return new LogicalSlot(settings.slot(), dialect.decoding()).logEnd(connection);
    }

    /** Returns the stored definitions of an armed reverse replication with the publication's entry of a new table. */
    public String members(Connection connection, Map<TableId, String> armed, long oid) throws SQLException {
        return new PublicationMembers(settings.publication())
                .with(connection, armed.getOrDefault(PublicationMembers.STORED_AS, ""), Set.of(oid));
    }
}
