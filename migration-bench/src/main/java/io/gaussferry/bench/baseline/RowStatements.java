package io.gaussferry.bench.baseline;

import io.gaussferry.bench.change.RowChange;
import io.gaussferry.bench.change.TableShape;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Executes one statement per changed row, over one connection. For one thread at a time. */
public final class RowStatements {
    private final Connection connection;
    private final String schema;
    private final boolean isMySql;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    /** @param isMySql whether the statements are in MySQL's SQL instead of the target's */
    public RowStatements(Connection connection, String schema, boolean isMySql) {
        this.connection = connection;
        this.schema = schema;
        this.isMySql = isMySql;
    }

    /** Executes the changes in order. */
    public void execute(List<RowChange> changes) throws SQLException {
        for (RowChange change : changes) {
            int touched = execute(change);
            if (touched != 1) {
                throw new SQLException("a change of table " + change.table().name() + " affected " + touched + " rows");
            }
        }
    }

    /** Commits the changes, where they are not autocommitted. */
    public void commit() throws SQLException {
        connection.commit();
    }

    private int execute(RowChange change) throws SQLException {
        TableShape table = change.table();
        if (change.before() == null) {
            PreparedStatement insert = prepared("insert", table);
            bind(insert, 1, change.resulting(), allColumns(table));
            return insert.executeUpdate();
        }
        if (change.after() == null) {
            PreparedStatement delete = prepared("delete", table);
            bind(delete, 1, change.existing(), table.key());
            return delete.executeUpdate();
        }
        PreparedStatement update = prepared("update", table);
        int next = bind(update, 1, change.resulting(), allColumns(table));
        bind(update, next, change.existing(), table.key());
        return update.executeUpdate();
    }

    private static int bind(PreparedStatement statement, int first, @Nullable String[] row, List<Integer> columns)
            throws SQLException {
        int parameter = first;
        for (int column : columns) {
            statement.setString(parameter++, row[column]);
        }
        return parameter;
    }

    private static List<Integer> allColumns(TableShape table) {
        return IntStream.range(0, table.columns().size()).boxed().toList();
    }

    private PreparedStatement prepared(String kind, TableShape table) throws SQLException {
        String name = kind + " " + table.name();
        PreparedStatement known = statements.get(name);
        if (known != null) {
            return known;
        }
        PreparedStatement fresh = connection.prepareStatement(sql(kind, table));
        statements.put(name, fresh);
        return fresh;
    }

    private String sql(String kind, TableShape table) {
        if (kind.equals("insert")) {
            return "INSERT INTO " + in(table) + " VALUES ("
                    + allColumns(table).stream()
                            .map(column -> parameter(table, column))
                            .collect(Collectors.joining(", "))
                    + ")";
        }
        if (table.key().isEmpty()) {
            throw new IllegalArgumentException("table " + table.name() + " has no key that identifies a row");
        }
        String where = " WHERE "
                + table.key().stream()
                        .map(column -> quoted(table, column) + " = " + parameter(table, column))
                        .collect(Collectors.joining(" AND "));
        if (kind.equals("delete")) {
            return "DELETE FROM " + in(table) + where;
        }
        return "UPDATE " + in(table) + " SET "
                + allColumns(table).stream()
                        .map(column -> quoted(table, column) + " = " + parameter(table, column))
                        .collect(Collectors.joining(", "))
                + where;
    }

    private String in(TableShape table) {
        return isMySql ? "`" + schema + "`.`" + table.name() + "`" : table.in(schema);
    }

    private String quoted(TableShape table, int column) {
        return isMySql ? "`" + table.columns().get(column) + "`" : table.quoted(column);
    }

    private String parameter(TableShape table, int column) {
        return isMySql ? "?" : "CAST(? AS " + table.types().get(column) + ")";
    }
}
