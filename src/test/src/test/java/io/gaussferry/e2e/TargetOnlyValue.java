package io.gaussferry.e2e;

import java.util.List;

/**
 * A value that the target stores and MySQL refuses. Every table has the key column {@code id}, except {@code coded}.
 *
 * @param table its table
 * @param columns its column, or several
 * @param value SQL of the value, or of one value for each column
 */
record TargetOnlyValue(String table, String columns, String value) {

    private static final int WIDE_COLUMNS = 40;

    /** Tables of MySQL with these columns, and the rows that some values conflict with. */
    static final List<String> TABLES = List.of(
            "CREATE TABLE w (id INT PRIMARY KEY, latin VARCHAR(10) CHARACTER SET latin1,"
                    + " ascii_only VARCHAR(10) CHARACTER SET ascii, three_bytes VARCHAR(10) CHARACTER SET utf8mb3,"
                    + " sjis VARCHAR(10) CHARACTER SET sjis, chinese VARCHAR(10) CHARACTER SET gbk, taiwan VARCHAR(10) CHARACTER SET big5,"
                    + " cyrillic VARCHAR(10) CHARACTER SET cp1251, two_bytes VARCHAR(10) CHARACTER SET ucs2, tiny_text TINYTEXT,"
                    + " tiny_latin TINYTEXT CHARACTER SET latin1, plain_text TEXT, tiny_blob TINYBLOB, few VARBINARY(4), fixed BINARY(4),"
                    + " instant TIMESTAMP NULL, moment DATETIME, day DATE, number DOUBLE, small_number FLOAT, positive_number DOUBLE UNSIGNED,"
                    + " digits DECIMAL(10,2), positive_digits DECIMAL(10,2) UNSIGNED, little TINYINT, positive_little TINYINT UNSIGNED,"
                    + " medium MEDIUMINT, positive_medium MEDIUMINT UNSIGNED, positive INT UNSIGNED, positive_big BIGINT UNSIGNED,"
                    + " vintage YEAR, members SET('a','b'), choice ENUM('a','b'), bits BIT(4),"
                    + " price FLOAT(10,2), amount DOUBLE(20,5))",
            "CREATE TABLE c (id INT PRIMARY KEY, named VARCHAR(10), upper_case VARCHAR(10), ci VARCHAR(10) COLLATE utf8mb4_0900_ai_ci,"
                    + " padded VARCHAR(10) COLLATE utf8mb4_general_ci, german VARCHAR(10) COLLATE utf8mb4_unicode_ci,"
                    + " prefixed VARCHAR(20) COLLATE utf8mb4_0900_ai_ci, digit INT, quantity INT,"
                    + " hundred TINYINT AS (100 * quantity) STORED, doc JSON, shape GEOMETRY, UNIQUE KEY by_ci (ci),"
                    + " UNIQUE KEY by_padded (padded), UNIQUE KEY by_german (german), UNIQUE KEY by_prefix (prefixed(3)),"
                    + " UNIQUE KEY by_digit ((digit MOD 10)), CONSTRAINT has_name CHECK (named <> ''),"
                    + " CONSTRAINT is_upper CHECK (REGEXP_LIKE(upper_case, '^[A-Z]*$', 'c')))",
            "INSERT INTO c (id, ci, padded, german, prefixed, digit) VALUES (1, 'one', 'one', 'strasse', 'abc', 3)",
            "CREATE TABLE coded (code VARCHAR(10) COLLATE utf8mb4_0900_ai_ci PRIMARY KEY, id INT)",
            "INSERT INTO coded VALUES ('one', 1)",
            "CREATE TABLE parted (id INT, part INT, PRIMARY KEY (id, part)) PARTITION BY RANGE (part)"
                    + " (PARTITION low VALUES LESS THAN (10), PARTITION high VALUES LESS THAN (100))",
            "SET SESSION innodb_strict_mode = OFF",
            "CREATE TABLE wide (id INT PRIMARY KEY, " + wide("%s VARBINARY(250)") + ")");

