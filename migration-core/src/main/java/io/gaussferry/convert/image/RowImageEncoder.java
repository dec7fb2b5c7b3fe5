package io.gaussferry.convert.image;

import io.gaussferry.convert.encode.ReverseConversionErrors;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.ValueEncoder;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.ColumnType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Encodes rows of a target table as row images of MySQL's table, in the form that a current MySQL server writes to its
 * binlog. Write sets, batches and codecs therefore process them like images from the binlog. Not thread-safe.
 */
public final class RowImageEncoder {

    /** The position of a column that the rows lack. */
    private static final int ABSENT = -1;

    private final TableVersion version;
    private final ValueEncoder[] encoders;

    /** For each column, whether its textual and binary formats are the same. */
    private final boolean[] textual;

    /** For each column of MySQL's table, its position on the target. */
    private final int[] positions;

    /** The columns of the row key, if the old row has only its key. */
    private final BitSet keyColumns;

    /** The columns whose unconvertible values become NULL. */
    private final BitSet optionalColumns;

    /** For each column that the rows lack, its value on the target, in binary format; null for NULL. */
    private final Map<Integer, byte @Nullable []> absent;

    /**
     * @param table definition in MySQL
     * @param shape definition on the target
     * @throws GaussferryException of category CONFIGURATION if a column cannot be converted; {@link ReverseMapping}
     *     lists all such columns
     */
    public RowImageEncoder(TableDefinition table, TargetShape shape, TargetProfile target) {
        List<ColumnDefinition> columns = table.columns();
        this.version = version(table);
        this.encoders = new ValueEncoder[columns.size()];
        this.textual = new boolean[columns.size()];
        this.positions = new int[columns.size()];
        this.keyColumns = new BitSet();
        this.optionalColumns = new BitSet();
        this.absent = Map.of();
        for (int i = 0; i < encoders.length; i++) {
            ColumnDefinition column = columns.get(i);
            positions[i] = shape.indexOf(column.name());
            Optional<TargetType> type = positions[i] < 0
                    ? Optional.empty()
                    : shape.columns().get(positions[i]).type(target);
            encoders[i] = type.flatMap(known -> ColumnType.of(column).encoder(known, target))
                    .orElseThrow(() -> new GaussferryException(
                            ErrorCode.COLUMN_UNSUPPORTED,
                            ErrorCategory.CONFIGURATION,
                            "Column " + column.name() + " of table " + table.label() + " cannot be converted to MySQL.",
                            "run gaussferry check --reverse for details",
                            null));
            textual[i] = type.orElseThrow().isText();
        }
    }

    private RowImageEncoder(RowImageEncoder of, IndexDefinition key) {
        this.version = of.version.withKeyOnlyBefore();
        this.encoders = of.encoders;
        this.textual = of.textual;
        this.positions = of.positions;
        this.keyColumns = new BitSet();
        this.optionalColumns = of.optionalColumns;
        this.absent = of.absent;
        key.parts().forEach(part -> keyColumns.set(part.column()));
    }

    private RowImageEncoder(RowImageEncoder of, BitSet optionalColumns) {
        this.version = of.version;
        this.encoders = of.encoders;
        this.textual = of.textual;
        this.positions = of.positions;
        this.keyColumns = of.keyColumns;
        this.optionalColumns = optionalColumns;
        this.absent = of.absent;
    }

    private RowImageEncoder(RowImageEncoder of, RowImageEncoder older, Map<Integer, byte @Nullable []> absent) {
        this.version = of.version;
        this.encoders = older.encoders;
        this.textual = older.textual;
        this.positions = older.positions;
        this.keyColumns = of.keyColumns;
        this.optionalColumns = of.optionalColumns;
        this.absent = absent;
    }

    /**
     * Returns the encoder of the same table for rows that were written under an earlier definition on the target.
     *
     * @param earlier that definition; its columns are columns of MySQL's table
     * @param present the present definition
     * @param values the values of the columns that the earlier definition lacks, by name: in the binary format of the
     *     target, or null
     * @throws GaussferryException of category CONFIGURATION if a column cannot be converted
     */
    public RowImageEncoder ofEarlier(
            TargetShape earlier, TargetShape present, Map<String, byte @Nullable []> values, TargetProfile target) {
        List<TargetShape.Column> columns = new ArrayList<>(earlier.columns());
        present.columns().stream()
                .filter(column -> earlier.indexOf(column.name()) < 0)
                .forEach(columns::add);
        TableDefinition table = version.definition();
        RowImageEncoder older = new RowImageEncoder(
                table, new TargetShape(earlier.id(), columns, earlier.keys(), earlier.primaryKey()), target);
        Map<Integer, byte @Nullable []> absentValues = new HashMap<>();
        for (int i = 0; i < older.positions.length; i++) {
            if (older.positions[i] >= earlier.columns().size()) {
                absentValues.put(i, values.get(table.columns().get(i).name()));
                older.positions[i] = ABSENT;
            }
        }
        return new RowImageEncoder(this, older, absentValues);
    }

