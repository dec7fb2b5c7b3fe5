package io.gaussferry.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Verifies the tables that the copy creates on the target: reads the target's own catalogs and writes rows. */
class SchemaIT {

    private static final String COLUMNS = "SELECT a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid), a.attnotnull,"
            + " pg_catalog.col_description(c.oid, a.attnum) FROM pg_catalog.pg_attribute a"
            + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum"
            + " WHERE n.nspname = '%s' AND c.relname = '%s' AND a.attnum > 0 ORDER BY a.attnum";

    private static final String INDEXES = "SELECT i.relname, x.indisunique, x.indisprimary"
            + " FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid"
            + " JOIN pg_catalog.pg_class c ON c.oid = x.indrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = '%s' AND c.relname = '%s' ORDER BY i.relname";

    private static final String CONSTRAINTS = "SELECT o.conname FROM pg_catalog.pg_constraint o"
            + " JOIN pg_catalog.pg_class c ON c.oid = o.conrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = '%s' AND c.relname = '%s' AND o.contype = '%s' ORDER BY o.conname";

    @Test
    void copiesDefaultsNotNullAndComments() throws Exception {
        try (Migration migration = Migration.of("Gf E2E-Schema")) {
            migration.source("CREATE TABLE `My ``Table` (id INT PRIMARY KEY COMMENT 'the \"key\", it''s \\\\ one',"
                    + " `Number` INT NOT NULL DEFAULT -7, amount DECIMAL(10,2) DEFAULT 1.5, ratio DOUBLE DEFAULT 1e10,"
                    + " big BIGINT UNSIGNED DEFAULT 18446744073709551615, flag BIT(9) DEFAULT b'101',"
                    + " fixed CHAR(5) DEFAULT 'it''s', note VARCHAR(20) DEFAULT 'a\\\\b\"c`', blank VARCHAR(3) DEFAULT '',"
                    + " kind ENUM('x','it''s') DEFAULT 'it''s', kinds SET('x','y') DEFAULT 'x,y',"
                    + " bytes BINARY(4) DEFAULT 'ab', more VARBINARY(4) DEFAULT x'00ff', day DATE DEFAULT '2024-02-29',"
                    + " clock TIME(2) DEFAULT '10:00:00.5', changed DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3)"
                    + " ON UPDATE CURRENT_TIMESTAMP(3), year YEAR DEFAULT 2024, sum INT DEFAULT (1 + 2),"
                    + " long_text TEXT DEFAULT ('it''s'), list JSON DEFAULT (JSON_ARRAY()), today DATE DEFAULT (CURRENT_DATE),"
                    + " emoji VARCHAR(9) DEFAULT '😀?', symbol ENUM('a','😀') DEFAULT '😀', accent VARCHAR(9) DEFAULT ('é'),"
                    + " random VARCHAR(40) DEFAULT (UUID()), twice INT AS (`Number` * 2) STORED, none INT"
                    + ") COMMENT 'a \"table\"''s comment'");
            migration.start();
            migration.target("INSERT INTO \"My `Table\" (id) VALUES (1)");
            assertThat(migration.targetRows(
                            "SELECT \"Number\", amount, ratio = 1e10, big, flag, RTRIM(fixed), \"note\","
                                    + " blank = '', kind, CAST(kinds AS TEXT), to_char(\"day\", 'YYYY-MM-DD'), changed IS NOT NULL, CAST(\"year\" AS TEXT), sum,"
                                    + " long_text, CAST(list AS TEXT), today = CURRENT_DATE, random, twice, \"none\", emoji, symbol"
                                    + " FROM \"My `Table\""))
                    .containsExactly("-7|1.50|t|18446744073709551615|000000101|it's|a\\b\"c`|t|it's|x,y|2024-02-29|t"
                            + "|2024|3|it's|[]|t|null|null|null|😀?|😀");
            assertThat(migration.targetRows("SELECT COUNT(*) FROM \"My `Table\" WHERE CAST(bytes AS bytea) ="
                            + " CAST(E'\\\\x61620000' AS bytea) AND CAST(more AS bytea) = CAST(E'\\\\x00ff' AS bytea)"
                            + " AND CAST(clock AS TEXT) LIKE '10:00:00.5%'"))
                    .containsExactly("1");
            List<String> columns = Servers.target().rows(String.format(COLUMNS, migration.database(), "My `Table"));
            assertThat(columns.get(0)).isEqualTo("id|null|t|the \"key\", it's \\ one");
            assertThat(columns.get(1)).startsWith("Number|").endsWith("|t|null").contains("7");
            assertThat(columns.get(columns.size() - 1)).isEqualTo("none|null|f|null");
            assertThat(Servers.target()
                            .value("SELECT pg_catalog.obj_description(c.oid, 'pg_class') FROM pg_catalog.pg_class c"
                                    + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '"
                                    + migration.database() + "' AND c.relname = 'My `Table'"))
                    .isEqualTo("a \"table\"'s comment");
            assertThat(migration.daemon().errors())
                    .contains("Not supported in the created tables (4)")
                    .contains("column accent: its default (_utf8mb4")
                    .contains("column random: its default (uuid()) is an expression")
                    .contains("column changed: ON UPDATE CURRENT_TIMESTAMP is left out")
                    .contains("column twice: it is computed at the source");
            migration.target("DELETE FROM \"My `Table\"");
            migration.source("INSERT INTO `My ``Table` (id) VALUES (2)", "UPDATE `My ``Table` SET `Number` = 8");
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT id, \"Number\", twice FROM \"My `Table\""))
                    .containsExactly("2|8|16");
            migration.stop();
        }
    }

    /** MySQL prints the bytes of such a default instead of its characters: {@code 0x70616765}. */
    @Test
    void convertsHexadecimalDefaultsToMembers() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_schema")) {
            migration.source(
                    "CREATE TABLE links (id INT PRIMARY KEY,"
                            + " kind ENUM('page','subcat','file') NOT NULL DEFAULT 'page', kinds SET('x','y') DEFAULT 'x,y',"
                            + " hex ENUM('0x61','b') DEFAULT '0x61', nothing SET('x') DEFAULT '', none ENUM('a')) CHARSET=binary");
            migration.start();
            migration.target("INSERT INTO links (id) VALUES (1)");
            assertThat(migration.targetRows(
                            "SELECT kind, CAST(kinds AS TEXT), hex, CAST(nothing AS TEXT) = '', none" + " FROM links"))
                    .containsExactly("page|x,y|0x61|t|null");
            assertThat(migration.daemon().errors()).doesNotContain("its default");
            migration.target("DELETE FROM links");
            migration.source("INSERT INTO links (id) VALUES (2)");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    @Test
    void createsIndexesOfAllKinds() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_schema")) {
            String longName = "i".repeat(64);
            migration.source(
                    // with the table's name as prefix, these names would collide with those of another table or its
                    // index
                    "CREATE TABLE a (id INT PRIMARY KEY, n INT, KEY b (n), KEY b_c (n))",
                    "CREATE TABLE a_b (id INT PRIMARY KEY, n INT, KEY c (n))",
                    "CREATE TABLE t (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, note VARCHAR(100), long_text TEXT, bytes BLOB,"
                            + " n INT, d DECIMAL(10,2), spot POINT NOT NULL SRID 0, KEY prefix (note(5), n DESC),"
                            + " UNIQUE KEY unique_prefix (long_text(20)), KEY of_bytes (bytes(7)),"
                            + " KEY sum ((n + 1)), KEY low ((lower(note))), KEY product ((d * 2) DESC, n),"
                            + " FULLTEXT KEY words (note), SPATIAL KEY points (spot), KEY `" + longName + "` (n))",
                    "CREATE TABLE by_prefix (c TEXT NOT NULL, n INT, PRIMARY KEY (c(10)))",
                    "INSERT INTO t (note, long_text, bytes, n, d, spot) VALUES ('a', 'a', 'a', 1, 1.5, POINT(1, 2))",
                    "INSERT INTO by_prefix VALUES ('first', 1)");
            migration.start();
            assertThat(indexes(migration, "a")).hasSize(3).contains("a_b_c|f|f", "a_pkey|t|t");
            assertThat(indexes(migration, "a_b")).hasSize(2);
            assertThat(indexes(migration, "t"))
                    .contains(
                            "t_prefix|f|f",
                            "t_unique_prefix|t|f",
                            "t_of_bytes|f|f",
                            "t_low|f|f",
                            "t_product|f|f",
                            "t_pkey|t|t")
                    .hasSize(7)
                    .anyMatch(index -> index.matches("t_i{40,}_[0-9a-f]{1,8}\\|f\\|f"));
            assertThat(indexes(migration, "by_prefix")).containsExactly("by_prefix_PRIMARY|t|f");
            assertThat(migration.daemon().errors())
                    .contains("t, index sum: it is on an expression")
                    .contains("t, index words: it is a FULLTEXT index")
                    .contains("t, index points: it is a SPATIAL index")
                    .contains("t, column id: AUTO_INCREMENT is left out")
                    .contains("by_prefix, primary key: it is on a prefix of a value");
            migration.source(
                    "INSERT INTO t (note, long_text, bytes, n, d, spot) VALUES ('b', 'b', 'b', 2, 2.5, POINT(3, 4))",
                    "UPDATE t SET note = 'c', long_text = 'c' WHERE id = 1",
                    "INSERT INTO by_prefix VALUES ('second', 2)",
                    "UPDATE by_prefix SET n = 3 WHERE c = 'first'",
                    "DELETE FROM by_prefix WHERE c = 'second'");
            migration.awaitCaughtUp();
            assertThat(migration.targetRows("SELECT \"note\", long_text, n FROM t ORDER BY id"))
                    .containsExactly("c|c|1", "b|b|2");
            assertThat(migration.targetRows("SELECT c, n FROM by_prefix")).containsExactly("first|3");
            migration.stop();
        }
    }

    private static List<String> indexes(Migration migration, String table) throws Exception {
        return Servers.target().rows(String.format(INDEXES, migration.database(), table));
    }

    @Test
    void createsChecksAndForeignKeys() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_schema")) {
            migration.source(
                    "CREATE TABLE parent (id INT PRIMARY KEY)",
                    "CREATE TABLE child (id INT PRIMARY KEY, parent INT, `Odd \"name` INT, d DATE, note VARCHAR(20),"
                            + " kind ENUM('a','b'), CONSTRAINT positive CHECK (`Odd \"name` > -1 OR `Odd \"name` IS NULL),"
                            + " CONSTRAINT recent CHECK (d >= '2020-01-01'), CONSTRAINT short CHECK (CHAR_LENGTH(note) <= 10),"
                            + " CONSTRAINT alike CHECK (note <> 'x'), CONSTRAINT ignored CHECK (id < 100) NOT ENFORCED,"
                            + " CONSTRAINT fk FOREIGN KEY (parent) REFERENCES parent (id))",
                    "INSERT INTO parent VALUES (1)",
                    "INSERT INTO child VALUES (1, 1, 5, '2024-01-01', 'a', 'a')");
            migration.start();
            assertThat(constraints(migration, "c"))
                    .contains("positive", "recent", "short")
                    .doesNotContain("alike");
            assertThat(constraints(migration, "f")).containsExactly("fk");
            assertThat(migration.daemon().errors())
                    .contains("child, check alike: its condition")
                    .contains("child, check ignored: the source does not enforce it");
            for (String values : List.of(
                    "2, 1, -2, NULL, NULL, NULL",
                    "2, 1, 1, '2019-12-31', NULL, NULL",
                    "2, 1, 1, NULL, '12345678901', NULL",
                    "2, 1, 1, NULL, NULL, 'c'")) {
                org.assertj.core.api.Assertions.assertThatThrownBy(
                                () -> migration.target("INSERT INTO child VALUES (" + values + ")"))
                        .isInstanceOf(java.sql.SQLException.class);
            }
            migration.source("INSERT INTO child VALUES (2, 1, NULL, NULL, 'Y', 'b')", "DELETE FROM child WHERE id = 1");
            migration.assertEqualContent();
            migration.stop();
        }
    }

    private static List<String> constraints(Migration migration, String kind) throws Exception {
        return Servers.target().rows(String.format(CONSTRAINTS, migration.database(), "child", kind));
    }

    @Test
    void rejectsNameTruncatedByTarget() throws Exception {
        try (Migration migration = Migration.of("gf_e2e_schema")) {
            migration.source("CREATE TABLE t (id INT PRIMARY KEY, `" + "ü".repeat(32) + "` INT)");
            assertThat(migration.launch().awaitEnd()).isEqualTo(2);
            assertThat(migration.daemon().errors())
                    .contains("The name of the column \"" + "ü".repeat(32) + "\"")
                    .contains("has 64 bytes, but the target keeps only 63")
                    .contains("remedy:");
        }
    }
}
