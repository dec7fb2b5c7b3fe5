package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.ddl.translate.TargetStep.Guard;
import io.gaussferry.ddl.translate.TargetStep.Otherwise;
import io.gaussferry.error.GaussferryException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Start here: a statement of MySQL, and the steps on the target. */
class TranslatorTest {

    private static final String PARTED = "CREATE TABLE parted (id INT PRIMARY KEY) PARTITION BY RANGE (id)"
            + " (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20))";

    @Test
    void createsTableWithIndexesAndComments() {
        assertThat(new ShopTables()
                        .sql("CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(9) COMMENT 'shown', KEY n (name),"
                                + " CHECK (id > 0))"))
                .containsExactly(
                        "CREATE SCHEMA \"shop\"",
                        "CREATE TABLE \"shop\".\"item\" (\"id\" integer NOT NULL, \"name\" varchar(9),"
                                + " PRIMARY KEY (\"id\"))",
                        "COMMENT ON COLUMN \"shop\".\"item\".\"name\" IS 'shown'",
                        "CREATE INDEX \"item_n\" ON \"shop\".\"item\" (\"name\")",
                        "ALTER TABLE \"shop\".\"item\" ADD CONSTRAINT \"item_chk_1\" CHECK ((\"id\" > 0))");
    }

    /** An existing table would keep its rows. */
    @Test
    void requiresFreeNameForNewTable() {
        TargetStep create = new ShopTables()
                .steps(ShopTables.context("CREATE TABLE item (id INT)"), ShopTables.POSTGRES)
                .get(1);
        assertThat(create.guards()).extracting(Guard::otherwise).containsExactly(Otherwise.HOLD);
        assertThat(create.unless()).isNull();
    }

    @Test
    void dropsForeignKeysBeforeTables() {
        ShopTables shop = new ShopTables(
                "CREATE TABLE owner (id INT PRIMARY KEY)",
                "CREATE TABLE item (o INT, CONSTRAINT k FOREIGN KEY (o) REFERENCES owner (id))");
        assertThat(shop.sql("DROP TABLE owner, item"))
                .containsExactly(
                        "ALTER TABLE \"shop\".\"item\" DROP CONSTRAINT \"k\"",
                        "DROP TABLE IF EXISTS \"shop\".\"owner\"",
                        "DROP TABLE IF EXISTS \"shop\".\"item\"");
    }

    @Test
    void addsForeignKeyAfterTable() {
        ShopTables shop = new ShopTables("CREATE TABLE owner (id INT PRIMARY KEY)");
        assertThat(shop.sql("CREATE TABLE item (o INT, CONSTRAINT k FOREIGN KEY (o) REFERENCES owner (id))"))
                .last()
                .asString()
                .startsWith("ALTER TABLE \"shop\".\"item\" ADD CONSTRAINT \"k\" FOREIGN KEY");
    }

    @Test
    void changesTableUnderItsNewName() {
        ShopTables shop = new ShopTables("CREATE TABLE t (id INT, CHECK (id > 0))");
        assertThat(shop.sql("ALTER TABLE t RENAME TO x, ADD late INT"))
                .containsExactly(
                        "ALTER TABLE \"shop\".\"t\" RENAME TO \"x\"",
                        "ALTER TABLE \"shop\".\"x\" RENAME CONSTRAINT \"t_chk_1\" TO \"x_chk_1\"",
                        "ALTER TABLE \"shop\".\"x\" ADD COLUMN \"late\" integer");
    }

    @Test
    void deletesRowsOfPartition() {
        List<TargetStep> steps = new ShopTables(PARTED)
                .steps(ShopTables.context("ALTER TABLE parted DROP PARTITION p1"), ShopTables.POSTGRES);
        assertThat(steps).singleElement().satisfies(step -> {
            assertThat(step.sql()).isEqualTo("DELETE FROM \"shop\".\"parted\" WHERE (\"id\" >= 10 AND \"id\" < 20)");
            assertThat(step.guards())
                    .as("no foreign key acts on the deletion")
                    .extracting(Guard::otherwise)
                    .containsExactly(Otherwise.HOLD);
        });
    }

    @Test
    void requiresEmptyTableIfRowsOfPartitionAreUncertain() {
        ShopTables hashed = new ShopTables(
                "CREATE TABLE parted (v VARCHAR(9)) PARTITION BY LIST COLUMNS (v) (PARTITION p0 VALUES IN"
                        + " ('a'), PARTITION p1 VALUES IN ('b'))");
        assertThat(hashed.steps(ShopTables.context("ALTER TABLE parted DROP PARTITION p1"), ShopTables.POSTGRES))
                .singleElement()
                .satisfies(step -> {
                    assertThat(step.sql()).isEqualTo("SELECT 1");
                    assertThat(step.guards()).extracting(Guard::otherwise).containsExactly(Otherwise.COPY_AGAIN);
                });
    }

    @Test
    void emptiesTruncatedTable() {
        assertThat(new ShopTables(PARTED).sql("TRUNCATE TABLE parted"))
                .containsExactly("TRUNCATE TABLE \"shop\".\"parted\"");
    }

    @Test
    void rejectsNameThatTargetTruncates() {
        ShopTables shop = new ShopTables();
        String name = "é".repeat(32);
        assertThatThrownBy(() -> shop.sql("CREATE TABLE `" + name + "` (id INT)"))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("has 64 bytes, but the target keeps only 63");
    }
}