    /**
     * Returns the encoder of the same table for images whose row key alone is used: values of other columns that
     * MySQL's table cannot store become NULL. A table without a key has no such columns.
     */
    public RowImageEncoder forKeys() {
        BitSet others = new BitSet();
        version.definition().rowKey().ifPresent(key -> {
            others.set(0, encoders.length);
            key.parts().forEach(part -> others.clear(part.column()));
        });
        return new RowImageEncoder(this, others);
    }

    /** Returns the encoder of the same table for rows whose old version has only the row key. */
    public RowImageEncoder withKeyOnlyBefore() {
        return new RowImageEncoder(this, version.definition().rowKey().orElseThrow());
    }

    /**
     * Returns the table version that a current server would log; where the definition is ambiguous, with long length
     * prefixes.
     */
    public static TableVersion version(TableDefinition table) {
        BinaryOutput codes = new BinaryOutput(table.columns().size());
        BinaryOutput metadata = new BinaryOutput(2 * table.columns().size());
        for (ColumnDefinition column : table.columns()) {
            ColumnType.of(column).wireType().writeTableMap(codes, metadata);
        }
        return new TableVersion(table, codes.toByteArray(), metadata.toByteArray());
    }

    /** Returns the table version of the images; always the same object. */
    public TableVersion version() {
        return version;
    }

    /**
     * Appends the image of the old row: the whole row or its key. The same as {@link #encode} in all other respects.
     */
    public void encodeBefore(TargetTuple row, BinaryOutput image) {
        if (!version.isKeyOnlyBefore()) {
            encode(row, row, image);
            return;
        }
        int bitmap = image.reserve((encoders.length + 7) / 8);
        for (int i = 0; i < encoders.length; i++) {
            if (keyColumns.get(i)) {
                value(i, row, bitmap, image);
            } else {
                image.setBit(bitmap + (i >> 3), i & 7);
            }
        }
    }

    /**
     * Appends the image of a row.
     *
     * @param row its values, in the order of the target's columns
     * @param before the old row, which has the large values that an update has not changed, unless it has only the key;
     *     the row itself if there is no old row
     * @throws UnconvertibleValueException if MySQL's table cannot store exactly this row; the appended bytes are
     *     invalid then
     */
    public void encode(TargetTuple row, TargetTuple before, BinaryOutput image) {
        int bitmap = image.reserve((encoders.length + 7) / 8);
        for (int i = 0; i < encoders.length; i++) {
            boolean isBefore = positions[i] != ABSENT && row.isUnchanged(positions[i]) && !version.isKeyOnlyBefore();
            value(i, isBefore ? before : row, bitmap, image);
        }
    }

    private void value(int column, TargetTuple values, int bitmap, BinaryOutput image) {
        if (!optionalColumns.get(column)) {
            requiredValue(column, values, bitmap, image);
            return;
        }
        int start = image.length();
        try {
            requiredValue(column, values, bitmap, image);
        } catch (UnconvertibleValueException e) {
            image.truncate(start);
            image.setBit(bitmap + (column >> 3), column & 7);
        }
    }

    private void requiredValue(int column, TargetTuple values, int bitmap, BinaryOutput image) {
        int position = positions[column];
        if (position == ABSENT) {
            absentValue(column, bitmap, image);
        } else if (values.isNull(position)) {
            image.setBit(bitmap + (column >> 3), column & 7);
        } else if (values.isUnchanged(position)) {
            throw ReverseConversionErrors.of(
                    version.definition().columns().get(column).name(),
                    "a large value",
                    "was not sent because it is unchanged: the table on the target needs REPLICA IDENTITY FULL");
        } else if (values.isTextFormat(position) && !textual[column]) {
            throw ReverseConversionErrors.of(
                    version.definition().columns().get(column).name(),
                    UnconvertibleValueException.showText(values.bytes(), values.from(position), values.to(position)),
                    "was sent in textual format, which is not exact for its type");
        } else {
            encoders[column].encode(values.bytes(), values.from(position), values.to(position), image);
        }
    }

    private void absentValue(int column, int bitmap, BinaryOutput image) {
        byte[] value = absent.get(column);
        if (value == null) {
            image.setBit(bitmap + (column >> 3), column & 7);
        } else {
            encoders[column].encode(value, 0, value.length, image);
        }
    }
}
