package io.gaussferry.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A defect, and the finding of {@code check} that it must produce.
 *
 * @param code the finding's code
 * @param severity the finding's severity
 * @param object the finding's object in the migrated database or schema; for a server, the variable to restore
 * @param remedy words of the finding's remedy
 * @param where where the statements run
 * @param statements run in the migrated database or schema
 */
record Breakage(String code, String severity, String object, String remedy, On where, List<String> statements) {

    private static final String LONG_NAME = "n".repeat(64);

    /** Statements that change a server for all sessions need a private server. */
    enum On {
        SOURCE_SERVER,
        SOURCE,
        TARGET
    }

    @Override
    public String toString() {
        return code + ": " + String.join("; ", statements);
    }

    /** Returns all defects. */
    static Stream<Breakage> all() {
        List<Breakage> list = new ArrayList<>();
        global(
                list,
                "SOURCE_BINLOG_FORMAT",
                "blocker",
                "binlog_format",
                "STATEMENT",
                "SET GLOBAL binlog_format = 'ROW'");
        global(list, "SOURCE_BINLOG_ROW_IMAGE", "blocker", "binlog_row_image", "MINIMAL", "binlog_row_image = 'FULL'");
        global(list, "SOURCE_COMMITS_UNORDERED", "blocker", "binlog_order_commits", "OFF", "binlog_order_commits = ON");
        global(list, "SOURCE_BINLOG_ROW_METADATA", "warning", "binlog_row_metadata", "MINIMAL", "= 'FULL'");
        global(list, "SOURCE_BINLOG_RETENTION", "warning", "binlog_expire_logs_seconds", "3600", "= 604800");
        global(list, "SOURCE_PAD_CHAR", "note", "sql_mode", "PAD_CHAR_TO_FULL_LENGTH", "compares");
        global(list, "SOURCE_MAX_ALLOWED_PACKET", "note", "max_allowed_packet", "1048576", "67108864");

        source(
                list,
                "SOURCE_TABLE_ENGINE",
                "warning",
                "x",
                "InnoDB",
                "CREATE TABLE x (id INT PRIMARY KEY) ENGINE = MyISAM");
        source(list, "SOURCE_TABLE_ENGINE_NO_KEY", "blocker", "x", "InnoDB", "CREATE TABLE x (id INT) ENGINE = MEMORY");
        source(
                list,
                "SOURCE_TABLE_ENGINE_REFUSED",
                "blocker",
                "x",
                "InnoDB",
                "CREATE TABLE x (id INT PRIMARY KEY) ENGINE = BLACKHOLE");
        source(list, "SOURCE_TABLE_NO_KEY", "warning", "x", "ADD PRIMARY KEY", "CREATE TABLE x (id INT)");
        source(
                list,
                "SOURCE_UNIQUE_INDEX_PARTIAL",
                "warning",
                "x",
                "unique index",
                "CREATE TABLE x (id INT PRIMARY KEY," + " a VARCHAR(20), UNIQUE a (a(5)))");
        source(
                list,
                "SOURCE_NOT_CARRIED_OVER",
                "note",
                "x",
                "by hand",
                "CREATE TABLE x (id INT PRIMARY KEY, a TEXT," + " FULLTEXT f (a))");
        source(
                list,
                "SOURCE_NOT_CARRIED_OVER",
                "note",
                "x",
                "long values",
                "CREATE TABLE x (id INT PRIMARY KEY, a VARCHAR(700), KEY f (a))");
        source(
                list,
                "SOURCE_NAME_TOO_LONG",
                "blocker",
                LONG_NAME,
                "rename",
                "CREATE TABLE " + LONG_NAME + " (id INT PRIMARY KEY)");
        source(
                list,
                "SOURCE_NAME_TOO_LONG",
                "blocker",
                "x." + LONG_NAME,
                "rename",
                "CREATE TABLE x (" + LONG_NAME + " INT PRIMARY KEY)");
        source(
                list,
                "SOURCE_NAME_CLASH",
                "blocker",
                LONG_NAME,
                "rename",
                "CREATE TABLE " + LONG_NAME + " (id INT PRIMARY KEY)",
                "CREATE TABLE " + LONG_NAME.substring(1) + " (id INT PRIMARY KEY)");
        source(list, "SOURCE_COLUMN_RESERVED", "blocker", "x.ctid", "rename", "CREATE TABLE x (ctid INT PRIMARY KEY)");
        source(list, "SOURCE_OBJECTS_NOT_MIGRATED", "note", "", "objects verify", "CREATE VIEW v AS SELECT 1 AS one");

        target(
                list,
                "TARGET_COLUMN_MISSING",
                "blocker",
                "t.name",
                "add the column",
                "CREATE TABLE t (id int PRIMARY KEY)");
        target(
                list,
                "TARGET_COLUMN_TYPE",
                "blocker",
                "t.name",
                "change the type",
                "CREATE TABLE t (id int PRIMARY KEY, name varchar(5))");
        target(
                list,
                "TARGET_COLUMN_NOT_NULL",
                "warning",
                "t.name",
                "DROP NOT NULL",
                "CREATE TABLE t (id int PRIMARY KEY, name varchar(80) NOT NULL)");
        target(
                list,
                "TARGET_COLUMN_EXTRA",
                "blocker",
                "t.more",
                "default",
                "CREATE TABLE t (id int PRIMARY KEY, name varchar(80), more int NOT NULL)");
        target(list, "TARGET_KEY_MISSING", "warning", "t", "add the key", "CREATE TABLE t (id int, name varchar(80))");
        target(
                list,
                "TARGET_TABLE_NOT_EMPTY",
                "blocker",
                "t",
                "empty or drop",
                "CREATE TABLE t (id int PRIMARY KEY, name varchar(80))",
                "INSERT INTO t VALUES (7, 'seven')");
        target(list, "TARGET_NAME_TAKEN", "blocker", "t", "drop or rename", "CREATE VIEW t AS SELECT 1 AS one");
        target(
                list,
                "TARGET_FOREIGN_KEY",
                "warning",
                "t",
                "drop it on the target",
                "CREATE TABLE p (id int PRIMARY KEY)",
                "CREATE TABLE t (id int PRIMARY KEY REFERENCES p, name varchar(80))");
        target(
                list,
                "TARGET_TRIGGER",
                "warning",
                "t",
                "DISABLE TRIGGER",
                "CREATE TABLE t (id int PRIMARY KEY, name varchar(80))",
                "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
                "CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW EXECUTE PROCEDURE f()");
        return list.stream();
    }

    static String literal(String value) {
        return value.matches("\\d+") ? value : "'" + value + "'";
    }

    private static void global(
            List<Breakage> list, String code, String severity, String variable, String value, String remedy) {
        list.add(new Breakage(
                code,
                severity,
                variable,
                remedy,
                On.SOURCE_SERVER,
                List.of("SET GLOBAL " + variable + " = " + literal(value))));
    }

    private static void source(
            List<Breakage> list, String code, String severity, String object, String remedy, String... statements) {
        list.add(new Breakage(code, severity, object, remedy, On.SOURCE, List.of(statements)));
    }

    private static void target(
            List<Breakage> list, String code, String severity, String object, String remedy, String... statements) {
        list.add(new Breakage(code, severity, object, remedy, On.TARGET, List.of(statements)));
    }
}