    static final List<TargetOnlyValue> ALL = List.of(
            of("latin", "'表'"),
            of("ascii_only", "'é'"),
            of("three_bytes", "'😀'"),
            of("sjis", "'é'"),
            of("chinese", "'😀'"),
            of("taiwan", "'é'"),
            of("cyrillic", "'é'"),
            of("two_bytes", "'😀'"),
            of("tiny_text", "repeat('x', 300)"),
            of("tiny_text", "repeat('é', 200)"),
            of("tiny_latin", "repeat('é', 300)"),
            of("plain_text", "repeat('x', 70000)"),
            of("tiny_blob", "decode(repeat('00', 300), 'hex')"),
            of("few", "decode(repeat('61', 5), 'hex')"),
            of("fixed", "decode(repeat('61', 5), 'hex')"),
            of("instant", "'2040-01-01 00:00:00+00'"),
            of("instant", "'1960-01-01 00:00:00+00'"),
            of("instant", "'infinity'"),
            of("instant", "'-infinity'"),
            of("moment", "'12024-01-01 00:00:00'"),
            of("moment", "'infinity'"),
            of("moment", "'-infinity'"),
            of("moment", "'0044-03-15 00:00:00 BC'"),
            of("day", "'12024-01-01'"),
            of("day", "'infinity'"),
            of("day", "'-infinity'"),
            of("day", "'0044-03-15 BC'"),
            of("number", "'NaN'"),
            of("number", "'Infinity'"),
            of("small_number", "'-Infinity'"),
            of("small_number", "'NaN'"),
            of("positive_number", "-1"),
            of("digits", "'NaN'"),
            of("positive_digits", "-1"),
            of("little", "300"),
            of("positive_little", "-1"),
            of("medium", "8388608"),
            of("positive_medium", "16777216"),
            of("positive", "-1"),
            of("positive_big", "18446744073709551616"),
            of("vintage", "1900"),
            of("vintage", "2156"),
            of("members", "'c'"),
            of("choice", "'c'"),
            of("bits", "B'10000'"),
            of("price", "1234567.89"),
            of("amount", "123456789012345.12345"),
            new TargetOnlyValue("c", "named", "''"),
            new TargetOnlyValue("c", "upper_case", "'lower'"),
            new TargetOnlyValue("c", "ci", "'ONE'"),
            new TargetOnlyValue("c", "ci", "'óne'"),
            new TargetOnlyValue("c", "padded", "'one '"),
            new TargetOnlyValue("c", "german", "'straße'"),
            new TargetOnlyValue("c", "prefixed", "'Abcdefg'"),
            new TargetOnlyValue("c", "digit", "13"),
            new TargetOnlyValue("c", "doc", "concat(repeat('[', 101), repeat(']', 101))::json"),
            new TargetOnlyValue("c", "doc", "'1e400'"),
            new TargetOnlyValue("c", "doc", "'\"\\ud800\"'"),
            new TargetOnlyValue("c", "doc", "concat('{\"', repeat('k', 70000), '\":1}')::json"),
            new TargetOnlyValue("c", "shape", "'\\x0102'"),
            new TargetOnlyValue("coded", "code", "'ONE'"),
            new TargetOnlyValue("parted", "part", "100"),
            new TargetOnlyValue("wide", wide("%s"), wide("decode(repeat('61', 250), 'hex')")));

    private static TargetOnlyValue of(String column, String value) {
        return new TargetOnlyValue("w", column, value);
    }

    /** Returns a list for the columns of the table whose rows can become too large for a page. */
    private static String wide(String each) {
        StringBuilder list = new StringBuilder();
        for (int column = 1; column <= WIDE_COLUMNS; column++) {
            list.append(column == 1 ? "" : ", ").append(each.replace("%s", "b" + column));
        }
        return list.toString();
    }

    String insert(int id) {
        return "INSERT INTO " + table + " (id, " + columns + ") VALUES (" + id + ", " + value + ")";
    }

    /** Returns whether a row of the table can have NULL instead of the value. */
    boolean isNullable() {
        return table.equals("w") || table.equals("c");
    }

    @Override
    public String toString() {
        return table + "." + columns + " = " + value.substring(0, Math.min(value.length(), 60));
    }
}
