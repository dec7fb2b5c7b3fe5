package io.gaussferry.objects.prove;

import static io.gaussferry.testing.ScriptedConnection.row;
import static io.gaussferry.testing.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleRowsTest {

    private static final TableDefinition ITEM = table("item")
            .column("id", "int")
            .column("city", "int")
            .primary("id")
            .refers("city", "city", "RESTRICT", "RESTRICT")
            .build();

    private final ScriptedConnection source = new ScriptedConnection();
    private final SampleRows rows = new SampleRows(source.connection());

    @Test
    void readsKeysOfEachEnd() throws SQLException {
        source.answer("ORDER BY `id` DESC LIMIT 2", row(9), row(8)).answer("ORDER BY `id` LIMIT 1", row(1));
        assertThat(rows.ofKeys(ITEM, ITEM.columns().subList(0, 1), 2, true))
                .extracting(KeyedRow::values)
                .containsExactly(List.of("9"), List.of("8"));
        assertThat(rows.ofKeys(ITEM, ITEM.columns().subList(0, 1), 1, false))
                .extracting(KeyedRow::values)
                .containsExactly(List.of("1"));
    }

    @Test
    void readsValuesOfAColumn() throws SQLException {
        source.answer("SELECT DISTINCT `city`", row(1), row(2));
        assertThat(rows.values(ITEM, ITEM.columns().get(1))).containsExactly("1", "2");
    }

    @Test
    void readsAValueOfARow() throws SQLException {
        KeyedRow row = new KeyedRow(ITEM, ITEM.columns().subList(0, 1), List.of("9"));
        assertThat(rows.value(row, ITEM.columns().get(1))).isNull();
        source.answer("SELECT `city` FROM `shop`.`item` WHERE `id` = '9'", row(2));
        assertThat(rows.value(row, ITEM.columns().get(1))).isEqualTo("2");
    }

    @Test
    void readsReferencedValues() throws SQLException {
        source.answer("SELECT `id` FROM `shop`.`city` ORDER BY `id` LIMIT 1", row(5));
        assertThat(rows.referenced(ITEM, ITEM.columns().get(1))).isEqualTo("5");
        assertThat(rows.referenced(ITEM, ITEM.columns().get(0))).isNull();
    }

    @Test
    void hasNoRowsOfAMissingTable() throws SQLException {
        source.fails("FROM `shop`.`city`", new SQLException("no such table", "42S02", 1146));
        assertThat(rows.referenced(ITEM, ITEM.columns().get(1))).isNull();
    }

    @Test
    void failsWithTheConnection() {
        source.fails("FROM `shop`.`city`", new SQLException("gone", "08S01"));
        assertThatThrownBy(() -> rows.referenced(ITEM, ITEM.columns().get(1))).isInstanceOf(SQLException.class);
    }
}
