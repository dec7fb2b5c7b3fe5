package io.gaussferry.apply.mysql;

import io.gaussferry.apply.BatchPlan;
import io.gaussferry.apply.ChangedColumns;
import io.gaussferry.apply.NetChanges.NetRow;
import io.gaussferry.apply.RowCountException;
import io.gaussferry.apply.RowWriter;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.mysql.wire.WireType;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.type.ColumnType;
import io.gaussferry.type.ImageLiteral;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes changes of one table to MySQL as statements with many rows of literals, the only form that represents every
 * value exactly and allows any number of rows. A statement ends at a maximum number of rows or characters.
 */
final class MySqlTableWriter implements RowWriter {

    /** Further rows do not make a statement faster, and a join with more rows uses a table on disk. */
    private static final int MAXIMUM_ROWS = 1_000;

    private static final int KEYS_AT_ONCE = 100;

    private final Connection connection;
    private final MySqlStatements statements;
    private final int[] keyColumns;
    private final int[] offsets;
    private final ChangedColumns changedColumns;
    private final int statementLength;

    private @Nullable TableVersion version;
    private ImageLiteral[] literals = {};

    /** @param statementLength maximum length of a statement in characters, exceeded by its last row */
    MySqlTableWriter(Connection connection, MySqlTable table, int statementLength) {
        this.connection = connection;
        this.keyColumns = BatchPlan.keyColumns(table.definition());
        this.statements = new MySqlStatements(table, keyColumns);
        int columns = table.columns().size();
        this.offsets = new int[columns + 1];
        this.changedColumns = new ChangedColumns(columns, keyColumns);
        this.statementLength = statementLength;
    }

    @Override
    public void writeOne(RowChange change) throws SQLException {
        switch (change.operation()) {
            case INSERT -> insert(List.of(RowImage.after(change)));
            case DELETE -> {
                if (keyColumns.length > 0) {
                    deleteByKey(List.of(RowImage.before(change)));
                } else {
                    deleteOne(RowImage.before(change));
                }
            }
            case UPDATE -> updateOne(change);
        }
    }

    private void deleteOne(RowImage row) throws SQLException {
        StringBuilder sql = new StringBuilder(statements.delete());
        appendMatch(row, sql);
        execute(sql, 1);
    }

    private void updateOne(RowChange change) throws SQLException {
        RowImage after = RowImage.after(change);
        BitSet changed = new BitSet();
        changedColumns.find(RowImage.before(change), after, changed);
        after.locate(offsets);
        StringBuilder sql = new StringBuilder(statements.update());
        List<Integer> columns = statements.toUpdate(changed);
        if (columns.isEmpty()) {
            sql.append(" SET ").append(statements.unchanged());
        }
        String separator = " SET ";
        for (int column : columns) {
            sql.append(separator).append(statements.name(column)).append(" = ");
            literal(after, column).write(change.bytes(), offsets[column], offsets[column + 1], sql);
            separator = ", ";
        }
        appendMatch(RowImage.before(change), sql);
        execute(sql, 1);
    }

    /**
     * Appends the condition that matches one row: by its key, or by all of its values if it has no key. The target has no value of MySQL's in
     * a generated column.
     */
    private void appendMatch(RowImage row, StringBuilder sql) {
        row.locate(offsets);
        byte[] bytes = row.change().bytes();
        sql.append(" WHERE ");
        if (keyColumns.length > 0) {
            for (int i = 0; i < keyColumns.length; i++) {
                int column = keyColumns[i];
                StringBuilder value = new StringBuilder();
                literal(row, column).write(bytes, offsets[column], offsets[column + 1], value);
                sql.append(i == 0 ? "" : " AND ").append(statements.keyEquals(column, value));
            }
            return;
        }
        String separator = "";
        for (int column : statements.written()) {
            StringBuilder value = new StringBuilder();
            literal(row, column).write(bytes, offsets[column], offsets[column + 1], value);
            sql.append(separator).append(statements.isIdentical(column, value));
            separator = " AND ";
        }
        sql.append(" LIMIT 1");
    }

    @Override
    public void insert(List<RowImage> images) throws SQLException {
        StringBuilder sql = new StringBuilder();
        int rows = 0;
        for (RowImage image : images) {
            if (rows == 0) {
                sql.append(statements.insert());
            }
            appendRow(image, statements.written(), rows == 0 ? "(" : ", (", sql);
            sql.append(')');
            rows++;
            if (isFull(sql, rows)) {
                execute(sql, rows);
                rows = 0;
            }
        }
        if (rows > 0) {
            execute(sql, rows);
        }
    }

