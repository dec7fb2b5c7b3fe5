package io.gaussferry.objects.prove;

import static io.gaussferry.testing.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.TableBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyedRowTest {

    private static final TableBuilder ITEM = table("item")
            .column("id", "int")
            .column("name", "varchar(20)")
            .generated("length", "int", "length(name)")
            .primary("id");

    /** Returns a row that the first column of the table identifies. */
    private static KeyedRow row(TableBuilder table, String value) {
        TableDefinition built = table.build();
        return new KeyedRow(built, List.of(built.columns().get(0)), List.of(value));
    }

    private static Optional<String> copyOnSource(KeyedRow row, int number) {
        return row.insertCopy(Map.of(), number).map(StatementPair::source);
    }

    @Test
    void deletesOnBothSides() {
        assertThat(row(ITEM, "7").delete())
                .isEqualTo(new StatementPair(
                        "DELETE FROM `shop`.`item` WHERE `id` = '7'",
                        "DELETE FROM \"shop\".\"item\" WHERE \"id\" = '7'"));
    }

    @Test
    void updatesOneColumn() {
        KeyedRow row = row(ITEM, "7");
        assertThat(row.update(row.table().columns().get(1), "it's"))
                .isEqualTo(new StatementPair(
                        "UPDATE `shop`.`item` SET `name` = 'it''s' WHERE `id` = '7'",
                        "UPDATE \"shop\".\"item\" SET \"name\" = 'it''s' WHERE \"id\" = '7'"));
    }

    @Test
    void comparesAllColumnsOfTheKey() {
        TableDefinition table = table("pair")
                .column("a", "int")
                .column("b", "int")
                .primary("a", "b")
                .build();
        assertThat(new KeyedRow(table, table.columns(), List.of("1", "2"))
                        .delete()
                        .source())
                .endsWith(" WHERE `a` = '1' AND `b` = '2'");
    }

    /** Generated columns are computed, so the copy has no value for them. */
    @Test
    void copiesWithTheNextNumber() {
        assertThat(row(ITEM, "7").insertCopy(Map.of(), 2))
                .contains(new StatementPair(
                        "INSERT INTO `shop`.`item` (`id`, `name`) SELECT (SELECT * FROM (SELECT MAX(`id`) + 2 FROM"
                                + " `shop`.`item`) AS gf), `name` FROM `shop`.`item` WHERE `id` = '7'",
                        "INSERT INTO \"shop\".\"item\" (\"id\", \"name\") SELECT (SELECT MAX(\"id\") + 2 FROM"
                                + " \"shop\".\"item\"), \"name\" FROM \"shop\".\"item\" WHERE \"id\" = '7'"));
    }

    @Test
    void copiesWithAnotherString() {
        TableBuilder named = table("named").column("code", "varchar(20)").primary("code");
        assertThat(copyOnSource(row(named, "abc"), 1)).get().asString().contains("CONCAT('x', SUBSTR(`code`, 2))");
        assertThat(copyOnSource(row(named, "abc"), 2)).get().asString().contains("CONCAT('y', SUBSTR(`code`, 2))");
    }

    @Test
    void letsServersNumberTheCopy() {
        TableBuilder numbered =
                table("numbered").autoIncrement("id", "int").column("a", "int").primary("id");
        assertThat(copyOnSource(row(numbered, "7"), 1))
                .contains("INSERT INTO `shop`.`numbered` (`a`) SELECT `a` FROM `shop`.`numbered` WHERE `id` = '7'");
    }

    @Test
    void copiesWithChangedColumns() {
        KeyedRow row = row(ITEM, "7");
        Map<ColumnDefinition, @Nullable String> change = new HashMap<>();
        change.put(row.table().columns().get(1), null);
        assertThat(row.insertCopy(change, 1))
                .get()
                .extracting(StatementPair::target)
                .asString()
                .contains(", NULL FROM");
        change.put(row.table().columns().get(0), "9");
        assertThat(row.insertCopy(change, 1))
                .get()
                .extracting(StatementPair::source)
                .asString()
                .contains("SELECT '9', NULL");
    }

    @Test
    void copiesNoRowWhoseKeyCannotDiffer() {
        TableBuilder dated = table("dated").column("day", "date").primary("day");
        assertThat(copyOnSource(row(dated, "2026-01-01"), 1)).isEmpty();
    }
}
