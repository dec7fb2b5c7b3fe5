package io.gaussferry.objects.prove;

import static io.gaussferry.testing.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.TableBuilder;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowCopierTest {

    private final ScriptedConnection source = new ScriptedConnection();
    private final ScriptedConnection target = new ScriptedConnection();
    private final RowCopier copier = new RowCopier(source.connection(), target.connection());

    private static TableDefinition copyOf(TableBuilder table) {
        TableDefinition original = table.build();
        TableId name = new TableId("copy", original.id().name());
        return new TableDefinition(name, name, original.columns(), original.indexes(), original.extras());
    }

    private static TableBuilder item() {
        return table("item").column("id", "int").column("price", "int").generated("tax", "int", "price / 5");
    }

    /** MySQL computes generated columns; the target's copy has ordinary columns instead. */
    @Test
    void copiesGeneratedColumnsOnTheTargetOnly() throws SQLException {
        copier.copyAll(item().build(), copyOf(item()));
        assertThat(source.changes())
                .containsExactly("INSERT INTO `copy`.`item` (`id`, `price`) SELECT `id`, `price`"
                        + " FROM `shop`.`item` AS original");
        assertThat(target.changes())
                .containsExactly("INSERT INTO \"copy\".\"item\" (\"id\", \"price\", \"tax\")"
                        + " SELECT \"id\", \"price\", \"tax\" FROM \"shop\".\"item\" AS original");
    }

    @Test
    void locksNoReadRow() throws SQLException {
        copier.copyAll(item().build(), copyOf(item()));
        assertThat(source.executed().get(0)).isEqualTo("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    @Test
    void choosesRowsByTheirKey() throws SQLException {
        copier.copyLowest(item().primary("price", "id").build(), copyOf(item()), 10);
        assertThat(source.changes().get(0)).endsWith(" ORDER BY `price`, `id` LIMIT 10");
        assertThat(target.changes().get(0)).endsWith(" ORDER BY \"price\", \"id\" LIMIT 10");
    }

    @Test
    void choosesAnyRowsWithoutKey() throws SQLException {
        copier.copyLowest(item().build(), copyOf(item()), 10);
        assertThat(source.changes().get(0)).endsWith("FROM `shop`.`item` AS original LIMIT 10");
    }

    @Test
    void addsReferencedRowsTwice() throws SQLException {
        TableBuilder parent = table("city").column("id", "int").primary("id");
        TableBuilder child = table("shopper")
                .column("id", "int")
                .column("city", "int")
                .refers("city", "city", "RESTRICT", "RESTRICT")
                .refers("id", "other", "RESTRICT", "RESTRICT");
        copier.copyReferenced(
                List.of(child.build(), parent.build()),
                Map.of(child.build().id(), copyOf(child), parent.build().id(), copyOf(parent)));
        String missing = "INSERT INTO `copy`.`city` (`id`) SELECT `id` FROM `shop`.`city` AS original"
                + " WHERE (`id`) IN (SELECT `city` FROM `copy`.`shopper`)"
                + " AND NOT EXISTS (SELECT 1 FROM `copy`.`city` AS present WHERE present.`id` = original.`id`)";
        assertThat(source.changes())
                .as("the second pass adds the parents of added rows; table other is not copied")
                .containsExactly(missing, missing);
        assertThat(target.changes()).hasSize(2);
    }

    @Test
    void addsNoRowsToTablesWithoutKey() throws SQLException {
        TableBuilder parent = table("city").column("id", "int");
        TableBuilder child = table("shopper").column("city", "int").refers("city", "city", "RESTRICT", "RESTRICT");
        copier.copyReferenced(
                List.of(child.build(), parent.build()),
                Map.of(child.build().id(), copyOf(child), parent.build().id(), copyOf(parent)));
        assertThat(source.executed()).isEmpty();
    }
}
