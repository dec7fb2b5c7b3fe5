package io.gaussferry.opengauss.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Column;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.testing.IntTable;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetCatalogTest {

    private static final TableDefinition TABLE =
            new IntTable("t", 2, List.of(List.of(0))).version().definition();

    private final CatalogRows rows = new CatalogRows();

    private void openGauss(String compatibility, boolean dolphin) {
        rows.answer("version()", "(openGauss 6.0.2 build 1) on x86_64")
                .answer("datcompatibility", compatibility)
                .answer("parttype", List.of())
                .answer("dolphin", dolphin ? List.of(Map.of("extension", 1)) : List.of());
    }

    private static Map<String, Object> column(
            String name, String fullType, String schema, String type, String category, String kind) {
        Map<String, Object> row = new HashMap<>();
        row.put("relname", "t");
        row.put("attname", name);
        row.put("full_type", fullType);
        row.put("type_schema", schema);
        row.put("typname", type);
        row.put("typcategory", category);
        row.put("typtype", kind);
        row.put("collname", "default");
        return row;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // a cast to the full type would truncate; without the precision of a time it would round
                "character varying(20)          | pg_catalog | varchar   | S | b | \"varchar\"      | TEXT",
                "numeric(10,2)                  | pg_catalog | numeric   | N | b | \"numeric\"      | EQUALITY",
                "timestamp(3) without time zone | pg_catalog | timestamp | D | b | \"timestamp\"(3) | EQUALITY",
                "date                           | pg_catalog | date      | D | b | \"date\"         | EQUALITY",
                "double precision               | pg_catalog | float8    | N | b | \"float8\"       | FLOAT8",
                "shop.color                     | shop       | color     | E | e | \"shop\".\"color\" | EQUALITY",
            })
    void castsToTypeWithoutLength(
            String fullType,
            String schema,
            String type,
            String category,
            String kind,
            String elementType,
            Identity identity)
            throws SQLException {
        openGauss("PG", false);
        rows.answer(
                "pg_attribute",
                List.of(
                        column("c1", fullType, schema, type, category, kind),
                        column("c0", "integer", "pg_catalog", "int4", "N", "b")));
        Column column = new TargetCatalog(rows.connection())
                .find(TABLE)
                .orElseThrow()
                .columns()
                .get(1);
        assertThat(column)
                .isEqualTo(new Column(
                        "c1", fullType, elementType, true, Carrier.OWN_TYPE, identity, StringEquality.EXACT));
    }

    @Test
    void sendsBitsAndMembersInOtherTypes() throws SQLException {
        openGauss("B", true);
        rows.answer(
                        "pg_attribute",
                        List.of(
                                column("c0", "bit(8)", "pg_catalog", "bit", "V", "b"),
                                column("c1", "t_c1_set", "s", "t_c1_set", "U", "s")))
                .fail("t_c1_set", "42704");
        List<Column> columns =
                new TargetCatalog(rows.connection()).find(TABLE).orElseThrow().columns();
        assertThat(columns.get(0).carrier()).isEqualTo(Carrier.VARBIT);
        assertThat(columns.get(0).elementType()).isEqualTo("varbit");
        assertThat(columns.get(1).carrier()).isEqualTo(Carrier.TEXT);
        assertThat(columns.get(1).elementType()).isEqualTo("text");
        assertThat(columns.get(1).identity()).isEqualTo(Identity.TEXT);
        assertThat(columns.get(1).hasArrayType()).as("an array of text").isTrue();
        assertThat(columns.get(1).equality()).isEqualTo(StringEquality.WITHOUT_TRAILING_BLANKS);
    }

    @Test
    void triesArrayOfEachTypeOnce() throws SQLException {
        openGauss("PG", false);
        rows.answer(
                        "pg_attribute",
                        List.of(
                                column("c0", "s.positive", "s", "positive", "N", "d"),
                                column("c1", "s.positive", "s", "positive", "N", "d")))
                .fail("positive", "42704");
        List<Column> columns =
                new TargetCatalog(rows.connection()).find(TABLE).orElseThrow().columns();
        assertThat(columns).allMatch(column -> !column.hasArrayType() && column.carrier() == Carrier.OWN_TYPE);
        assertThat(rows.executed).containsExactly("SELECT CAST('{}' AS \"s\".\"positive\"[])");
    }

    @Test
    void readsManyTablesOfSchemaByTwoQueries() throws SQLException {
        List<TableDefinition> tables = IntStream.range(0, 5)
                .mapToObj(i ->
                        new IntTable("t" + i, 1, List.of(List.of(0))).version().definition())
                .toList();
        openGauss("PG", false);
        rows.answer("parttype", List.of(Map.of("relname", "t3")));
        rows.answer(
                "pg_attribute",
                IntStream.range(0, 4)
                        .mapToObj(i -> {
                            Map<String, Object> row = column("c0", "integer", "pg_catalog", "int4", "N", "b");
                            row.put("relname", "t" + i);
                            return row;
                        })
                        .toList());
        TargetCatalog catalog = new TargetCatalog(rows.connection());
        catalog.prefetch(tables);
        rows.answer("pg_attribute", List.of());
        assertThat(catalog.find(tables.get(2)).orElseThrow().partitioned()).isFalse();
        assertThat(catalog.find(tables.get(3)).orElseThrow().partitioned()).isTrue();
        assertThat(catalog.find(tables.get(4))).isEmpty();
    }

    /** The loss of the connection says nothing about the type. */
    @Test
    void doesNotTakeLostConnectionForMissingArray() {
        openGauss("PG", false);
        rows.answer("pg_attribute", List.of(column("c0", "integer", "pg_catalog", "int4", "N", "b")))
                .fail("int4", "08006");
        assertThatThrownBy(() -> new TargetCatalog(rows.connection()).find(TABLE))
                .isInstanceOf(SQLException.class)
                .hasMessage("refused");
    }

    @Test
    void distinguishesMissingTableFromMissingColumn() throws SQLException {
        openGauss("PG", false);
        rows.answer("pg_attribute", List.of());
        assertThat(new TargetCatalog(rows.connection()).find(TABLE)).isEmpty();
        assertThat(new TargetCatalog(rows.connection()).has(TABLE.targetId())).isFalse();

        rows.answer("pg_attribute", List.of(column("c0", "integer", "pg_catalog", "int4", "N", "b")));
        assertThat(new TargetCatalog(rows.connection()).has(TABLE.targetId())).isTrue();
        assertThatThrownBy(() -> new TargetCatalog(rows.connection()).find(TABLE))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("Table s.t exists on the target without a column \"c1\"");
    }
}
