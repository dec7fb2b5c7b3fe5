package io.gaussferry.opengauss.decoding;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.convert.Columns;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.ConversionRules.ZeroDate;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.Partitioning;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Old rows are logged completely if their key does not suffice. */
class ReplicaIdentityTest {

    private static final TableId ID = new TableId("shop", "item");

    private static final Conversion DEFAULTS = new Conversion(Columns.POSTGRES, ConversionRules.defaults());

    private static final IndexDefinition PRIMARY = index("PRIMARY", true, 0);

    private static IndexDefinition index(String name, boolean unique, int column) {
        return new IndexDefinition(name, unique, List.of(new IndexDefinition.Part(column, 0, false)));
    }

    /** Columns c0, c1... */
    private static List<ColumnDefinition> columns(String... declarations) {
        List<ColumnDefinition> columns = new ArrayList<>();
        for (String declaration : declarations) {
            columns.add(Columns.notNull("c" + columns.size(), Columns.column(declaration, "utf8mb4")));
        }
        return columns;
    }

    private static TargetShape shape(TableDefinition table, String type, Set<String> primaryKey) {
        return new TargetShape(
                ID,
                table.columns().stream()
                        .map(column -> new TargetShape.Column(
                                column.name(), 1, 1, column.name().equals("c0") ? "int4" : type, 'b', -1, type, true))
                        .toList(),
                List.of(),
                primaryKey);
    }

    private static TableDefinition table(List<IndexDefinition> indexes, String... declarations) {
        return new TableDefinition(ID, columns(declarations), indexes);
    }

    private static ReplicaIdentity of(TableDefinition table, String type) {
        return ReplicaIdentity.of(table, shape(table, type, Set.of("c0")), DEFAULTS);
    }

    @Test
    void logsOnlyKeyOfNarrowRows() {
        assertThat(of(table(List.of(PRIMARY, index("k", false, 1)), "int", "varchar(100)", "char(60)"), "varchar"))
                .isEqualTo(ReplicaIdentity.DEFAULT);
        assertThat(of(table(List.of(PRIMARY), "int", "decimal(65,30)"), "numeric"))
                .isEqualTo(ReplicaIdentity.DEFAULT);
    }

    @Test
    void requiresSameKeyOnBothSides() {
        TableDefinition keyed = table(List.of(PRIMARY), "int", "int");
        assertThat(ReplicaIdentity.of(keyed, shape(keyed, "int4", Set.of("c0")), DEFAULTS))
                .isEqualTo(ReplicaIdentity.DEFAULT);
        assertThat(ReplicaIdentity.of(keyed, shape(keyed, "int4", Set.of("c1")), DEFAULTS))
                .isEqualTo(ReplicaIdentity.FULL);
        assertThat(ReplicaIdentity.of(keyed, shape(keyed, "int4", Set.of()), DEFAULTS))
                .isEqualTo(ReplicaIdentity.FULL);
        assertThat(of(table(List.of(), "int", "int"), "int4")).isEqualTo(ReplicaIdentity.FULL);
        assertThat(of(table(List.of(index("u", true, 0)), "int", "int"), "int4"))
                .isEqualTo(ReplicaIdentity.FULL);
    }

    @Test
    void logsWholeRowIfOtherColumnsAreUnique() {
        assertThat(of(table(List.of(PRIMARY, index("u", true, 1)), "int", "int"), "int4"))
                .isEqualTo(ReplicaIdentity.FULL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"varchar(500)", "text", "tinytext"})
    void logsWholeWideRows(String declaration) {
        assertThat(of(table(List.of(PRIMARY), "int", declaration, "varchar(250)"), "text"))
                .isEqualTo(ReplicaIdentity.FULL);
    }

    @Test
    void logsWholeRowsWithJson() {
        assertThat(of(table(List.of(PRIMARY), "int", "json"), "json")).isEqualTo(ReplicaIdentity.FULL);
    }

    @Test
    void logsWholeRowsWithFloatingPoint() {
        assertThat(of(table(List.of(PRIMARY), "int", "double"), "float8")).isEqualTo(ReplicaIdentity.FULL);
        assertThat(of(table(List.of(PRIMARY), "int", "float"), "float4")).isEqualTo(ReplicaIdentity.FULL);
    }

    @Test
    void logsWholeRowsIfRuleMayChangeValues() {
        TableDefinition dated = table(List.of(PRIMARY), "int", "date");
        assertThat(of(dated, "date")).isEqualTo(ReplicaIdentity.DEFAULT);
        assertThat(ReplicaIdentity.of(dated, shape(dated, "date", Set.of("c0")), rules(ZeroDate.NULL, false)))
                .isEqualTo(ReplicaIdentity.FULL);
        TableDefinition named = table(List.of(PRIMARY), "int", "varchar(10)");
        assertThat(ReplicaIdentity.of(named, shape(named, "varchar", Set.of("c0")), rules(ZeroDate.REFUSE, true)))
                .isEqualTo(ReplicaIdentity.FULL);
    }

    private static Conversion rules(ZeroDate zeroDate, boolean emptyStringAsNull) {
        ConversionRules defaults = ConversionRules.defaults();
        ConversionRules rules = new ConversionRules(
                zeroDate,
                null,
                defaults.nul(),
                defaults.invalidBytes(),
                defaults.timeOutOfRange(),
                defaults.invalidEnum(),
                defaults.negativeZero(),
                defaults.jsonb(),
                emptyStringAsNull,
                defaults.collations());
        return new Conversion(Columns.POSTGRES, rules);
    }

    @Test
    void logsWholeRowsOfPartitionedTables() {
        TableExtras parted = new TableExtras(
                "", null, new Partitioning("HASH", "c0", List.of(), true), Map.of(), List.of(), List.of(), Map.of());
        assertThat(of(new TableDefinition(ID, columns("int", "int"), List.of(PRIMARY), parted), "int4"))
                .isEqualTo(ReplicaIdentity.FULL);
    }
}
