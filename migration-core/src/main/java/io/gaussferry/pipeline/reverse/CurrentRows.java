package io.gaussferry.pipeline.reverse;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.image.TargetTuple;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.RowOperation;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schema.Identifiers;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.snapshot.range.KeyLiterals;
import io.gaussferry.verify.read.ComparedTable;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opengauss.PGConnection;
import org.opengauss.copy.CopyOut;

/**
 * Reads rows of the target as MySQL row images, in the format in which logical decoding sends them: {@code COPY} in
 * binary format uses the same functions of the types. Not thread-safe.
 */
final class CurrentRows {

    /** Length of the signature of a binary copy, which its flags and the length of its header extension follow. */
    private static final int SIGNATURE_BYTES = 11;

    private static final int AT_ONCE = 500;

    private static final String HAS_BINARY_FORM =
            "SELECT t.oid FROM pg_catalog.pg_type t WHERE t.typsend::oid <> 0 AND t.oid = ?::oid";

    private final Connection target;
    private final StateTables tables;
    private final Conversion toMySql = new Conversion(TargetProfile.MYSQL, ConversionRules.defaults());
    private final Map<Long, Boolean> binaryTypes = new HashMap<>();

    /** @param target each call reads the rows committed before it */
    CurrentRows(Connection target, StateTables tables) {
        this.target = target;
        this.tables = tables;
    }

