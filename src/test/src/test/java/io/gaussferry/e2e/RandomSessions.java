package io.gaussferry.e2e;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates statements that MySQL executes without logging all of their effects, among ordinary ones: definitions, partitions, generated columns,
 * cascades and rows, in sessions with unusual settings. MySQL rejects some of them. Reads the source's catalog before each, and therefore has no
 * state.
 */
final class RandomSessions implements RandomWork {

    private static final List<String> TYPES = List.of(
            "INT",
            "BIGINT UNSIGNED",
            "DECIMAL(8,2)",
            "DECIMAL(8,3)",
            "FLOAT",
            "DOUBLE",
            "VARCHAR(20)",
            "VARCHAR(20) CHARACTER SET latin1",
            "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
            "CHAR(6)",
            "VARBINARY(12)",
            "BIT(8)",
            "DATE",
            "DATETIME",
            "DATETIME(3)",
            "TIMESTAMP NULL",
            "TIME(1)",
            "YEAR",
            "ENUM('a','b','c')",
            "ENUM('c','b','a')",
            "SET('a','b','c')");

    /** Defaults of every kind of literal; MySQL rejects those that the type does not accept. */
    private static final List<String> DEFAULTS = List.of(
            "1",
            "'1'",
            "1e1",
            "'7'",
            "0x31",
            "b'101'",
            "'a'",
            "TRUE",
            ".5",
            "'2024-02-03'",
            "20240203",
            "'b'",
            "2",
            "0xE9",
            "_latin1 0xE9",
            "'2024-02-03 04:05:06.789'",
            "N'a'",
            "'10:11'",
            "-1",
            "'1.005'",
            "(1 + 1)");

    private static final List<String> SESSIONS = List.of(
            "SET SESSION foreign_key_checks = 0",
            "SET SESSION foreign_key_checks = 0",
            "SET SESSION foreign_key_checks = 0",
            "SET SESSION unique_checks = 0",
            "SET SESSION sql_mode = ''",
            "SET SESSION sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES'",
            "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT'",
            "SET SESSION time_zone = '+05:30'",
            "SET SESSION time_zone = 'SYSTEM'",
            "SET NAMES latin1",
            "SET NAMES utf8mb4 COLLATE utf8mb4_bin",
            "SET SESSION explicit_defaults_for_timestamp = OFF",
            "SET SESSION default_storage_engine = 'MyISAM'");

    private final SplittableRandom random;
    private final Connection source;
    private int names;

    /** @param source in the database that is changed */
    RandomSessions(SplittableRandom random, Connection source) {
        this.random = random;
        this.source = source;
    }

