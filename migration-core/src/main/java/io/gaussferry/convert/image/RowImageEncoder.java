package io.gaussferry.convert.image;

import io.gaussferry.convert.Codecs;
import io.gaussferry.convert.rule.UnconvertibleValueException;
import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Writes rows of one of the target's tables as row images of MySQL's table, in the form in which a current MySQL server would log them:
 * so write set, batches and codecs take them as they take those of the binlog. Used by one thread.
 */
public final class RowImageEncoder {

    private final TableVersion version;
    private final ValueEncoder[] encoders;

    /** For each column whether its values are sent as text in either form. */
    private final boolean[] textual;

    /** For each column of MySQL's table its place on the target. */
    private final int[] places;

    /** The columns of the row key, where nothing else is to be told of a row as it was. */
    private final BitSet keyColumns;

    /**
     * @param table as MySQL defines it
     * @param shape as the target defines it
     * @throws GaussferryException of category CONFIGURATION, if a column cannot go back: {@link ReverseMapping} names all of them
     */
    public RowImageEncoder(TableDefinition table, TargetShape shape, TargetProfile target) {
        List<ColumnDefinition> columns = table.columns();
        this.version = version(table);
        this.encoders = new ValueEncoder[columns.size()];
        this.textual = new boolean[columns.size()];
        this.places = new int[columns.size()];
        this.keyColumns = new BitSet();
        for (int i = 0; i < encoders.length; i++) {
            ColumnDefinition column = columns.get(i);
            places[i] = shape.indexOf(column.name());
            Optional<TargetType> type = places[i] < 0
                    ? Optional.empty()
                    : shape.columns().get(places[i]).type(target);
            encoders[i] = type.flatMap(known -> ColumnEncoders.of(column, known, target))
                    .orElseThrow(() -> new GaussferryException(
                            ErrorCategory.CONFIGURATION,
                            "Column " + column.name() + " of table " + table.label() + " cannot go back to MySQL.",
                            "see what check --reverse says of it",
                            null));
            textual[i] = type.orElseThrow().isText();
        }
    }

    private RowImageEncoder(RowImageEncoder of, IndexDefinition key) {
        this.version = of.version.withKeyOnlyBefore();
        this.encoders = of.encoders;
        this.textual = of.textual;
        this.places = of.places;
        this.keyColumns = new BitSet();
        key.parts().forEach(part -> keyColumns.set(part.column()));
    }

    /** Returns the encoder of the same table, for rows of which nothing but the row key is told as it was. */
    public RowImageEncoder withKeyOnlyBefore() {
        return new RowImageEncoder(this, version.definition().rowKey().orElseThrow());
    }

    /** Returns the version of a table whose images a current server would write; where the definition leaves it open, with long lengths. */
    public static TableVersion version(TableDefinition table) {
        BinaryOutput codes = new BinaryOutput(table.columns().size());
        BinaryOutput metadata = new BinaryOutput(2 * table.columns().size());
        for (ColumnDefinition column : table.columns()) {
            Codecs.usualWireType(column).writeTableMap(codes, metadata);
        }
        return new TableVersion(table, codes.toByteArray(), metadata.toByteArray());
    }

    /** Returns how the images are read; always the same object. */
    public TableVersion version() {
        return version;
    }

    /** Appends the image of a row as it was: all of it, or its key; otherwise as {@link #encode} does. */
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
     * @param before the row as it was, which has the large values that an update has not changed, unless nothing but its key is
     *     known; the row itself where there is none
     * @throws UnconvertibleValueException if MySQL's table cannot hold exactly this row; what was appended is worth nothing then
     */
    public void encode(TargetTuple row, TargetTuple before, BinaryOutput image) {
        int bitmap = image.reserve((encoders.length + 7) / 8);
        for (int i = 0; i < encoders.length; i++) {
            boolean isBefore = row.isUnchanged(places[i]) && !version.isKeyOnlyBefore();
            value(i, isBefore ? before : row, bitmap, image);
        }
    }

    private void value(int column, TargetTuple values, int bitmap, BinaryOutput image) {
        int place = places[column];
        if (values.isNull(place)) {
            image.setBit(bitmap + (column >> 3), column & 7);
        } else if (values.isUnchanged(place)) {
            throw Refusal.of(
                    version.definition().columns().get(column).name(),
                    "a large value",
                    "was not sent, as it was not changed: the table on the target needs REPLICA IDENTITY FULL");
        } else if (values.isPrinted(place) && !textual[column]) {
            throw Refusal.of(
                    version.definition().columns().get(column).name(),
                    UnconvertibleValueException.showText(values.bytes(), values.from(place), values.to(place)),
                    "was sent as text, from which its type cannot be read exactly");
        } else {
            encoders[column].encode(values.bytes(), values.from(place), values.to(place), image);
        }
    }
}
