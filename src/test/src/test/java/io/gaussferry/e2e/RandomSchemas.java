package io.gaussferry.e2e;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Generates tables of all types with awkward names, keys and defaults, statements that change them by several actions at once, and transactions of
 * {@link HostileValues}. Reads the source's catalog before each statement, and therefore has no state.
 */
final class RandomSchemas implements RandomWork {

    private static final List<String> TABLES = List.of(
            "`plain`", "`Order`", "`a b`", "`x\"y`", "`it's`", "`таблица`", "`select`", "`a.b`", "`x``y`", "`plain_k`");

    private static final List<String> COLUMNS = List.of(
            "`a`",
            "`b`",
            "`c`",
            "`Key`",
            "`a b`",
            "`x\"y`",
            "`it's`",
            "`группа`",
            "`select`",
            "`a.b`",
            "`x``y`",
            "`%s`",
            "`d`",
            "`e`");

    private static final List<String> KEYS = List.of("`k`", "`K2`", "`by a`", "`it's k`", "`b`", "`plain`");

    private static final List<String> CHARACTER_SETS = List.of(
            "",
            "",
            "",
            " CHARACTER SET latin1",
            " CHARACTER SET utf8mb3",
            " COLLATE utf8mb4_bin",
            " COLLATE utf8mb4_general_ci",
            " COLLATE utf8mb4_0900_as_cs",
            " CHARACTER SET gbk",
            " CHARACTER SET ascii",
            " CHARACTER SET utf16");

    private static final List<String> DEFAULTS = List.of(
            "NULL",
            "0",
            "1",
            "'1'",
            "-1",
            "1.005",
            "''",
            "' '",
            "'a'",
            "'A '",
            "'b'",
            "'é'",
            "'😀'",
            "b'101'",
            "0x61",
            "'2024-02-03'",
            "'2024-02-03 04:05:06.789'",
            "'10:11'",
            "'0000-00-00'",
            "CURRENT_TIMESTAMP",
            "CURRENT_TIMESTAMP(3)",
            "CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP",
            "CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)",
            "(1 + 1)",
            "(UUID())",
            "(CURRENT_DATE)",
            "('a')",
            "(JSON_ARRAY())",
            "TRUE",
            "1e1");

    private static final List<String> SESSIONS = List.of(
            "SET SESSION foreign_key_checks = 0",
            "SET SESSION unique_checks = 0",
            "SET SESSION sql_mode = ''",
            "SET SESSION sql_mode = ''",
            "SET SESSION sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES'",
            "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,ALLOW_INVALID_DATES'",
            "SET SESSION sql_mode = 'PAD_CHAR_TO_FULL_LENGTH,NO_AUTO_VALUE_ON_ZERO'",
            "SET SESSION sql_mode = 'REAL_AS_FLOAT,NO_UNSIGNED_SUBTRACTION,TIME_TRUNCATE_FRACTIONAL'",
            "SET SESSION time_zone = '+05:30'",
            "SET SESSION time_zone = '-11:00'",
            "SET SESSION explicit_defaults_for_timestamp = OFF",
            "SET SESSION binlog_row_value_options = PARTIAL_JSON",
            "SET SESSION binlog_transaction_compression = ON",
            "SET SESSION sql_require_primary_key = OFF",
            "SET NAMES latin1",
            "SET NAMES gbk");

    private final SplittableRandom random;
    private final Connection source;
    private final HostileValues values;

    /** @param source in the database that is changed */
    RandomSchemas(SplittableRandom random, Connection source) {
        this.random = random;
        this.source = source;
        this.values = new HostileValues(random, Servers.targetForm());
    }