    @Override
    public void deleteByKey(List<RowImage> images) throws SQLException {
        StringBuilder sql = new StringBuilder();
        int rows = 0;
        for (RowImage image : images) {
            if (rows == 0) {
                sql.append(statements.deleteByKeys());
            }
            appendKey(image, rows == 0 ? "(" : ", (", sql);
            sql.append(')');
            rows++;
            if (isFull(sql, rows)) {
                execute(sql.append(')'), rows);
                rows = 0;
            }
        }
        if (rows > 0) {
            execute(sql.append(')'), rows);
        }
    }

    private void appendKey(RowImage image, String before, StringBuilder sql) {
        image.locate(offsets);
        sql.append(before);
        for (int i = 0; i < keyColumns.length; i++) {
            int column = keyColumns[i];
            sql.append(i == 0 ? "" : ", ");
            literal(image, column).write(image.change().bytes(), offsets[column], offsets[column + 1], sql);
        }
    }

    @Override
    public void updateByKey(List<NetRow> rows) throws SQLException {
        for (Map.Entry<BitSet, List<NetRow>> group : changedColumns.group(rows).entrySet()) {
            updateByKey(group.getValue(), statements.toUpdate(group.getKey()));
        }
    }

    /** Updates only these columns: an unchanged JSON document keeps types that its textual form does not show. */
    private void updateByKey(List<NetRow> rows, List<Integer> columns) throws SQLException {
        int[] written = columns.stream().mapToInt(Integer::intValue).toArray();
        StringBuilder sql = new StringBuilder();
        int count = 0;
        for (NetRow row : rows) {
            if (count == 0) {
                sql.append(statements.updateBegin());
            }
            RowImage after = Objects.requireNonNull(row.after());
            appendRow(after, keyColumns, count == 0 ? "ROW(" : ", ROW(", sql);
            appendRow(after, written, ", ", sql);
            sql.append(')');
            count++;
            if (isFull(sql, count)) {
                execute(sql.append(statements.updateEnd(columns)), count);
                count = 0;
            }
        }
        if (count > 0) {
            execute(sql.append(statements.updateEnd(columns)), count);
        }
    }

    /**
     * Requires that MySQL has rows with exactly these keys. Its own equality of strings may find another row.
     *
     * @throws RowCountException if one is missing
     */
    void requireIdenticalKeys(List<RowImage> images) throws SQLException {
        for (int from = 0; from < images.size(); from += KEYS_AT_ONCE) {
            List<RowImage> part = images.subList(from, Math.min(from + KEYS_AT_ONCE, images.size()));
            StringBuilder sql = new StringBuilder(statements.select());
            String separator = " WHERE ";
            for (RowImage image : part) {
                image.locate(offsets);
                sql.append(separator);
                appendIdenticalKey(image, sql);
                separator = " OR ";
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows =
                            statement.executeQuery(sql.append(" FOR UPDATE").toString())) {
                int found = 0;
                while (rows.next()) {
                    found++;
                }
                if (found != part.size()) {
                    throw new RowCountException(part.size(), found);
                }
            }
        }
    }

    private void appendIdenticalKey(RowImage image, StringBuilder sql) {
        String separator = "(";
        for (int column : keyColumns) {
            StringBuilder value = new StringBuilder();
            literal(image, column).write(image.change().bytes(), offsets[column], offsets[column + 1], value);
            // the first condition uses the index
            sql.append(separator).append(statements.keyEquals(column, value));
            sql.append(" AND ").append(statements.isIdentical(column, value));
            separator = " AND ";
        }
        sql.append(')');
    }

    private void appendRow(RowImage image, int[] columns, String before, StringBuilder sql) {
        image.locate(offsets);
        String separator = before;
        for (int column : columns) {
            sql.append(separator);
            literal(image, column).write(image.change().bytes(), offsets[column], offsets[column + 1], sql);
            separator = ", ";
        }
    }

    private boolean isFull(StringBuilder sql, int rows) {
        return rows >= MAXIMUM_ROWS || sql.length() >= statementLength;
    }

    private ImageLiteral literal(RowImage image, int column) {
        TableVersion of = image.change().format().table();
        if (of != version) {
            List<WireType> wires = WireType.parse(of.wireTypes(), of.wireMetadata());
            literals = new ImageLiteral[wires.size()];
            for (int i = 0; i < literals.length; i++) {
                literals[i] = ColumnType.of(of.definition().columns().get(i)).imageLiteral(wires.get(i));
            }
            version = of;
        }
        return literals[column];
    }

    /** Executes a statement, checks its row count, and clears it for the next one. */
    private void execute(StringBuilder sql, int expectedRows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long found = statement.executeLargeUpdate(sql.toString());
            if (found != expectedRows) {
                throw new RowCountException(expectedRows, found);
            }
        }
        sql.setLength(0);
    }
}
