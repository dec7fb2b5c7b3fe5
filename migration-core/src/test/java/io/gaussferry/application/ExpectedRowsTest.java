package io.gaussferry.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.application.collect.SourceModes;
import io.gaussferry.ddl.statement.StatementContext;
import io.gaussferry.ddl.statement.StatementParser;
import io.gaussferry.model.TableId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedRowsTest {

    private static Optional<ExpectedRows> rows(String sql) {
        StatementContext context = new SourceModes(0, true, 80033).context("shop", sql);
        return ExpectedRows.of(StatementParser.tree(context), "shop");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "update item set n = 1 ; SELECT 1 FROM item",
                "update item i set n = n + 1 where i.n > 2 and i.name = 'a b' ; SELECT 1 FROM item i where i.n > 2 and i.name = 'a b'",
                "update low_priority item set n = 1 order by id limit 3 ; SELECT 1 FROM item order by id limit 3",
                "with big as (select 9 as n) update item set n = 1 where n in (select n from big)"
                        + " ; with big as (select 9 as n) SELECT 1 FROM item where n in (select n from big)",
                "delete from item where id = 1 ; SELECT 1 FROM item where id = 1",
                "delete quick from item as i where i.id = 1 limit 2 ; SELECT 1 FROM item as i where i.id = 1 limit 2",
                "insert into item select id + 1, 'x' from other where n > 3 ; select id + 1, 'x' from other where n > 3",
                "insert into item (id) (select id from other) ; (select id from other)"
            })
    void countsRowsOnTheSourceByQuery(String sql, String query) {
        assertThat(rows(sql).orElseThrow().query()).contains(query);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "insert into item values (1, 2) ; 1",
                "insert into item (id, n) values (1, (2)), (3, 4), (5, default) ; 3",
                "insert into item set id = 1, n = 2 ; 1"
            })
    void countsRowsOfTheStatement(String sql, long number) {
        ExpectedRows rows = rows(sql).orElseThrow();
        assertThat(rows.number()).hasValue(number);
        assertThat(rows.query()).isEmpty();
        assertThat(rows.inserted()).contains(new TableId("shop", "item"));
    }

    /** The server counts other rows than the statement finds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "replace into item values (1, 2)",
                "insert ignore into item values (1, 2)",
                "insert into item values (1, 2) on duplicate key update n = 3",
                "update ignore item set id = id + 1",
                "update item, other set item.n = other.n where item.id = other.id",
                "update item join other on item.id = other.id set item.n = 1",
                "delete ignore from item where id = 1",
                "delete item from item join other on item.id = other.id",
                "delete from item partition (p0) where id = 1"
            })
    void leavesOthersUncounted(String sql) {
        ExpectedRows rows = rows(sql).orElseThrow();
        assertThat(rows.number()).isEmpty();
        assertThat(rows.query()).isEmpty();
    }

    @Test
    void findsNoWriteInOtherStatements() {
        assertThat(rows("select 1")).isEmpty();
        assertThat(rows("truncate table item")).isEmpty();
    }
}
