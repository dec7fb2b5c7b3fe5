package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnRenamesTest {

    private static final String ALTER = "ALTER TABLE \"shop\".\"t\" ";
    private static final ShopTables SHOP =
            new ShopTables("CREATE TABLE t (id INT PRIMARY KEY, a INT COMMENT 'old a', b INT, KEY ab (a, b), KEY b (b),"
                    + " KEY sum ((a + b)))");

    @Test
    void exchangesNames() {
        assertThat(SHOP.sql("ALTER TABLE t RENAME COLUMN a TO b, RENAME COLUMN b TO a"))
                .startsWith(
                        ALTER + "RENAME COLUMN \"a\" TO \"gaussferry renamed 0 \"",
                        ALTER + "RENAME COLUMN \"b\" TO \"a\"",
                        ALTER + "RENAME COLUMN \"gaussferry renamed 0 \" TO \"b\"");
    }

    @Test
    void reusesNameOfDroppedColumn() {
        assertThat(SHOP.sql("ALTER TABLE t DROP COLUMN a, RENAME COLUMN b TO a"))
                .containsSubsequence(ALTER + "DROP COLUMN \"a\"", ALTER + "RENAME COLUMN \"b\" TO \"a\"");
    }

    @Test
    void renamesCheckOfMembers() {
        ShopTables shop = new ShopTables("CREATE TABLE t (state ENUM('new', 'old'))");
        assertThat(shop.sql("ALTER TABLE t RENAME COLUMN state TO status"))
                .containsExactly(
                        ALTER + "RENAME COLUMN \"state\" TO \"status\"",
                        ALTER + "RENAME CONSTRAINT \"t_state_check\" TO \"t_status_check\"");
    }

    @Test
    void keepsIndexesWithoutDroppedColumns() {
        TableDefinition renamed = ColumnRenames.apply(SHOP.table("t"), Map.of("id", "id", "c", "b"));

        assertThat(renamed.columns()).extracting(ColumnDefinition::name).containsExactly("id", "c");
        assertThat(renamed.indexes()).extracting(IndexDefinition::name).containsExactly("PRIMARY", "b", "sum");
        assertThat(renamed.indexes().get(1).parts().get(0).column()).isEqualTo(1);
    }

    @Test
    void keepsAttributesOfRenamedColumn() {
        TableDefinition renamed = ColumnRenames.apply(SHOP.table("t"), Map.of("id", "id", "b", "a", "a", "b"));

        assertThat(renamed.columns()).extracting(ColumnDefinition::name).containsExactly("id", "b", "a");
        assertThat(renamed.extras().column("b").comment()).isEqualTo("old a");
        assertThat(renamed.extras().column("a").comment()).isEmpty();
    }
}
