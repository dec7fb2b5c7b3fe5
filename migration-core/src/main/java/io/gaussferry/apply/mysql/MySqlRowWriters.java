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

/**
 * The statements of MySQL over one connection of {@link io.gaussferry.mysql.SourceConnections#openToWrite}: its foreign keys are not looked at, as a replica of MySQL does
 * not: what a cascade of openGauss has changed comes as changes of its own.
 */
public final class MySqlRowWriters implements RowWriters {

    private final Connection connection;
    private final Map<TableId, MySqlTable> tables;
    private final int statementLength;
    private final Map<TableId, MySqlTableWriter> writers = new HashMap<>();

    /**
     * @param connection opened by {@link io.gaussferry.mysql.SourceConnections#openToWrite}
     * @param tables by their names in MySQL
     * @param statementLength characters from which on a statement takes no more rows
     */
    public MySqlRowWriters(Connection connection, Map<TableId, MySqlTable> tables, int statementLength) {
        this.connection = connection;
        this.tables = tables;
        this.statementLength = statementLength;
    }

    @Override
    public RowWriter of(TableDefinition definition) {
        return writers.computeIfAbsent(
                definition.id(),
                id -> new MySqlTableWriter(
                        connection,
                        Objects.requireNonNull(tables.get(id), "no table " + id + " in MySQL"),
                        statementLength));
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
