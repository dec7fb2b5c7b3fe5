package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.ddl.evolve.Evolution;
import io.gaussferry.model.TableId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Executes the steps on a namespace that refuses a name in use, as the target does. */
class TableMovesTest {

    private static final Pattern STEP =
            Pattern.compile("ALTER TABLE \"(\\w+)\".\"([^\"]+)\" (RENAME TO|SET SCHEMA) \"([^\"]+)\"");

    private static final ShopTables SHOP = new ShopTables(
            "CREATE TABLE a (id INT PRIMARY KEY, n INT, UNIQUE KEY u (n))",
            "CREATE TABLE b (id INT PRIMARY KEY)",
            "CREATE TABLE c (id INT PRIMARY KEY)");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RENAME TABLE a TO x                             | shop.x=a shop.b=b shop.c=c",
                "RENAME TABLE a TO x, b TO a, x TO b             | shop.b=a shop.a=b shop.c=c",
                "RENAME TABLE a TO x, b TO a, c TO b, x TO c     | shop.c=a shop.a=b shop.b=c",
                "RENAME TABLE a TO b2, b TO a                    | shop.b2=a shop.a=b shop.c=c",
                "RENAME TABLE a TO store.a                       | store.a=a shop.b=b shop.c=c",
                "RENAME TABLE a TO store.a, b TO a               | store.a=a shop.a=b shop.c=c",
                "RENAME TABLE a TO store.x, b TO store.a         | store.x=a store.a=b shop.c=c",
                "ALTER TABLE a RENAME TO x, ADD late INT         | shop.x=a shop.b=b shop.c=c",
                "ALTER TABLE a ADD late INT                      | shop.a=a shop.b=b shop.c=c",
            })
    void movesEveryTableToItsName(String statement, String expected) {
        List<Evolution> evolutions = SHOP.evolve(ShopTables.context(statement));
        Map<TableId, String> tables = execute(new TableMoves(evolutions, ShopTables.POSTGRES).steps());

        Map<TableId, String> wanted = new HashMap<>();
        for (String table : expected.split(" ", -1)) {
            String[] name = table.split("[.=]", -1);
            wanted.put(new TableId(name[0], name[1]), name[2]);
        }
        assertThat(tables).isEqualTo(wanted);
    }

    private static Map<TableId, String> execute(List<TargetStep> steps) {
        Map<TableId, String> tables = new HashMap<>();
        SHOP.definitions().forEach(table -> tables.put(table.id(), table.id().name()));
        for (TargetStep step : steps) {
            Matcher matcher = STEP.matcher(step.sql());
            if (matcher.matches()) {
                TableId from = new TableId(matcher.group(1), matcher.group(2));
                TableId to = matcher.group(3).equals("RENAME TO")
                        ? new TableId(from.schema(), matcher.group(4))
                        : new TableId(matcher.group(4), from.name());
                assertThat(tables).as(step.sql()).containsKey(from).doesNotContainKey(to);
                tables.put(to, tables.remove(from));
            }
        }
        return tables;
    }

    @Test
    void renamesDerivedNamesWithTable() {
        ShopTables shop =
                new ShopTables("CREATE TABLE t (id INT PRIMARY KEY, n INT, state ENUM('new'), UNIQUE KEY u (n))");
        assertThat(ShopTables.sql(
                        new TableMoves(shop.evolve(ShopTables.context("RENAME TABLE t TO x")), ShopTables.POSTGRES)
                                .steps()))
                .containsExactly(
                        "ALTER TABLE \"shop\".\"t\" RENAME TO \"x\"",
                        "ALTER INDEX \"shop\".\"t_pkey\" RENAME TO \"x_pkey\"",
                        "ALTER INDEX \"shop\".\"t_u\" RENAME TO \"x_u\"",
                        "ALTER TABLE \"shop\".\"x\" RENAME CONSTRAINT \"t_state_check\" TO \"x_state_check\"");
    }

    /** The dropped table is dropped later, with its foreign keys; until then it has a temporary name. */
    @Test
    void vacatesNameOfDroppedTable() {
        Evolution dropped = SHOP.evolve("DROP TABLE b");
        Evolution renamed = SHOP.evolve("ALTER TABLE a RENAME TO b");
        TableMoves moves = new TableMoves(List.of(dropped, renamed), ShopTables.POSTGRES);

        Map<TableId, String> tables = execute(moves.steps());
        assertThat(tables).containsEntry(new TableId("shop", "b"), "a");
        assertThat(tables)
                .containsEntry(moves.dropped(new TableId("shop", "b")), "b")
                .doesNotContainKey(new TableId("shop", "a"));
        assertThat(moves.dropped(new TableId("shop", "c"))).isEqualTo(new TableId("shop", "c"));
    }

    @Test
    void requiresThatNoForeignObjectHasTheName() {
        TargetStep step = new TableMoves(SHOP.evolve(ShopTables.context("RENAME TABLE c TO x")), ShopTables.POSTGRES)
                .steps()
                .get(0);
        assertThat(step.guards()).singleElement().satisfies(guard -> {
            assertThat(guard.query()).contains("n.nspname = 'shop' AND c.relname = 'x'");
            assertThat(guard.reason()).startsWith("The name shop.x is taken on the target");
            assertThat(guard.otherwise()).isEqualTo(TargetStep.Otherwise.HOLD);
        });
    }
}
