package io.gaussferry.opengauss.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The catalog has one row for each column of a key. The appliers order changes by these keys. */
class EnforcedForeignKeyReaderTest {

    private static final TableDefinition ITEM =
            new IntTable("item", "item_new", 3, List.of(List.of(0))).version().definition();
    private static final TableDefinition OWNER =
            new IntTable("owner", 2, List.of(List.of(0))).version().definition();
    private static final TableId ITEM_ON_TARGET = new TableId("s", "item_new");
    private static final TableId OWNER_ON_TARGET = new TableId("s", "owner");

    private static Map<String, Object> row(long key, String childColumn, String parentColumn) {
        Map<String, Object> row = new HashMap<>();
        row.put("oid", key);
        row.put("child_schema", "s");
        row.put("child_table", "item_new");
        row.put("child_column", childColumn);
        row.put("parent_schema", "s");
        row.put("parent_table", "owner");
        row.put("parent_column", parentColumn);
        row.put("on_update", "a");
        row.put("on_delete", "c");
        row.put("switched_off", false);
        return row;
    }

    private static Map<String, Object> with(Map<String, Object> row, String name, Object value) {
        row.put(name, value);
        return row;
    }

    private static List<EnforcedForeignKey> read(List<Map<String, Object>> rows) throws SQLException {
        return EnforcedForeignKeyReader.read(
                        new CatalogRows().answer("pg_constraint", rows).connection(), List.of(ITEM, OWNER))
                .ofChild(ITEM_ON_TARGET);
    }

    @Test
    void joinsColumnsOfEachKey() throws SQLException {
        assertThat(read(List.of(row(1, "c2", "c0"), row(2, "c1", "c1"), row(1, "c1", "c1"))))
                .containsExactly(
                        new EnforcedForeignKey(
                                ITEM_ON_TARGET, List.of(2, 1), OWNER_ON_TARGET, List.of(0, 1), "NO ACTION", "CASCADE"),
                        new EnforcedForeignKey(
                                ITEM_ON_TARGET, List.of(1), OWNER_ON_TARGET, List.of(1), "NO ACTION", "CASCADE"));
    }

    @ParameterizedTest
    @CsvSource({"a, NO ACTION", "r, RESTRICT", "c, CASCADE", "n, SET NULL", "d, SET DEFAULT"})
    void readsActions(String letter, String action) throws SQLException {
        Map<String, Object> row = with(with(row(1, "c1", "c0"), "on_delete", letter), "on_update", letter);
        assertThat(read(List.of(row))).singleElement().satisfies(key -> {
            assertThat(key.onDelete()).isEqualTo(action);
            assertThat(key.onUpdate()).isEqualTo(action);
        });
    }

    /** A key whose triggers are disabled changes no rows, but still relates the tables. */
    @Test
    void ignoresActionsThatAreSwitchedOff() throws SQLException {
        assertThat(read(List.of(with(row(1, "c1", "c0"), "switched_off", true))))
                .singleElement()
                .satisfies(key -> assertThat(key.cascades()).isFalse());
    }

    @Test
    void omitsKeysBeyondReplicatedTablesAndColumns() throws SQLException {
        assertThat(read(List.of(
                        with(row(1, "c1", "c0"), "parent_table", "unknown"),
                        with(row(2, "c1", "c0"), "child_schema", "other"),
                        row(3, "extra", "c0"),
                        row(4, "c1", "c0"),
                        row(4, "c2", "extra"))))
                .isEmpty();
    }
}
