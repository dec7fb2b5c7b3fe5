package io.gaussferry.pipeline.reverse;

import io.gaussferry.apply.RowWriter;
import io.gaussferry.apply.mysql.MySqlProgress;
import io.gaussferry.apply.mysql.MySqlRowWriters;
import io.gaussferry.apply.mysql.MySqlTable;
import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.RowOperation;
import io.gaussferry.mysql.binlog.WriterSearch;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetProfile;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyOut;

/**
 * Writes the rows that a table of the target had at a position to MySQL, whose table receives no other rows meanwhile. A
 * repeated copy replaces the rows of an interrupted one. Used once.
 */
final class CreatedTableCopy {

    private static final int ROWS_PER_TRANSACTION = 1_000;

    /** Bytes of images after which a transaction ends. */
    private static final int BYTES_PER_TRANSACTION = 4 << 20;

    /** Statements end at this length in characters. */
    private static final int STATEMENT_LENGTH = 1 << 20;

    /** Length of the signature of a binary copy and of its flags. */
    private static final int SIGNATURE_BYTES = 15;

    private static final String HAS_BINARY_FORM =
            "SELECT 1 FROM pg_catalog.pg_type t WHERE t.typsend::oid <> 0 AND t.oid = ?::oid";

    private final Connection rows;
    private final Connection mysql;
    private final Ownership ownership;
    private final TableDefinition table;
    private final TargetShape shape;
    private final RowImageEncoder encoder;
    private final RowWriter writer;
    private final Conversion conversion = new Conversion(TargetProfile.MYSQL, ConversionRules.defaults());
    private final SourceTransaction none;

    /**
     * @param rows in a transaction that sees the rows of the position, and no later ones
     * @param mysql writes to MySQL
     * @param ownership of the progress in MySQL, proven in each transaction
     */
    CreatedTableCopy(
            Connection rows,
            Connection mysql,
            Ownership ownership,
            TableDefinition table,
            TargetShape shape,
            TargetProfile profile)
            throws SQLException {
        this.rows = rows;
        this.mysql = mysql;
        this.ownership = ownership;
        this.table = table;
        this.shape = shape;
        this.encoder = new RowImageEncoder(table, shape, profile);
        this.writer = new MySqlRowWriters(mysql, MySqlTable.read(mysql, List.of(table)), STATEMENT_LENGTH).of(table);
        BinlogPosition start = new BinlogPosition("", 0);
        this.none = new SourceTransaction(
                Gtid.ofCaptureSequence(1), 1, start, start, LogicalTime.UNKNOWN, 0, List.of(), 0, Fragment.WHOLE);
    }

    /** Returns the number of copied rows. */
    long run() throws SQLException {
        clear();
        boolean[] textFormats = new boolean[shape.columns().size()];
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < textFormats.length; i++) {
            TargetShape.Column column = shape.columns().get(i);
            textFormats[i] = !hasBinaryForm(column);
            columns.add(Identifiers.quoteTarget(column.name()) + (textFormats[i] ? "::TEXT" : ""));
        }
        String query = "COPY (SELECT " + String.join(", ", columns) + " FROM "
                + Identifiers.quoteTarget(table.targetId()) + ") TO STDOUT WITH (FORMAT binary)";
        try (DataInputStream input = new DataInputStream(
                new CopyStream(rows.unwrap(PGConnection.class).getCopyAPI().copyOut(query)))) {
            return copy(input, textFormats);
        } catch (IOException e) {
            throw e.getCause() instanceof SQLException failure
                    ? failure
                    : new SQLException("the rows of table " + table.targetId() + " could not be read", e);
        }
    }

    /** The bytes of a copy from the target. */
    private static final class CopyStream extends InputStream {

        private final CopyOut copy;
        private byte[] message = {};
        private int position;

        CopyStream(CopyOut copy) {
            this.copy = copy;
        }

        @Override
        public int read() throws IOException {
            return isAtEnd() ? -1 : message[position++] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (length == 0 || isAtEnd()) {
                return length == 0 ? 0 : -1;
            }
            int count = Math.min(length, message.length - position);
            System.arraycopy(message, position, bytes, from, count);
            position += count;
            return count;
        }

        private boolean isAtEnd() throws IOException {
            while (position == message.length) {
                byte[] next = null;
                try {
                    next = copy.isActive() ? copy.readFromCopy() : null;
                } catch (SQLException e) {
                    throw new IOException(e);
                }
                if (next == null) {
                    return true;
                }
                message = next;
                position = 0;
            }
            return false;
        }

        @Override
        public void close() throws IOException {
            try {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }

    private void clear() throws SQLException {
        String name = Identifiers.quoteSource(table.id());
        try (Statement statement = mysql.createStatement()) {
            boolean hasRows;
            try (ResultSet row = statement.executeQuery("SELECT 1 FROM " + name + " LIMIT 1")) {
                hasRows = row.next();
            }
            mysql.commit();
            if (hasRows) {
                statement.execute("TRUNCATE TABLE " + name + " " + WriterSearch.DEFINITION_MARK);
            }
        }
    }

    private boolean hasBinaryForm(TargetShape.Column column) throws SQLException {
        return Sql.exists(rows, HAS_BINARY_FORM, String.valueOf(column.typeOid()));
    }

    private long copy(DataInputStream input, boolean[] textFormats) throws IOException, SQLException {
        input.skipNBytes(SIGNATURE_BYTES);
        input.skipNBytes(input.readInt());
        TargetTuple tuple = new TargetTuple();
        List<RowChange> batch = new ArrayList<>();
        long copied = 0;
        int bytes = 0;
        while (next(input, tuple, textFormats)) {
            BinaryOutput image = new BinaryOutput(256);
            encoder.encode(tuple, tuple, image);
            batch.add(insertion(image.toByteArray()));
            bytes += image.length();
            copied++;
            if (batch.size() == ROWS_PER_TRANSACTION || bytes >= BYTES_PER_TRANSACTION) {
                write(batch);
                batch.clear();
                bytes = 0;
            }
        }
        if (!batch.isEmpty()) {
            write(batch);
        }
        // closing an unfinished copy would cancel the next statement
        input.transferTo(OutputStream.nullOutputStream());
        return copied;
    }

    /** Reads a row. PostgreSQL ends the rows with a count of -1, openGauss with the last row. */
    private static boolean next(DataInputStream input, TargetTuple tuple, boolean[] textFormats) throws IOException {
        short count;
        try {
            count = input.readShort();
        } catch (EOFException end) {
            return false;
        }
        if (count < 0) {
            return false;
        }
        byte[] values = {};
        int[] ends = new int[count];
        for (int i = 0; i < count; i++) {
            int length = input.readInt();
            int from = values.length;
            if (length > 0) {
                values = Arrays.copyOf(values, from + length);
                input.readFully(values, from, length);
            }
            ends[i] = length < 0 ? -1 : from + length;
        }
        tuple.reset(values);
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (ends[i] < 0) {
                tuple.addNull();
            } else {
                tuple.add(from, ends[i], textFormats[i]);
                from = ends[i];
            }
        }
        return true;
    }

    private RowChange insertion(byte[] image) {
        return new RowChange(
                none,
                conversion.format(encoder.version()),
                RowOperation.INSERT,
                image,
                RowChange.NONE,
                0,
                image.length,
                0,
                0);
    }

    private void write(List<RowChange> batch) throws SQLException {
        ownership.hold(mysql);
        MySqlProgress.count(mysql, ownership);
        writer.insert(batch.stream().map(RowImage::after).toList());
        mysql.commit();
    }
}