    @Override
    public List<String> schema() {
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            statements.add(create());
        }
        return statements;
    }

    @Override
    public List<String> step() throws SQLException {
        List<String> statements = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            statements.add(any(SESSIONS));
        }
        int kind = random.nextInt(10);
        if (kind < 5) {
            transaction(statements);
        } else if (kind < 8) {
            String table = table();
            statements.add("ALTER TABLE " + table + " " + several(1 + random.nextInt(4), () -> action(table)));
        } else {
            statements.add(special());
        }
        if (random.nextInt(12) == 0) {
            int last = statements.size() - 1;
            statements.set(last, statements.get(last).replaceFirst(" TABLE ", " /*!50100 TABLE */ "));
        }
        return statements;
    }

    private void transaction(List<String> statements) throws SQLException {
        statements.add("BEGIN");
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            if (random.nextInt(6) == 0) {
                statements.add("SAVEPOINT s");
                statements.add(rows());
                statements.add(any("ROLLBACK TO s", "RELEASE SAVEPOINT s"));
            }
            statements.add(rows());
        }
        statements.add(random.nextInt(8) == 0 ? "ROLLBACK" : "COMMIT");
    }

    private String create() {
        return create(any(TABLES));
    }

    private String create(String table) {
        List<String> parts = new ArrayList<>();
        List<String> columns = new ArrayList<>();
        int keys = random.nextInt(6);
        if (keys < 3) {
            parts.add("id " + any("INT", "BIGINT UNSIGNED", "SMALLINT") + " NOT NULL" + any("", " AUTO_INCREMENT")
                    + " PRIMARY KEY");
        }
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            String column = any(COLUMNS);
            if (!columns.contains(column)) {
                columns.add(column);
                parts.add(column + " " + declaration());
            }
        }
        if (keys == 3) {
            parts.add("PRIMARY KEY (" + keyParts(columns) + ")");
        } else if (keys == 4) {
            parts.add("UNIQUE KEY " + any(KEYS) + " (" + keyParts(columns) + ")");
        }
        if (random.nextInt(3) == 0) {
            parts.add(any("KEY ", "UNIQUE KEY ") + "`second` (" + keyParts(columns) + ")");
        }
        if (random.nextInt(4) == 0) {
            parts.add("CHECK (" + any(columns) + any(" <> 'q'", " IS NOT NULL OR TRUE", " >= 0") + ")");
        }
        if (random.nextInt(4) == 0) {
            parts.add("`gen` " + generated(any(columns)));
        }
        return "CREATE TABLE " + any("", "IF NOT EXISTS ") + table + " (" + String.join(", ", parts) + ")"
                + any(CHARACTER_SETS)
                + any("", "", " COMMENT = 'it''s'", " ROW_FORMAT = COMPRESSED")
                + (random.nextInt(6) == 0
                        ? " PARTITION BY "
                                + any(
                                        "HASH (id) PARTITIONS 3",
                                        "KEY () PARTITIONS 2",
                                        "RANGE (id) (PARTITION p0 VALUES LESS THAN (5), PARTITION p1 VALUES LESS THAN MAXVALUE)")
                        : "");
    }

    private String generated(String column) {
        return any("VARCHAR(99)", "INT", "CHAR(9)", "DOUBLE")
                + any(
                        " AS (CONCAT('<', " + column + "))",
                        " AS (LENGTH(" + column + "))",
                        " AS (UPPER(" + column + "))",
                        " AS (" + column + " + 1)",
                        " GENERATED ALWAYS AS (IFNULL(" + column + ", ''))")
                + any(" STORED", " VIRTUAL", "");
    }

    private String declaration() {
        String type = any(values.types());
        String text = type.contains("CHAR") || type.contains("TEXT") || type.contains("ENUM") || type.contains("SET(")
                ? type + any(CHARACTER_SETS)
                : type;
        text += any("", " NULL", " NOT NULL");
        if (random.nextInt(3) == 0) {
            text += " DEFAULT " + any(DEFAULTS);
        }
        return text + any("", "", "", "", " COMMENT 'it''s \"c\"'", " INVISIBLE", " UNIQUE");
    }

    private String keyParts(List<String> columns) {
        return several(
                1 + random.nextInt(3),
                () -> random.nextInt(10) == 0
                        ? "(" + any("UPPER(", "LENGTH(", "ABS(") + any(columns) + "))"
                        : any(columns) + any("", "", "", "(2)", "(5)") + any("", "", " DESC"));
    }

    private String several(int count, Part part) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(part.get());
        }
        return String.join(", ", parts);
    }

    /** One of several parts of a statement. */
    private interface Part extends Supplier<String> {}

    private String action(String table) {
        List<String> columns = columns(table, "");
        String column = any(columns);
        return switch (random.nextInt(21)) {
            case 0, 1, 2 -> "ADD COLUMN " + any(COLUMNS) + " " + declaration() + place(columns);
            case 3, 4, 5 -> "MODIFY " + column + " " + declaration() + place(columns);
            case 6 -> "CHANGE " + column + " " + any(COLUMNS) + " " + declaration() + place(columns);
            case 7 -> {
                String other = any(columns);
                yield "RENAME COLUMN " + column + " TO " + other + ", RENAME COLUMN " + other + " TO " + column;
            }
            case 8 -> "RENAME COLUMN " + column + " TO " + any(COLUMNS);
            case 9 -> "DROP COLUMN " + column;
            case 10 -> "CONVERT TO CHARACTER SET " + any("utf8mb4", "latin1", "utf8mb4 COLLATE utf8mb4_bin", "gbk");
            case 11, 12 ->
                "ADD " + any("KEY ", "UNIQUE KEY ", "UNIQUE KEY ", "FULLTEXT KEY ") + any(KEYS) + " ("
                        + keyParts(columns) + ")" + any("", "", " INVISIBLE", " COMMENT 'k'");
            case 13 -> "DROP KEY " + key(table);
            case 14 -> "RENAME KEY " + key(table) + " TO " + any(KEYS);
            case 15 -> any("DROP PRIMARY KEY", "ADD PRIMARY KEY (" + keyParts(columns) + ")");
            case 16 -> "ALTER COLUMN " + column + " " + any("DROP DEFAULT", "SET DEFAULT " + any(DEFAULTS));
            case 17 -> "ADD COLUMN " + any(COLUMNS) + " " + generated(column);
            case 18 ->
                any(
                        "DEFAULT CHARACTER SET latin1",
                        "COMMENT = 'other'",
                        "AUTO_INCREMENT = 50",
                        "FORCE",
                        "ENGINE = InnoDB",
                        "ALTER COLUMN " + column + " SET INVISIBLE",
                        "ORDER BY " + column,
                        "REMOVE PARTITIONING",
                        "PARTITION BY HASH (id) PARTITIONS 2",
                        "DROP CHECK `plain_chk_1`",
                        "RENAME TO " + any(TABLES));
            case 19 ->
                "ADD CONSTRAINT " + any(KEYS) + " CHECK (" + column + any(" <> 'q'", " >= 0", " IS NULL OR TRUE") + ")";
            default -> {
                String parent = table();
                yield "ADD CONSTRAINT `fk" + random.nextInt(4) + "` FOREIGN KEY (" + column + ") REFERENCES " + parent
                        + " (" + any(columns(parent, "")) + ")"
                        + any("", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON UPDATE CASCADE");
            }
        };
    }

    private String place(List<String> columns) {
        return any("", "", " FIRST", " AFTER " + any(columns));
    }

    private String special() {
        String table = table();
        String other = any(TABLES);
        List<String> columns = columns(table, "");
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> create();
            case 3 -> "CREATE TABLE " + other + " LIKE " + table;
            case 4 ->
                "CREATE TABLE " + other
                        + any("", " (`extra` INT DEFAULT 5)", " (UNIQUE KEY `k` (" + any(columns) + "))") + " SELECT "
                        + any("*", "*", any(columns) + ", 1 AS one, 'x' AS x") + " FROM " + table;
            case 5 -> "TRUNCATE TABLE " + table;
            case 6 -> "RENAME TABLE " + table + " TO `tmp`, " + other + " TO " + table + ", `tmp` TO " + other;
            case 7 -> "RENAME TABLE " + table + " TO " + other;
            case 8 ->
                "CREATE " + any("", "UNIQUE ") + "INDEX " + any(KEYS) + " ON " + table + " (" + keyParts(columns) + ")";
            case 9 -> "DROP INDEX " + key(table) + " ON " + table;
            case 10 -> "DROP TABLE " + any("IF EXISTS ", "") + table + any("", ", " + other);
            case 11 -> "ALTER DATABASE CHARACTER SET " + any("latin1", "utf8mb4", "utf8mb4 COLLATE utf8mb4_bin");
            case 12 -> any("OPTIMIZE TABLE ", "ANALYZE TABLE ") + table;
            default -> {
                String parent = table();
                yield "CREATE TABLE " + other + " (id INT PRIMARY KEY AUTO_INCREMENT, p INT, q "
                        + any("INT", "BIGINT UNSIGNED", "SMALLINT")
                        + ", v VARCHAR(20) DEFAULT 'd', FOREIGN KEY (q) REFERENCES " + parent + " ("
                        + any(columns(parent, "")) + ")"
                        + any("", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON UPDATE CASCADE ON DELETE CASCADE")
                        + ")";
            }
        };
    }

    private String rows() throws SQLException {
        String table = table();
        List<String[]> columns = typed(table);
        if (columns.isEmpty()) {
            return "DO 0";
        }
        String[] column = columns.get(random.nextInt(columns.size()));
        String set = column[0] + " = " + change(column);
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> insert(table, columns, any("INSERT IGNORE", "INSERT", "INSERT IGNORE"));
            case 4 -> insert(table, columns, "REPLACE");
            case 5, 6 -> insert(table, columns, "INSERT IGNORE") + " ON DUPLICATE KEY UPDATE " + set;
            case 7, 8 -> "UPDATE IGNORE " + table + " SET " + set + limit(columns);
            case 9 -> {
                String[] second = columns.get(random.nextInt(columns.size()));
                yield "UPDATE " + table + " SET " + set + ", " + second[0] + " = " + change(second) + limit(columns);
            }
            case 10 ->
                "UPDATE " + table + " SET " + column[0] + " = " + column[0] + any(" + 1", " - 1") + " ORDER BY "
                        + column[0] + any(" DESC", "");
            case 11 -> "DELETE IGNORE FROM " + table + limit(columns);
            case 12 -> {
                String other = table();
                yield "DELETE x, y FROM " + table + " x JOIN " + other + " y ON x." + column[0] + " = y."
                        + any(columns(other, "")) + " WHERE RAND(" + random.nextInt(99) + ") < 0.5";
            }
            case 13 -> {
                String other = table();
                yield "UPDATE IGNORE " + table + " x JOIN " + other + " y SET x." + column[0] + " = y."
                        + any(columns(other, "")) + " WHERE RAND(" + random.nextInt(99) + ") < 0.3";
            }
            case 14 -> {
                List<String> names = columns.stream().map(each -> each[0]).toList();
                yield "INSERT IGNORE INTO " + table + " (" + String.join(", ", names) + ") SELECT "
                        + String.join(
                                ", ",
                                names.stream()
                                        .map(name -> name.equals("`id`") ? "`id` + " + random.nextInt(99) : name)
                                        .toList())
                        + " FROM " + table + " LIMIT 80";
            }
            default -> "UPDATE IGNORE " + table + " SET " + column[0] + " = DEFAULT" + limit(columns);
        };
    }

    private String insert(String table, List<String[]> columns, String verb) {
        List<String[]> set =
                columns.stream().filter(each -> random.nextInt(8) > 0).toList();
        List<String> names = set.stream().map(each -> each[0]).toList();
        int count = random.nextInt(12) == 0 ? 70 : 1 + random.nextInt(5);
        return verb + " INTO " + table + " (" + String.join(", ", names) + ") VALUES "
                + several(
                        count,
                        () -> "("
                                + String.join(
                                        ", ", set.stream().map(this::value).toList())
                                + ")");
    }

    private String value(String[] column) {
        if (column[0].equals("`id`")) {
            return String.valueOf(random.nextInt(300));
        }
        return random.nextInt(20) == 0 ? "DEFAULT" : values.of(column[1]);
    }

    private String change(String[] column) {
        return random.nextInt(5) == 0 && column[1].contains("char")
                ? "CONCAT(IFNULL(" + column[0] + ", ''), " + values.text() + ")"
                : value(column);
    }

    private String limit(List<String[]> columns) {
        String[] column = columns.get(random.nextInt(columns.size()));
        return any(
                        "",
                        " WHERE " + column[0] + " " + any("<=> ", "> ", "< ")
                                + value(column).replace("DEFAULT", "NULL")) + " LIMIT " + (1 + random.nextInt(4));
    }

    private String table() {
        return quoted(any(orNone(
                read("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1"))));
    }

    private String key(String table) {
        return quoted(
                any(orNone(read("SELECT DISTINCT index_name FROM information_schema.statistics WHERE table_schema ="
                        + " DATABASE() AND table_name = " + literal(table) + " ORDER BY 1"))));
    }

    private List<String> columns(String table, String condition) {
        return orNone(read("SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                        + " AND table_name = " + literal(table) + condition + " ORDER BY ordinal_position"))
                .stream()
                .map(RandomSchemas::quoted)
                .toList();
    }

    /** Returns the names and types of the columns that a statement may set. */
    private List<String[]> typed(String table) throws SQLException {
        return Server.rows(
                        source,
                        "SELECT column_name, column_type FROM information_schema.columns WHERE table_schema = DATABASE()"
                                + " AND table_name = " + literal(table)
                                + " AND generation_expression = '' ORDER BY ordinal_position")
                .stream()
                .map(row -> row.split("\\|", 2))
                .map(row -> new String[] {quoted(row[0]), row[1]})
                .toList();
    }

    private List<String> read(String query) {
        try {
            return Server.rows(source, query);
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    private static List<String> orNone(List<String> names) {
        return names.isEmpty() ? List.of("none") : names;
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static String literal(String quoted) {
        return "'" + quoted.substring(1, quoted.length() - 1).replace("``", "`").replace("'", "''") + "'";
    }

    private String any(String... choices) {
        return any(Arrays.asList(choices));
    }

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
