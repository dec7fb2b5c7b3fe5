package io.gaussferry.apply.mysql;

import io.gaussferry.apply.RowWriter;
import io.gaussferry.apply.RowWriters;
import io.gaussferry.change.RowChange;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.decoding.RefusedChangeException;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Writers of MySQL rows over one connection of {@link io.gaussferry.mysql.SourceConnections#openForWriting}: as rows
 * events if the account has the privilege, otherwise as statements. Foreign keys are not checked, as on a MySQL
 * replica: changes by a cascade of openGauss arrive as separate changes.
 */
public final class MySqlRowWriters implements RowWriters {

    private final Connection connection;
    private final Map<TableId, MySqlTable> tables;
    private final int statementLength;
    private final Set<TableId> incomplete;
    private final Optional<RowEventSession> events;
    private final Map<TableId, RowWriter> writers = new HashMap<>();
    private final Map<TableId, RowWriter> writersOfIncomplete = new HashMap<>();

    /**
     * @param connection opened by {@link io.gaussferry.mysql.SourceConnections#openForWriting}
     * @param tables by their names in MySQL
     * @param statementLength maximum length of a statement in characters, exceeded by its last row
     */
    public MySqlRowWriters(Connection connection, Map<TableId, MySqlTable> tables, int statementLength)
            throws SQLException {
        this(connection, tables, statementLength, Set.of());
    }

    /**
     * @param incomplete tables in which MySQL may lack rows; further ones may be added at any time. The other parameters
     *     are those of the other constructor
     */
    public MySqlRowWriters(
            Connection connection, Map<TableId, MySqlTable> tables, int statementLength, Set<TableId> incomplete)
            throws SQLException {
        this.incomplete = incomplete;
        this.connection = connection;
        this.tables = tables;
        this.statementLength = statementLength;
        // four characters of BASE64 are three bytes
        this.events = RowEventSession.open(connection, statementLength / 4 * 3);
    }

    /**
     * Returns whether a session would write rows as events. Otherwise it writes statements, which fire triggers. Rolls
     * back the open transaction.
     */
    public static boolean supportsRowEvents(Connection connection) throws SQLException {
        return RowEventSession.open(connection, 0).isPresent();
    }

    /** Returns whether such a session writes all changes of a table as events. */
    public static boolean writesAllChangesAsEvents(TableDefinition table) {
        return table.rowKey().isPresent() && RowEventTableWriter.supports(table);
    }

    @Override
    public RowWriter of(TableDefinition definition) {
        boolean isIncomplete =
                incomplete.contains(definition.id()) && definition.rowKey().isPresent();
        return isIncomplete
                ? writersOfIncomplete.computeIfAbsent(definition.id(), this::writerOfIncomplete)
                : writers.computeIfAbsent(definition.id(), this::writer);
    }

    private RowWriter writer(TableId id) {
        MySqlTable table = table(id);
        RowWriter statements = new MySqlTableWriter(connection, table, statementLength);
        return events.filter(session -> RowEventTableWriter.supports(table.definition()))
                .<RowWriter>map(session -> new RowEventTableWriter(session, table, statements))
                .orElse(statements);
    }

    private RowWriter writerOfIncomplete(TableId id) {
        return new IdenticalKeyWriter(
                new MySqlTableWriter(connection, table(id), statementLength),
                writers.computeIfAbsent(id, this::writer));
    }

    private MySqlTable table(TableId id) {
        return Objects.requireNonNull(tables.get(id), "no table " + id + " in MySQL");
    }

    @Override
    public boolean switchOffForeignKeys(RowChange change) {
        return false; // already disabled
    }

    @Override
    public void switchOnForeignKeys() {
        // never enabled in these sessions
    }

    @Override
    public String server() {
        return "MySQL";
    }

    @Override
    public String remedy(RowChange change, SQLException failure) {
        return "compare the row on both sides: another session changed MySQL after the switch, or MySQL has a constraint that openGauss"
                + " does not have; no change of this transaction is in MySQL. " + RefusedChangeException.REMEDY;
    }
}
