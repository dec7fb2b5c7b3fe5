package io.gaussferry.verify.compare;

import io.gaussferry.convert.text.CopyText;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.SourceReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;

/** Locks and writes rows of one target table. Joins the connection's transaction and does not end it. Used by one thread at a time. */
final class RowRepair {

    private final ComparedTable table;
    private final Connection source;
    private final Connection target;

    RowRepair(ComparedTable table, ComparisonContext sides) {
        this.table = table;
        this.source = sides.source();
        this.target = sides.target();
    }

    /**
     * Locks the existing rows; fails immediately if another session holds one of the locks.
     *
     * @return the locations of the locked rows, see {@link RowLookup#onTargetIfAt}
     */
    Set<String> lock(List<List<String>> keys) throws SQLException {
        Set<String> locked = new HashSet<>();
        Sql.each(
                target,
                rows -> locked.add(RowLookup.location(rows.getString(1), rows.getString(2))),
                "SELECT tableoid, ctid FROM "
                        + Identifiers.quoteTarget(table.target().id()) + " WHERE " + table.targetCondition(keys)
                        + " FOR UPDATE NOWAIT");
        return locked;
    }

    /**
     * Inserts rows with the source's current values. Until the transaction ends no other session can insert rows with these keys.
     *
     * @return the inserted rows
     */
    Map<List<String>, long[]> insert(List<List<String>> keys) throws SQLException {
        String names = IntStream.range(0, table.columnCount())
                .mapToObj(table::targetName)
                .collect(Collectors.joining(", "));
        CopyIn copy = target.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + Identifiers.quoteTarget(table.target().id()) + " (" + names + ") FROM STDIN");
        try {
            List<List<@Nullable String>> zeros = new ArrayList<>();
            Map<List<String>, long[]> inserted = send(keys, copy, zeros);
            require(inserted.size() - zeros.size(), copy.endCopy());
            for (List<@Nullable String> row : zeros) {
                insertZero(row);
            }
            return inserted;
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    /**
     * Sends one row at a time, because rows may be large.
     *
     * @param zeros receives the rows that are not sent, because they have an explicit 0 in the AUTO_INCREMENT column
     */
    private Map<List<String>, long[]> send(List<List<String>> keys, CopyIn copy, List<List<@Nullable String>> zeros)
            throws SQLException {
        Map<List<String>, long[]> sent = new HashMap<>();
        CopyText text = new CopyText();
        text.countRules(false);
        OptionalInt counter = table.definition().autoIncrementColumn();
        new SourceReader(source).find(table, keys, (selected, row, key) -> {
            if (counter.isPresent() && isZero(selected.getString(counter.getAsInt() + 1))) {
                zeros.add(values(selected));
            } else {
                write(selected, text);
                copy.writeToCopy(text.buffer(), 0, text.length());
                text.reset();
            }
            sent.put(key, row.columnHashes());
        });
        return sent;
    }

    private static boolean isZero(@Nullable String number) {
        return number != null && new BigDecimal(number).signum() == 0;
    }

    private List<@Nullable String> values(ResultSet row) throws SQLException {
        List<@Nullable String> values = new ArrayList<>();
        for (int i = 0; i < table.columnCount(); i++) {
            values.add(value(table, row.getBytes(i + 1), i));
        }
        return values;
    }

    /** Inserts a row with a 0 for which the target's AUTO_INCREMENT stores the next number; an update restores the 0. */
    private void insertZero(List<@Nullable String> values) throws SQLException {
        String name = Identifiers.quoteTarget(table.target().id());
        String counter =
                table.targetName(table.definition().autoIncrementColumn().orElseThrow());
        String insert = "INSERT INTO " + name + " ("
                + IntStream.range(0, values.size()).mapToObj(table::targetName).collect(Collectors.joining(", "))
                + ") VALUES ("
                + table.target().columns().stream()
                        .map(TargetTable.Column::parameter)
                        .collect(Collectors.joining(", "))
                + ") RETURNING " + counter;
        String stored;
        try (PreparedStatement statement = target.prepareStatement(insert)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i), Types.OTHER);
            }
            try (ResultSet row = statement.executeQuery()) {
                require(1, row.next() ? 1 : 0);
                stored = row.getString(1);
            }
        }
        if (!isZero(stored)) {
            try (PreparedStatement statement =
                    target.prepareStatement("UPDATE " + name + " SET " + counter + " = 0 WHERE " + counter + " = ?")) {
                statement.setObject(1, stored, Types.OTHER);
                require(1, statement.executeUpdate());
            }
        }
    }

    private void write(ResultSet row, CopyText text) throws SQLException {
        for (int i = 0; i < table.columnCount(); i++) {
            byte[] value = row.getBytes(i + 1);
            if (value == null) {
                text.nullValue();
            } else {
                table.codecs().get(i).writeSelected(value, text);
            }
        }
        text.endRow();
    }

    /**
     * Sets some columns of a row to the source's values.
     *
     * @return whether the source's row still was the expected one, so that the update was made
     */
    boolean update(List<String> key, List<Integer> columns, long[] seen) throws SQLException {
        List<@Nullable String> values = new ArrayList<>();
        new SourceReader(source).find(table, List.of(key), (selected, row, found) -> {
            if (values.isEmpty() && Arrays.equals(row.columnHashes(), seen)) {
                for (int column : columns) {
                    values.add(value(table, selected.getBytes(column + 1), column));
                }
            }
        });
        if (values.isEmpty()) {
            return false;
        }
        String sql = "UPDATE " + Identifiers.quoteTarget(table.target().id()) + " SET "
                + columns.stream()
                        .map(column -> table.targetName(column) + " = "
                                + table.target().columns().get(column).parameter())
                        .collect(Collectors.joining(", "))
                + " WHERE " + table.targetCondition(List.of(key));
        try (PreparedStatement statement = target.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i), Types.OTHER);
            }
            require(1, statement.executeUpdate());
        }
        return true;
    }

    /** Returns a selected value in the target's form. */
    static @Nullable String value(ComparedTable table, byte @Nullable [] selected, int column) {
        if (selected == null) {
            return null;
        }
        PlainText plain = new PlainText();
        table.codecs().get(column).writeSelected(selected, plain);
        return plain.isNull() ? null : new String(plain.buffer(), 0, plain.length(), StandardCharsets.UTF_8);
    }

    /** Deletes a row that the source does not have. */
    void delete(List<String> key) throws SQLException {
        try (Statement statement = target.createStatement()) {
            require(
                    1,
                    statement.executeUpdate("DELETE FROM "
                            + Identifiers.quoteTarget(table.target().id()) + " WHERE "
                            + table.targetCondition(List.of(key))));
        }
    }

    private static void require(long expected, long found) {
        if (expected != found) {
            throw new GaussferryException(
                    ErrorCode.REPAIR_REFUSED,
                    "The target changed " + found + " rows instead of " + expected + ".",
                    "find the trigger or the rule of the target's table that has altered the effect of the statement",
                    null);
        }
    }
}
