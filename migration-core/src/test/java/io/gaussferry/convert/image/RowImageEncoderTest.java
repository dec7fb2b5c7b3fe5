package io.gaussferry.convert.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.convert.encode.TargetValues;
import io.gaussferry.convert.image.ReverseFinding.Kind;
import io.gaussferry.convert.rule.ChosenRules;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.Nul;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whole rows: NULLs, reordered columns, large values that were not sent again; and findings in advance. */
class RowImageEncoderTest {

    private static final TableId ID = new TableId("shop", "item");

    private static ColumnDefinition column(String name, String declaration) {
        ColumnDefinition column = Columns.column(declaration, declaration.contains("char") ? "utf8mb4" : null);
        return new ColumnDefinition(
                name,
                column.type(),
                column.unsigned(),
                declaration,
                column.length(),
                column.precision(),
                column.scale(),
                column.characterSet(),
                column.members(),
                true);
    }

    private static TargetShape.Column onTarget(String name, String type) {
        return new TargetShape.Column(name, 1, 1, type, 'b', -1, type, false);
    }

    private static final TableDefinition TABLE = new TableDefinition(
            ID, List.of(column("id", "int"), column("name", "varchar(5)"), column("price", "tinyint")), List.of());

    private static final TargetShape SHAPE = new TargetShape(
            ID,
            List.of(onTarget("name", "varchar"), onTarget("price", "int2"), onTarget("id", "int4")),
            List.of(),
            Set.of());

