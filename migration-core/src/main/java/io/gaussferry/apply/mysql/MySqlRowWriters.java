package io.gaussferry.apply.mysql;

import io.gaussferry.apply.RowWriter;
import io.gaussferry.apply.RowWriters;
import io.gaussferry.change.RowChange;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How rows are written to MySQL over one connection of {@link io.gaussferry.mysql.SourceConnections#openToWrite}: as rows events where
 * the account may, and otherwise as statements. Foreign keys are not looked at, as a replica of MySQL does not: what a cascade of openGauss
 * has changed comes as changes of its own.
 */
public final class MySqlRowWriters implements RowWriters {

    private final Connection connection;
    private final Map<TableId, MySqlTable> tables;
    private final int statementLength;
    private final Optional<RowEventSession> events;
    private final Map<TableId, RowWriter> writers = new HashMap<>();

    /**
     * @param connection opened by {@link io.gaussferry.mysql.SourceConnections#openToWrite}
     * @param tables by their names in MySQL
     * @param statementLength characters from which on a statement takes no more rows
     */
    public MySqlRowWriters(Connection connection, Map<TableId, MySqlTable> tables, int statementLength)
            throws SQLException {
        this.connection = connection;
        this.tables = tables;
        this.statementLength = statementLength;
        // four characters of BASE64 are three bytes
        this.events = RowEventSession.open(connection, statementLength / 4 * 3);
    }

    /** Returns whether a session's rows would be written as events; otherwise as statements, by which triggers fire. Rolls back what is open. */
    public static boolean takesEvents(Connection connection) throws SQLException {
        return RowEventSession.open(connection, 0).isPresent();
    }

    /** Returns whether such a session writes all changes of a table as events. */
    public static boolean areAllEvents(TableDefinition table) {
        return table.rowKey().isPresent() && RowEventTableWriter.takes(table);
    }

    @Override
    public RowWriter of(TableDefinition definition) {
        return writers.computeIfAbsent(definition.id(), this::writer);
    }

    private RowWriter writer(TableId id) {
        MySqlTable table = Objects.requireNonNull(tables.get(id), "no table " + id + " in MySQL");
        RowWriter statements = new MySqlTableWriter(connection, table, statementLength);
        return events.filter(session -> RowEventTableWriter.takes(table.definition()))
                .<RowWriter>map(session -> new RowEventTableWriter(session, table, statements))
                .orElse(statements);
    }

    @Override
    public boolean switchOffForeignKeys(RowChange change) {
        return false; // they are off
    }

    @Override
    public void switchOnForeignKeys() {
        // never for these sessions
    }

    @Override
    public String remedy(RowChange change, SQLException failure) {
        return "compare the row on both sides: MySQL was changed by somebody else since the switch, or has a constraint that openGauss has"
                + " not; nothing of this transaction is in MySQL";
    }
}
