package io.gaussferry.apply.mysql;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a table that MySQL statements need, in addition to its definition.
 *
 * @param definition the table
 * @param columns properties of each column, in order
 */
public record MySqlTable(TableDefinition definition, List<Column> columns) {

    /**
     * A column.
     *
     * @param generated whether MySQL computes it, so that no statement may set it
     * @param onUpdate whether an update that does not set it changes it
     * @param collation the collation that compares its strings; null if it has none
     */
    public record Column(
            boolean generated, boolean onUpdate, @Nullable String collation) {}

    public MySqlTable {
        columns = List.copyOf(columns);
        if (columns.size() != definition.columns().size()) {
            throw new IllegalArgumentException(definition.id() + " has a different number of columns");
        }
    }

    private static final String COLUMNS = "SELECT column_name, generation_expression <> '', extra, collation_name"
            + " FROM information_schema.columns WHERE table_schema = ? AND table_name = ?";

    /**
     * Reads the properties of tables.
     *
     * @throws SQLException if MySQL does not respond, or if one of the tables or columns does not exist
     */
    public static Map<TableId, MySqlTable> read(Connection connection, Collection<TableDefinition> tables)
            throws SQLException {
        Map<TableId, MySqlTable> found = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(COLUMNS)) {
            for (TableDefinition table : tables) {
                select.setString(1, table.id().schema());
                select.setString(2, table.id().name());
                found.put(table.id(), new MySqlTable(table, columns(select, table)));
            }
        }
        return found;
    }

    /** Seconds for which a check waits for a table that another session has locked. */
    private static final int LOCK_WAIT_SECONDS = 5;

    /** ER_LOCK_WAIT_TIMEOUT. */
    private static final int LOCKED = 1205;

    /**
     * Executes every kind of statement of reverse replication on an empty set of rows. Throws if the account lacks a
     * privilege, or if another session has locked the table.
     */
    public void requireWritable(Connection connection) throws SQLException {
        String table = Identifiers.quoteSource(definition.id());
        List<String> written = IntStream.range(0, columns.size())
                .filter(column -> !columns.get(column).generated())
                .mapToObj(column ->
                        Identifiers.quoteSource(definition.columns().get(column).name()))
                .toList();
        String names = String.join(", ", written);
        try (Statement statement = connection.createStatement()) {
            // the default is a year
            statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
            statement.execute(
                    "INSERT INTO " + table + " (" + names + ") SELECT " + names + " FROM " + table + " WHERE FALSE");
            statement.execute("UPDATE " + table + " SET " + written.get(0) + " = " + written.get(0) + " WHERE FALSE");
            statement.execute("DELETE FROM " + table + " WHERE FALSE");
            statement.execute("SET SESSION lock_wait_timeout = DEFAULT");
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCKED) {
                throw e;
            }
            throw new GaussferryException(
                    ErrorCode.TABLE_LOCKED,
                    ErrorCategory.FATAL,
                    "Another session has locked table " + definition.id()
                            + " of MySQL, so that it cannot be written to.",
                    "end LOCK TABLES, FLUSH TABLES WITH READ LOCK, backups and changes of definitions in MySQL, and retry",
                    e);
        }
    }

    private static List<Column> columns(PreparedStatement select, TableDefinition table) throws SQLException {
        Map<String, Column> byName = new HashMap<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                boolean onUpdate = Objects.requireNonNullElse(rows.getString(3), "")
                        .toLowerCase(Locale.ROOT)
                        .contains("on update");
                byName.put(rows.getString(1), new Column(rows.getBoolean(2), onUpdate, rows.getString(4)));
            }
        }
        List<Column> columns = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            Column known = byName.get(column.name());
            if (known == null) {
                throw new SQLException("MySQL has no column " + column.name() + " in table " + table.id(), "42S22");
            }
            columns.add(known);
        }
        return columns;
    }
}