    /** Returns tables with rows: parents and children, generated columns, partitions with misplaced rows. */
    @Override
    public List<String> schema() {
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TABLE parent (id INT PRIMARY KEY, code VARCHAR(5) NOT NULL, KEY by_code (code))",
                "CREATE TABLE child (id INT PRIMARY KEY, parent_id INT, v VARCHAR(10), CONSTRAINT child_parent FOREIGN KEY"
                        + " (parent_id) REFERENCES parent (id) ON DELETE " + any("CASCADE", "SET NULL") + " ON UPDATE "
                        + any("CASCADE", "SET NULL", "NO ACTION") + ")",
                "CREATE TABLE computed (id INT PRIMARY KEY, c1 VARCHAR(20), c2 FLOAT, g1 VARCHAR(80) AS (HEX(c1)) "
                        + any("STORED", "VIRTUAL") + ", g2 VARCHAR(40) AS (CONCAT('v', c2)) " + any("STORED", "VIRTUAL")
                        + ") CHARACTER SET latin1",
                "CREATE TABLE parted (id INT NOT NULL, d INT NOT NULL, v VARCHAR(10), PRIMARY KEY (id, d)) PARTITION BY RANGE"
                        + " (d) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20), PARTITION p2 VALUES"
                        + " LESS THAN (30))",
                "CREATE TABLE staging (id INT NOT NULL, d INT NOT NULL, v VARCHAR(10), PRIMARY KEY (id, d))",
                "CREATE TABLE plain (id INT PRIMARY KEY, c1 VARCHAR(10), c2 INT, UNIQUE KEY u (c1))"));
        for (int i = 1; i <= 5; i++) {
            statements.add("INSERT INTO parent VALUES (" + i + ", 'c" + i % 3 + "')");
            statements.add("INSERT INTO child VALUES (" + i + ", " + i + ", 'c" + i % 3 + "')");
            statements.add("INSERT INTO computed (id, c1, c2) VALUES (" + i + ", '" + any("é", "a", "ß") + "', 0.1 * "
                    + i + ")");
            statements.add("INSERT INTO parted VALUES (" + i + ", " + i * 5 + ", 'p')");
            statements.add("INSERT INTO staging VALUES (" + (100 + i) + ", " + i * 5 + ", 's')");
            statements.add("INSERT INTO plain VALUES (" + i + ", 'x" + i + "', " + i + ")");
        }
        if (random.nextInt(3) == 0) {
            statements.add("ALTER TABLE parted EXCHANGE PARTITION p1 WITH TABLE staging WITHOUT VALIDATION");
        }
        return statements;
    }

    @Override
    public List<String> step() throws SQLException {
        List<String> statements = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            statements.add(any(SESSIONS));
        }
        int kind = random.nextInt(11);
        if (kind < 5) {
            statements.add("BEGIN");
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                statements.add(rows());
            }
            statements.add("COMMIT");
        } else {
            statements.add(kind < 8 ? altered() : kind < 10 ? special() : partitions());
        }
        return statements;
    }

    private String rows() throws SQLException {
        String table = table();
        List<String> columns = plainColumns(table);
        if (columns.isEmpty()) {
            return "DO 0";
        }
        String column = any(columns);
        return switch (random.nextInt(6)) {
            case 0, 1 -> {
                List<String> values = new ArrayList<>();
                columns.forEach(name -> values.add(value()));
                yield any("INSERT IGNORE", "REPLACE") + " INTO " + table + " (" + String.join(", ", quoted(columns))
                        + ") VALUES (" + String.join(", ", values) + ")";
            }
            case 2 -> "UPDATE IGNORE " + table + " SET `" + column + "` = " + value() + condition(columns);
            case 3 -> "DELETE IGNORE FROM " + table + condition(columns);
            case 4 -> "UPDATE IGNORE parent SET id = id + 50 WHERE id = " + random.nextInt(12);
            default -> "DELETE FROM parent WHERE id = " + random.nextInt(12);
        };
    }

    private String condition(List<String> columns) {
        return " WHERE `" + any(columns) + "` " + any("=", "<", ">") + " " + value() + " LIMIT 2";
    }

    private String value() {
        return any(
                "NULL",
                "'a'",
                "'x3'",
                "'c" + random.nextInt(3) + "'",
                "'é'",
                "'2024-02-03'",
                String.valueOf(random.nextInt(40)),
                "'" + random.nextInt(40) + "'");
    }

    private String altered() throws SQLException {
        String table = table();
        List<String> actions = new ArrayList<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            actions.add(action(table));
        }
        return "ALTER TABLE " + table + " " + String.join(", ", actions);
    }

    private String action(String table) throws SQLException {
        List<String> columns = columns(table);
        String column = any(columns);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> "ADD COLUMN " + name() + " " + any(TYPES) + any("", " NOT NULL") + fill() + place();
            case 3 -> "MODIFY `" + column + "` " + any(TYPES) + any("", " NOT NULL");
            case 4 ->
                "RENAME COLUMN `" + column + "` TO " + name() + ", ADD COLUMN `" + column + "` VARCHAR(10)" + place();
            case 5 -> "DROP COLUMN `" + column + "`" + any("", ", ADD COLUMN `" + column + "` INT" + place());
            case 6 -> "CONVERT TO CHARACTER SET " + any("utf8mb4", "latin1", "utf8mb4 COLLATE utf8mb4_bin");
            case 7 -> "ADD " + any("KEY", "UNIQUE KEY") + " " + name() + " (`" + column + "`)";
            case 8 ->
                "ADD COLUMN " + name() + " VARCHAR(99) AS (CONCAT('<', `" + column + "`, '>')) "
                        + any("STORED", "VIRTUAL");
            case 9 -> "ALTER COLUMN `" + column + "` " + any("DROP DEFAULT", "SET DEFAULT " + any(DEFAULTS));
            case 10 -> "ENGINE = " + any("InnoDB", "MyISAM", "MEMORY", "InnoDB", "InnoDB", "BLACKHOLE");
            default -> "CHANGE `" + column + "` " + name() + " " + any(TYPES);
        };
    }

    private String fill() {
        return random.nextInt(4) == 0 ? "" : " DEFAULT " + any(DEFAULTS);
    }

    private String place() {
        return any("", " FIRST", "");
    }

    /** Removes the rows of a partition, or exchanges them without validation. */
    private String partitions() {
        String partition = " PARTITION " + any("p0", "p1", "p2");
        return "ALTER TABLE parted "
                + any(
                        "DROP" + partition,
                        "TRUNCATE" + partition,
                        "TRUNCATE" + partition,
                        "EXCHANGE" + partition + " WITH TABLE staging WITHOUT VALIDATION");
    }

    /** Returns a statement that MySQL logs as a statement, or not at all, beyond the definition of a column. */
    private String special() throws SQLException {
        return any(
                "TRUNCATE TABLE parent",
                "TRUNCATE TABLE parent",
                "TRUNCATE TABLE " + table(),
                "ALTER TABLE parted ADD PARTITION (PARTITION " + name() + " VALUES LESS THAN ("
                        + (30 + random.nextInt(30)) + "))",
                "ALTER TABLE parted REORGANIZE PARTITION p0, p1 INTO (PARTITION p1 VALUES LESS THAN (20))",
                "ALTER TABLE parted EXCHANGE PARTITION " + any("p0", "p1", "p2") + " WITH TABLE staging",
                "ALTER TABLE child ADD CONSTRAINT " + name()
                        + " FOREIGN KEY (v) REFERENCES parent (code) ON DELETE CASCADE",
                "ALTER TABLE child DROP FOREIGN KEY child_parent",
                "ALTER TABLE child ADD COLUMN " + name() + " TINYINT AS (parent_id IS NULL) "
                        + any("VIRTUAL", "STORED"),
                "CREATE TABLE " + name() + " LIKE " + table(),
                "RENAME TABLE " + table() + " TO " + name(),
                "CREATE TABLE " + name() + " (id INT PRIMARY KEY, p INT, CONSTRAINT " + name()
                        + " FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE)",
                "DROP TABLE " + any("staging", "plain", table()));
    }

    private String table() throws SQLException {
        return any(Server.rows(
                source, "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1"));
    }

    private List<String> columns(String table) throws SQLException {
        return Server.rows(source, COLUMNS.formatted(table, ""));
    }

    private List<String> plainColumns(String table) throws SQLException {
        return Server.rows(source, COLUMNS.formatted(table, " AND generation_expression = ''"));
    }

    private static final String COLUMNS =
            "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                    + " AND table_name = '%s'%s ORDER BY ordinal_position";

    private static List<String> quoted(List<String> names) {
        return names.stream().map(name -> "`" + name + "`").toList();
    }

    private String name() {
        names++;
        return "n" + names;
    }

    private String any(String... choices) {
        return any(Arrays.asList(choices));
    }

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
