package io.gaussferry.snapshot.chunk;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.text.CopyStream;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.convert.text.ValueCodec;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.error.SqlFailure;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.range.KeyOrder;
import io.gaussferry.snapshot.range.KeyRange;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyIn;

/** Copies rows from one connection to another, row by row, without holding all rows of either side in memory. Used by one thread. */
public final class RangeCopier {

    /** Approximate size of the buffers in which rows are passed to the driver, bytes. */
    private static final int BUFFER_BYTES = 256 * 1024;

    private static final String UNIQUE_VIOLATION = "23505";

    private final Connection source;
    private final Connection target;
    private final Conversion conversion;
    private final RowRateThrottler throttler;
    private final RejectedValues refused;

    /** @param refused receives every value that cannot be converted */
    public RangeCopier(
            Connection source,
            Connection target,
            Conversion conversion,
            RowRateThrottler throttler,
            RejectedValues refused) {
        this.source = source;
        this.target = target;
        this.conversion = conversion;
        this.throttler = throttler;
        this.refused = refused;
    }

    /**
     * Amount of copied data.
     *
     * @param rows the number of rows
     * @param bytes the size in {@code COPY} format
     */
    public record Copied(long rows, long bytes) {}

    /**
     * Copies the rows of a range without committing them. Empty if a row was rejected: the remaining rows were then only checked for
     * further problems, and the caller must roll back the target's transaction.
     *
     * @param order the order of the range
     * @param counter the column, from 0, that is AUTO_INCREMENT on the target; empty if none is
     * @throws ExplicitZeroException if a row has a 0 in that column; the caller must roll back the target's transaction
     */
    public Optional<Copied> copy(KeyOrder order, KeyRange range, OptionalInt counter)
            throws SQLException, InterruptedException, ExplicitZeroException {
        TableDefinition table = order.table();
        List<ColumnDefinition> columns = table.columns();
        List<ValueCodec> codecs = new ArrayList<>();
        List<String> selected = new ArrayList<>();
        for (ColumnDefinition column : columns) {
            ValueCodec codec = conversion.copyCodec(table.id(), column);
            codecs.add(codec);
            selected.add(codec.selectExpression(Identifiers.quoteSource(column.name())));
        }
        String select = "SELECT " + String.join(", ", selected) + " FROM " + order.from(table.id()) + " WHERE "
                + order.sourceCondition(range);
        String copy = "COPY " + Identifiers.quoteTarget(table.targetId()) + " ("
                + columns.stream()
                        .map(column -> Identifiers.quoteTarget(column.name()))
                        .collect(Collectors.joining(", "))
                + ") FROM STDIN";
        try (Statement statement = source.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // makes Connector/J stream one row at a time instead of buffering the table
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(select)) {
                return copy(rows, table, codecs, copy, counter);
            }
        }
    }

    private Optional<Copied> copy(
            ResultSet rows, TableDefinition table, List<ValueCodec> codecs, String copy, OptionalInt counter)
            throws SQLException, InterruptedException, ExplicitZeroException {
        CopyIn copyIn = target.unwrap(PGConnection.class).getCopyAPI().copyIn(copy);
        try {
            CopyStream pieces = new CopyStream((buffer, length) -> send(copyIn, table, buffer, length), BUFFER_BYTES);
            long sent = 0;
            long sinceLast = 0;
            while (rows.next()) {
                if (counter.isPresent() && isZero(rows.getBytes(counter.getAsInt() + 1))) {
                    throw new ExplicitZeroException();
                }
                for (int i = 0; i < codecs.size(); i++) {
                    if (!isWritten(rows, table, i, codecs.get(i), pieces.text()) && copyIn.isActive()) {
                        copyIn.cancelCopy();
                    }
                }
                sent++;
                sinceLast++;
                if (pieces.endRow()) {
                    throttler.throttle(sinceLast);
                    sinceLast = 0;
                }
            }
            pieces.sendRest();
            if (!copyIn.isActive()) {
                return Optional.empty();
            }
            long stored = end(copyIn, table);
            if (stored < 0) {
                return Optional.empty();
            }
            if (stored != sent) {
                throw new GaussferryException(
                        ErrorCode.ROWS_DROPPED,
                        "The target stored " + stored + " of " + sent + " rows of table " + table.label() + ".",
                        "check the target's table for triggers or rules that drop rows",
                        null);
            }
            throttler.throttle(sinceLast);
            return Optional.of(new Copied(sent, pieces.sentBytes()));
        } catch (UncheckedIOException e) {
            throw CopyStream.failure(e);
        } finally {
            if (copyIn.isActive()) {
                copyIn.cancelCopy();
            }
        }
    }

    /** Returns whether a number is 0, in any spelling. */
    private static boolean isZero(byte @Nullable [] number) {
        if (number == null) {
            return false;
        }
        for (byte digit : number) {
            if (digit >= '1' && digit <= '9') {
                return false;
            }
        }
        return true;
    }

    /** After a rejected row the remaining rows are only encoded, to find further problems. */
    private void send(CopyIn copyIn, TableDefinition table, byte[] buffer, int length) throws SQLException {
        if (!copyIn.isActive()) {
            return;
        }
        try {
            copyIn.writeToCopy(buffer, 0, length);
        } catch (SQLException e) {
            refuse(e, table);
            if (copyIn.isActive()) {
                copyIn.cancelCopy();
            }
        }
    }

    /** Returns the number of rows that the target stored; -1 if it rejected one. */
    private long end(CopyIn copyIn, TableDefinition table) throws SQLException {
        try {
            return copyIn.endCopy();
        } catch (SQLException e) {
            refuse(e, table);
            return -1;
        }
    }

    /** Records that the target rejected a row; throws a transient failure. */
    private void refuse(SQLException failure, TableDefinition table) throws SQLException {
        if (SqlFailure.of(failure).mayPass()) {
            throw failure;
        }
        refused.add(
                table.id(),
                "",
                new GaussferryException(
                        ErrorCode.CHANGE_REFUSED,
                        "The target rejected a row of table " + table.label() + ": "
                                + RowValueMarks.message(failure) + " (SQLSTATE " + failure.getSQLState()
                                + ")\n  at: initial copy",
                        remedy(failure),
                        failure));
    }

    private static String remedy(SQLException failure) {
        return UNIQUE_VIOLATION.equals(failure.getSQLState())
                ? "if the keys of two rows differ only in trailing blanks, case or accents, the target treats them as equal (gaussferry check"
                        + " --scan-values lists such keys): change one of them at the source, or set collations: binary for the"
                        + " column (gaussferry.rules.columns) and drop the target's table; if another session wrote the target's"
                        + " row, delete it; then start again"
                : "correct the row at the source; or, if the target's table has a narrower type or an additional"
                        + " constraint, change it on the target, or drop the table so that it is created; then start again";
    }

    /** Returns whether the value was converted and written. */
    private boolean isWritten(ResultSet row, TableDefinition table, int column, ValueCodec codec, CopyText text)
            throws SQLException {
        byte[] value = row.getBytes(column + 1);
        if (value == null) {
            text.nullValue();
            return true;
        }
        try {
            codec.writeSelected(value, text);
            return true;
        } catch (GaussferryException e) {
            String name = table.columns().get(column).name();
            GaussferryException problem = new GaussferryException(
                    e.code(),
                    e.category(),
                    "A value of table " + table.id() + ", column " + name + ", in " + description(row, table)
                            + ", cannot be converted: " + e.problem() + "\n  at: initial copy",
                    e.remedy(),
                    e);
            if (e.category() != ErrorCategory.DATA) {
                throw problem;
            }
            refused.add(table.id(), name, problem);
            return false;
        }
    }

    /** Describes a selected row by its key. */
    private static String description(ResultSet row, TableDefinition table) throws SQLException {
        Optional<IndexDefinition> key = table.rowKey();
        if (key.isEmpty()) {
            return "a row without a key";
        }
        List<String> parts = new ArrayList<>();
        for (IndexDefinition.Part part : key.get().parts()) {
            parts.add(table.columns().get(part.column()).name() + " = "
                    + RowValueMarks.marked(String.valueOf(row.getString(part.column() + 1))));
        }
        return "the row with " + String.join(", ", parts);
    }
}
