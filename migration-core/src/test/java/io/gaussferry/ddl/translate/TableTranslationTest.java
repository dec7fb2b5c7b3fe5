package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A statement of MySQL changes columns, indexes and constraints at once; the target needs an order. */
class TableTranslationTest {

    private static final ShopTables SHOP = new ShopTables("CREATE TABLE t (id INT PRIMARY KEY, a INT DEFAULT 1"
            + " COMMENT 'first', b BIGINT NOT NULL, state ENUM('new', 'old'), KEY b (b), CONSTRAINT positive CHECK (a > 0))"
            + " COMMENT = 'things'");

    /** The statements in order, without quotes of names; {@code SELECT 1} only has guards. */
    private static String sql(String action) {
        return String.join("; ", SHOP.sql("ALTER TABLE t " + action))
                .replace("\"shop\".", "")
                .replace("\"", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ALTER a SET DEFAULT 2            | ALTER TABLE t ALTER COLUMN a SET DEFAULT '2'",
                "ALTER a DROP DEFAULT             | ALTER TABLE t ALTER COLUMN a DROP DEFAULT",
                "MODIFY b BIGINT                  | ALTER TABLE t ALTER COLUMN b DROP NOT NULL",
                "MODIFY b BIGINT NOT NULL COMMENT 'x' | COMMENT ON COLUMN t.b IS 'x'",
                "MODIFY a INT DEFAULT 1           | COMMENT ON COLUMN t.a IS NULL",
                "COMMENT = 'more'                 | COMMENT ON TABLE t IS 'more'",
                "COMMENT = ''                     | COMMENT ON TABLE t IS NULL",
                "DROP CHECK positive              | ALTER TABLE t DROP CONSTRAINT positive",
                "ADD CONSTRAINT small CHECK (b < 9) | ALTER TABLE t ADD CONSTRAINT small CHECK ((b < 9))",
                "DROP state                       | ALTER TABLE t DROP COLUMN state",
            })
    void changesOnlyWhatDiffers(String action, String steps) {
        assertThat(sql(action)).isEqualTo(steps);
    }

    /** A default of the old type might not be valid for the new one. */
    @Test
    void replacesDefaultAroundChangeOfType() {
        assertThat(sql("MODIFY a VARCHAR(20) DEFAULT 'none' COMMENT 'first', DROP CHECK positive"))
                .isEqualTo("ALTER TABLE t DROP CONSTRAINT positive; ALTER TABLE t ALTER COLUMN a DROP DEFAULT;"
                        + " ALTER TABLE t ALTER COLUMN a TYPE varchar(20) USING CAST(a AS TEXT);"
                        + " ALTER TABLE t ALTER COLUMN a SET DEFAULT 'none'");
        assertThat(sql("MODIFY a BIGINT DEFAULT 1 COMMENT 'first'"))
                .isEqualTo("ALTER TABLE t ALTER COLUMN a DROP DEFAULT; ALTER TABLE t ALTER COLUMN a TYPE bigint;"
                        + " ALTER TABLE t ALTER COLUMN a SET DEFAULT '1'");
    }

    @Test
    void replacesCheckAroundChangeOfMembers() {
        assertThat(sql("MODIFY state ENUM('new', 'old', 'lost')"))
                .isEqualTo("ALTER TABLE t DROP CONSTRAINT t_state_check;"
                        + " ALTER TABLE t ALTER COLUMN state TYPE varchar(4) USING CAST(state AS TEXT);"
                        + " ALTER TABLE t ADD CONSTRAINT t_state_check CHECK (state IN ('new', 'old', 'lost', ''))");
    }

    @Test
    void dropsIndexesBeforeColumnsAndAddsThemAfter() {
        assertThat(sql("ADD KEY late (c), ADD c INT, MODIFY b INT NOT NULL, DROP KEY b, ADD UNIQUE KEY ub (b)"))
                .isEqualTo("DROP INDEX t_b; ALTER TABLE t ALTER COLUMN b TYPE integer;"
                        + " ALTER TABLE t ADD COLUMN c integer; CREATE INDEX t_late ON t (c);"
                        + " CREATE UNIQUE INDEX t_ub ON t (b)");
    }

    @Test
    void notesOnlyNewLimitations() {
        ShopTables shop = new ShopTables("CREATE TABLE t (id INT PRIMARY KEY, g INT AS (id + 1))");
        var known = TableTranslation.notes(null, shop.table("t"), ShopTables.POSTGRES);
        assertThat(known).isNotEmpty();
        assertThat(TableTranslation.notes(shop.table("t"), shop.table("t"), ShopTables.POSTGRES))
                .isEmpty();
    }
}
