package io.gaussferry.testing;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.RowFormat;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table whose columns are all INT, and rows events of it. */
public final class IntTable {

    /** {@code MYSQL_TYPE_LONG}. */
    private static final byte WIRE_INT = 3;

    public static final Conversion CONVERSION = new Conversion(
            new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL 18", "PG", false),
            ConversionRules.defaults());

    private final TableVersion version;

    /**
     * @param name of the table, in schema "s"
     * @param columns how many
     * @param uniqueKeys each a list of column numbers; the first is the primary key
     */
    public IntTable(String name, int columns, List<List<Integer>> uniqueKeys) {
        this(name, name, columns, uniqueKeys);
    }

    /** Does the same for a table that has another name on the target. */
    public IntTable(String name, String targetName, int columns, List<List<Integer>> uniqueKeys) {
        List<ColumnDefinition> definitions = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            int column = i;
            boolean inPrimary = !uniqueKeys.isEmpty() && uniqueKeys.get(0).contains(column);
            definitions.add(
                    new ColumnDefinition("c" + i, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), !inPrimary));
        }
        List<IndexDefinition> indexes = new ArrayList<>();
        for (int i = 0; i < uniqueKeys.size(); i++) {
            indexes.add(new IndexDefinition(
                    i == 0 ? "PRIMARY" : "u" + i,
                    true,
                    uniqueKeys.get(i).stream()
                            .map(column -> new IndexDefinition.Part(column, 0, false))
                            .toList()));
        }
        byte[] types = new byte[columns];
        Arrays.fill(types, WIRE_INT);
        TableDefinition definition = new TableDefinition(new TableId("s", name), definitions, indexes);
        this.version = new TableVersion(definition.withTarget(new TableId("s", targetName)), types, new byte[0]);
    }

    public TableVersion version() {
        return version;
    }

    /** Returns the table of the target for such a definition; without array types, rows are written one by one. */
    public static TargetTable onTarget(TableDefinition definition, boolean hasArrayTypes) {
        return new TargetTable(
                definition.targetId(),
                definition.columns().stream()
                        .map(column -> new TargetTable.Column(
                                column.name(),
                                "integer",
                                "integer",
                                hasArrayTypes,
                                Carrier.OWN_TYPE,
                                Identity.EQUALITY,
                                StringEquality.EXACT))
                        .toList());
    }

    public RowFormat format() {
        return CONVERSION.format(version);
    }

    /** An insert event of the given rows; null for NULL. */
    public RowsEvent insert(@Nullable Integer[]... rows) {
        return event(RowOperation.INSERT, rows);
    }

    /** A delete event of the given rows. */
    public RowsEvent delete(@Nullable Integer[]... rows) {
        return event(RowOperation.DELETE, rows);
    }

    /** An update event: before, after, before, after. */
    public RowsEvent update(@Nullable Integer[]... images) {
        return event(RowOperation.UPDATE, images);
    }

    /** A row. */
    public static @Nullable Integer[] row(@Nullable Integer... values) {
        return values;
    }

    private RowsEvent event(RowOperation operation, @Nullable Integer[][] images) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (@Nullable Integer[] image : images) {
            bytes.writeBytes(image(image));
        }
        return new RowsEvent(version, operation, bytes.toByteArray(), 0, bytes.size());
    }

    private static byte[] image(@Nullable Integer[] values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] nulls = new byte[(values.length + 7) / 8];
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                nulls[i / 8] |= (byte) (1 << i % 8);
            }
        }
        bytes.writeBytes(nulls);
        for (Integer value : values) {
            if (value != null) {
                for (int shift = 0; shift < 32; shift += 8) {
                    bytes.write(value >>> shift);
                }
            }
        }
        return bytes.toByteArray();
    }
}
