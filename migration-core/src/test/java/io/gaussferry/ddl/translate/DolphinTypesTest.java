package io.gaussferry.ddl.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With the plugin dolphin, each ENUM and SET column has a type of its own. */
class DolphinTypesTest {

    private static final String ALTER = "ALTER TABLE \"shop\".\"t\" ";

    private static List<String> sql(String columns, String action) {
        ShopTables shop = new ShopTables("CREATE TABLE t (id INT PRIMARY KEY, " + columns + ")");
        return ShopTables.sql(shop.steps(ShopTables.context("ALTER TABLE t " + action), ShopTables.DOLPHIN));
    }

    @Test
    void addsMembersAtEndWithoutTouchingRows() {
        assertThat(sql("e ENUM('a')", "MODIFY e ENUM('a', 'b', 'it''s')"))
                .singleElement()
                .satisfies(sql -> assertThat(sql)
                        .startsWith("DO $gaussferry$ BEGIN ")
                        .contains("' ADD VALUE ''b'''", "' ADD VALUE ''it''''s'''")
                        .containsSubsequence("''b''", "''it''''s''")
                        .contains("attrelid = CAST('\"shop\".\"t\"' AS regclass) AND attname = 'e'"));
    }

    /** ADD COLUMN of these types with the default '' ends an openGauss server (SIGSEGV) whose table has rows. */
    @ParameterizedTest
    @ValueSource(strings = {"tinyblob", "mediumblob", "longblob"})
    void addsLargeBytesWithAnotherType(String type) {
        assertThat(sql("a INT", "ADD b " + type + " NOT NULL"))
                .containsExactly(
                        ALTER + "ADD COLUMN \"b\" blob DEFAULT '' NOT NULL",
                        ALTER + "ALTER COLUMN \"b\" DROP DEFAULT",
                        ALTER + "ALTER COLUMN \"b\" TYPE " + type,
                        ALTER + "ALTER COLUMN \"b\" SET NOT NULL");
        assertThat(sql("a INT", "ADD b " + type)).containsExactly(ALTER + "ADD COLUMN \"b\" " + type);
        assertThat(sql("a INT", "ADD b BLOB NOT NULL"))
                .containsExactly(
                        ALTER + "ADD COLUMN \"b\" blob DEFAULT '' NOT NULL", ALTER + "ALTER COLUMN \"b\" DROP DEFAULT");
    }

    /** The members of an existing type cannot be reordered, and {@code TYPE enum(…)} does not exist. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ENUM('a', 'b') | ENUM('b', 'a')      | CHANGE e e enum('b', 'a')",
                "ENUM('a')      | ENUM('b', 'a')      | CHANGE e e enum('b', 'a')",
                "SET('a')       | SET('b', 'a')       | ALTER COLUMN e TYPE set('b', 'a') USING CAST(e AS TEXT)",
                "INT            | ENUM('a')           | ALTER COLUMN e TYPE text USING CAST(NULL AS text); CHANGE e e enum('a')",
            })
    void changesMembersThroughText(String before, String after, String steps) {
        String first = steps.contains("; ") ? "" : "ALTER COLUMN e TYPE text USING CAST(e AS TEXT); ";
        assertThat(String.join("; ", sql("e " + before, "MODIFY e " + after))
                        .replace(ALTER, "")
                        .replace("\"e\"", "e"))
                .isEqualTo(first + steps);
    }

    @Test
    void restoresAttributesOfRetypedColumn() {
        assertThat(sql(
                        "e ENUM('a', 'b') NOT NULL DEFAULT 'a' COMMENT 'state'",
                        "MODIFY e ENUM('b', 'a') NOT NULL DEFAULT 'a' COMMENT 'state'"))
                .containsExactly(
                        ALTER + "ALTER COLUMN \"e\" DROP DEFAULT",
                        ALTER + "ALTER COLUMN \"e\" TYPE text USING CAST(\"e\" AS TEXT)",
                        ALTER + "CHANGE \"e\" \"e\" enum('b', 'a')",
                        ALTER + "ALTER COLUMN \"e\" SET DEFAULT 'a'",
                        ALTER + "ALTER COLUMN \"e\" SET NOT NULL",
                        "COMMENT ON COLUMN \"shop\".\"t\".\"e\" IS 'state'");
    }

    /** A later table or column with the former name gets a type with that name. */
    @Test
    void renamesTypeOfSetWithItsColumnAndTable() {
        assertThat(sql("s SET('a')", "RENAME COLUMN s TO z"))
                .containsExactly(
                        ALTER + "RENAME COLUMN \"s\" TO \"z\"",
                        "ALTER TYPE \"shop\".\"t_s_set\" RENAME TO \"t_z_set\"");
        assertThat(sql("s SET('a')", "RENAME TO x")).contains("ALTER TYPE \"shop\".\"t_s_set\" RENAME TO \"x_s_set\"");
        assertThat(sql("e ENUM('a')", "RENAME COLUMN e TO z")).containsExactly(ALTER + "RENAME COLUMN \"e\" TO \"z\"");
    }
}