    private static TargetTuple tuple(@Nullable String... values) {
        BinaryOutput bytes = new BinaryOutput(10);
        TargetType[] types = {TargetType.TEXT, TargetType.INT2, TargetType.INT4};
        int[] ends = new int[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null && !values[i].equals("unchanged")) {
                byte[] value = TargetValues.of(types[i], values[i]);
                bytes.append(value, 0, value.length);
            }
            ends[i + 1] = bytes.length();
        }
        TargetTuple tuple = new TargetTuple();
        tuple.reset(bytes.toByteArray());
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                tuple.addNull();
            } else if (values[i].equals("unchanged")) {
                tuple.addUnchanged();
            } else {
                tuple.add(ends[i], ends[i + 1], false);
            }
        }
        return tuple;
    }

    private static String image(TargetTuple row, TargetTuple before) {
        BinaryOutput image = new BinaryOutput(1);
        new RowImageEncoder(TABLE, SHAPE, Columns.POSTGRES).encode(row, before, image);
        return HexFormat.of().formatHex(image.toByteArray());
    }

    /** Rows from before ADD COLUMN and a wider type get the values that the target gave the existing rows. */
    @Test
    void completesRowsOfEarlierDefinitions() {
        RowImageEncoder present = new RowImageEncoder(TABLE, SHAPE, Columns.POSTGRES);
        TargetShape earlier =
                new TargetShape(ID, List.of(onTarget("name", "varchar"), onTarget("id", "int2")), List.of(), Set.of());
        TargetTuple row = new TargetTuple();
        row.reset(new byte[] {'a', 'b', 0, 7});
        row.add(0, 2, false);
        row.add(2, 4, false);
        BinaryOutput image = new BinaryOutput(1);
        Map<String, byte @Nullable []> defaults = new HashMap<>();
        defaults.put("price", TargetValues.of(TargetType.INT2, "5"));
        RowImageEncoder completing = present.ofEarlier(earlier, SHAPE, defaults, Columns.POSTGRES);
        completing.encode(row, row, image);
        assertThat(HexFormat.of().formatHex(image.toByteArray())).isEqualTo("00" + "07000000" + "026162" + "05");
        assertThat(completing.version()).isSameAs(present.version());

        defaults.put("price", null);
        image.truncate(0);
        present.ofEarlier(earlier, SHAPE, defaults, Columns.POSTGRES).encode(row, row, image);
        assertThat(HexFormat.of().formatHex(image.toByteArray())).isEqualTo("04" + "07000000" + "026162");
    }

    @Test
    void matchesColumnsByName() {
        TargetTuple row = tuple("ab", "-1", "7");
        assertThat(image(row, row)).isEqualTo("00" + "07000000" + "026162" + "ff");
        TargetTuple nulls = tuple(null, null, "7");
        assertThat(image(nulls, nulls)).isEqualTo("06" + "07000000");
    }

    @Test
    void readsUnchangedValueFromOldRow() {
        assertThat(image(tuple("unchanged", "2", "7"), tuple("xyz", "1", "7")))
                .isEqualTo("00" + "07000000" + "0378797a" + "02");
        TargetTuple incomplete = tuple("unchanged", "2", "7");
        assertThatThrownBy(() -> image(incomplete, incomplete)).hasMessageContaining("REPLICA IDENTITY FULL");
    }

    @Test
    void encodesOldRowWithKeyOnly() {
        TableDefinition table = new TableDefinition(
                ID,
                List.of(
                        TABLE.columns().get(0),
                        Columns.notNull("name", TABLE.columns().get(1)),
                        TABLE.columns().get(2)),
                List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(1, 0, false)))));
        RowImageEncoder whole = new RowImageEncoder(table, SHAPE, Columns.POSTGRES);
        RowImageEncoder keys = whole.withKeyOnlyBefore();
        TargetTuple row = tuple("ab", "-1", "7");
        BinaryOutput image = new BinaryOutput(1);
        keys.encodeBefore(row, image);
        assertThat(HexFormat.of().formatHex(image.toByteArray())).isEqualTo("05" + "026162");
        keys.encodeBefore(tuple("ab", null, null), image);
        keys.encode(row, row, image);
        whole.encodeBefore(row, image);
        assertThat(HexFormat.of().formatHex(image.toByteArray()))
                .isEqualTo("05026162" + "05026162" + "0007000000026162ff" + "0007000000026162ff");
        // its other columns look like NULL, but are unknown
        assertThatThrownBy(() -> keys.encode(tuple("ab", "unchanged", "7"), tuple("ab", null, null), image))
                .hasMessageContaining("REPLICA IDENTITY FULL");
        assertThat(keys.version().isKeyOnlyBefore()).isTrue();
        assertThat(whole.version().isKeyOnlyBefore()).isFalse();
    }

    @Test
    void reportsLimitations() {
        TargetShape odd = new TargetShape(
                ID,
                List.of(onTarget("name", "varchar"), onTarget("price", "money"), onTarget("more", "text")),
                List.of(),
                Set.of());
        List<ReverseFinding> found = ReverseMapping.findings(
                List.of(TABLE), Map.of(ID, odd), new Conversion(Columns.POSTGRES, ConversionRules.defaults()));
        assertThat(found).extracting(ReverseFinding::column).containsExactly("id", "price", "more");
        assertThat(found).extracting(ReverseFinding::kind).containsOnly(Kind.NEVER);

        assertThat(ReverseMapping.findings(
                        List.of(TABLE),
                        Map.of(ID, SHAPE),
                        new Conversion(
                                Columns.POSTGRES, ConversionRules.defaults().withNul(Nul.STRIP))))
                .singleElement()
                .matches(finding -> finding.column().equals("name") && finding.kind() == Kind.CHANGED_VALUES);

        TableDefinition other =
                new TableDefinition(new TableId("shop2", "item"), ID, TABLE.columns(), List.of(), TABLE.extras());
        assertThat(ReverseMapping.findings(
                        List.of(TABLE, other),
                        Map.of(ID, SHAPE),
                        new Conversion(Columns.POSTGRES, ConversionRules.defaults())))
                .hasSize(2)
                .allMatch(finding -> finding.problem().contains("Several MySQL tables"));
        assertThat(ReverseMapping.findings(
                        List.of(TABLE), Map.of(), new Conversion(Columns.POSTGRES, ConversionRules.defaults())))
                .singleElement()
                .matches(finding -> finding.problem().contains("no table"));
    }

    @Test
    void reportsMembersThatAreTheSame() {
        TableDefinition table = new TableDefinition(
                ID, List.of(column("tags", "set('a','b','a')"), column("size", "enum('s','m','s')")), List.of());
        TargetShape shape = new TargetShape(
                ID, List.of(onTarget("tags", "text"), onTarget("size", "varchar")), List.of(), Set.of());
        assertThat(ReverseMapping.findings(
                        List.of(table),
                        Map.of(ID, shape),
                        new Conversion(Columns.POSTGRES, ConversionRules.defaults())))
                .extracting(ReverseFinding::column, ReverseFinding::kind)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("tags", Kind.NEVER),
                        org.assertj.core.groups.Tuple.tuple("size", Kind.CHANGED_VALUES));
    }

    @Test
    void reportsMembersWhoseEmptyStringBecameNull() {
        TableDefinition table = new TableDefinition(
                ID, List.of(column("tags", "set('a','b')"), column("size", "enum('s','m')")), List.of());
        TargetShape shape = new TargetShape(
                ID, List.of(onTarget("tags", "text"), onTarget("size", "varchar")), List.of(), Set.of());
        assertThat(ReverseMapping.findings(
                        List.of(table),
                        Map.of(ID, shape),
                        new Conversion(Columns.POSTGRES, ChosenRules.emptyStringAsNull())))
                .allMatch(finding -> finding.kind() == Kind.CHANGED_VALUES)
                .extracting(ReverseFinding::column)
                .containsExactly("tags", "size");
    }
}