    /**
     * Returns the existing rows with these keys, as insertions.
     *
     * @param transaction named in messages about these rows
     * @throws io.gaussferry.error.GaussferryException if MySQL cannot store one of them
     */
    List<RowChange> read(ComparedTable table, List<List<String>> keys, SourceTransaction transaction)
            throws SQLException {
        List<RowChange> rows = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += AT_ONCE) {
            String condition = table.targetLookup(keys.subList(from, Math.min(from + AT_ONCE, keys.size())));
            select(table, condition, transaction, rows);
        }
        // the next read sees later commits
        target.rollback();
        return rows;
    }

    private void select(ComparedTable table, String condition, SourceTransaction transaction, List<RowChange> rows)
            throws SQLException {
        RowImageEncoder encoder = encoder(table);
        String query = selection(table) + " FROM "
                + Identifiers.quoteTarget(table.definition().targetId()) + " WHERE " + condition;
        copy(query, table, tuple -> {
            BinaryOutput image = new BinaryOutput(256);
            encoder.encode(tuple, tuple, image);
            byte[] bytes = image.toByteArray();
            rows.add(new RowChange(
                    transaction,
                    toMySql.format(encoder.version()),
                    RowOperation.INSERT,
                    bytes,
                    RowChange.NONE,
                    0,
                    bytes.length,
                    0,
                    0));
        });
    }

    /**
     * The location of a row.
     *
     * @param table the OID of the table or partition
     * @param row the {@code ctid}
     */
    record Location(String table, String row) {}

    /**
     * Returns the rows at these locations, which exist in the transaction of the connection, as insertions. Keeps the transaction open.
     *
     * @param transaction named in messages about these rows
     * @throws io.gaussferry.error.GaussferryException if MySQL cannot store one of them
     */
    List<RowChange> located(ComparedTable table, List<Location> locations, SourceTransaction transaction)
            throws SQLException {
        Map<String, List<Location>> byTable = locations.stream()
                .collect(Collectors.groupingBy(Location::table, LinkedHashMap::new, Collectors.toList()));
        List<RowChange> rows = new ArrayList<>();
        for (Map.Entry<String, List<Location>> part : byTable.entrySet()) {
            String condition = "tableoid = " + part.getKey() + " AND ctid = ANY (ARRAY["
                    + part.getValue().stream()
                            .map(location -> "'" + location.row() + "'")
                            .collect(Collectors.joining(", "))
                    + "]::tid[])";
            select(table, condition, transaction, rows);
        }
        if (rows.size() != locations.size()) {
            throw new IllegalStateException(rows.size() + " of " + locations.size() + " rows of " + table.id()
                    + " were found by their location");
        }
        return rows;
    }

    /** Returns images that have only these keys. */
    List<RowImage> keys(ComparedTable table, List<List<String>> keys, SourceTransaction transaction)
            throws SQLException {
        RowImageEncoder encoder = encoder(table).withKeyOnlyBefore();
        List<RowImage> images = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += AT_ONCE) {
            List<String> queries = new ArrayList<>();
            for (List<String> key : keys.subList(from, Math.min(from + AT_ONCE, keys.size()))) {
                queries.add(keyQuery(table, key));
            }
            copy(String.join(" UNION ALL ", queries), table, tuple -> {
                BinaryOutput image = new BinaryOutput(64);
                encoder.encodeBefore(tuple, image);
                byte[] bytes = image.toByteArray();
                images.add(RowImage.before(new RowChange(
                        transaction,
                        toMySql.format(encoder.version()),
                        RowOperation.DELETE,
                        bytes,
                        0,
                        RowChange.NONE,
                        bytes.length,
                        0,
                        0)));
            });
        }
        // the next read sees later commits
        target.rollback();
        return images;
    }

    private RowImageEncoder encoder(ComparedTable table) {
        return new RowImageEncoder(table.definition(), tables.shape(table), tables.profile());
    }

    private String selection(ComparedTable table) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (TargetShape.Column column : tables.shape(table).columns()) {
            String name = Identifiers.quoteTarget(column.name());
            columns.add(hasBinaryForm(column) ? name : name + "::TEXT");
        }
        return "SELECT " + String.join(", ", columns);
    }

    private String keyQuery(ComparedTable table, List<String> key) throws SQLException {
        TargetShape shape = tables.shape(table);
        List<String> columns = new ArrayList<>();
        for (int position = 0; position < shape.columns().size(); position++) {
            TargetShape.Column column = shape.columns().get(position);
            String value = "NULL";
            for (int i = 0; i < table.key().length; i++) {
                int number = table.key()[i];
                if (table.columnName(number).equals(column.name())) {
                    value = "CAST("
                            + KeyLiterals.target(
                                    table.definition().columns().get(number),
                                    table.target().columns().get(number),
                                    key.get(i))
                            + " AS " + column.declaration() + ")";
                }
            }
            boolean asText = !value.equals("NULL") && !hasBinaryForm(column);
            columns.add(asText ? value + "::text" : value);
        }
        return "SELECT " + String.join(", ", columns);
    }

    private boolean hasBinaryForm(TargetShape.Column column) throws SQLException {
        Boolean known = binaryTypes.get(column.typeOid());
        if (known != null) {
            return known;
        }
        try (PreparedStatement query = target.prepareStatement(HAS_BINARY_FORM)) {
            query.setString(1, String.valueOf(column.typeOid()));
            try (ResultSet row = query.executeQuery()) {
                boolean found = row.next();
                binaryTypes.put(column.typeOid(), found);
                return found;
            }
        }
    }

    /** Receives a row; its values are valid during the call. */
    private interface TupleConsumer {
        void accept(TargetTuple tuple);
    }

    /** Reads the rows of a query one by one, without buffering them. */
    private void copy(String query, ComparedTable table, TupleConsumer consumer) throws SQLException {
        List<TargetShape.Column> columns = tables.shape(table).columns();
        boolean[] textFormats = new boolean[columns.size()];
        for (int i = 0; i < textFormats.length; i++) {
            textFormats[i] = !hasBinaryForm(columns.get(i));
        }
        CopyOut copy = target.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut("COPY (" + query + ") TO STDOUT WITH (FORMAT binary)");
        try {
            boolean isFirst = true;
            TargetTuple tuple = new TargetTuple();
            for (byte[] piece = copy.readFromCopy(); piece != null; piece = copy.readFromCopy()) {
                ByteBuffer bytes = ByteBuffer.wrap(piece);
                if (isFirst) {
                    isFirst = false;
                    bytes.position(SIGNATURE_BYTES + Integer.BYTES);
                    bytes.position(bytes.getInt() + bytes.position());
                }
                // openGauss sends the header separately, PostgreSQL with the first row
                if (bytes.remaining() >= Short.BYTES) {
                    row(bytes, textFormats, tuple, consumer);
                }
            }
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private static void row(ByteBuffer bytes, boolean[] textFormats, TargetTuple tuple, TupleConsumer consumer) {
        short count = bytes.getShort();
        // PostgreSQL ends the rows with a count of -1, openGauss with the last row
        if (count < 0) {
            return;
        }
        tuple.reset(bytes.array());
        for (int i = 0; i < count; i++) {
            int length = bytes.getInt();
            if (length < 0) {
                tuple.addNull();
            } else {
                tuple.add(bytes.position(), bytes.position() + length, textFormats[i]);
                bytes.position(bytes.position() + length);
            }
        }
        consumer.accept(tuple);
    }

    /** Returns whether the table has a row whose key MySQL refuses. Reads the keys of all rows. */
    boolean hasRefusedKey(ComparedTable table) throws SQLException {
        RowImageEncoder encoder = encoder(table).withKeyOnlyBefore();
        List<String> columns = new ArrayList<>();
        for (TargetShape.Column column : tables.shape(table).columns()) {
            boolean isInKey = IntStream.of(table.key())
                    .anyMatch(part -> table.columnName(part).equals(column.name()));
            String name = Identifiers.quoteTarget(column.name());
            columns.add(!isInKey ? "NULL" : hasBinaryForm(column) ? name : name + "::TEXT");
        }
        boolean[] refused = {false};
        copy(
                "SELECT " + String.join(", ", columns) + " FROM "
                        + Identifiers.quoteTarget(table.definition().targetId()),
                table,
                tuple -> {
                    try {
                        encoder.encodeBefore(tuple, new BinaryOutput(64));
                    } catch (GaussferryException e) {
                        refused[0] = true;
                    }
                });
        target.rollback();
        return refused[0];
    }
}
