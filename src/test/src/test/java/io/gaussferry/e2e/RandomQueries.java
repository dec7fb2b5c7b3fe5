package io.gaussferry.e2e;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Queries by chance over one table with a column of each kind and values that servers treat differently. */
final class RandomQueries {

    private static final String CREATE = """
            CREATE TABLE v (id INT PRIMARY KEY, i INT, u INT UNSIGNED, tiny TINYINT, b BIGINT, m DECIMAL(10,3), f DOUBLE,
            ci VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci,
            bin VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
            ch CHAR(6) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci,
            tx TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
            d DATE, dt DATETIME(3), t TIME, y YEAR, e ENUM('open', 'Closed', '1'), s SET('x', 'y', 'z'), bits BIT(5),
            raw VARBINARY(8))""";

    private static final String[] ROWS = {
        "1, 1, 1, 1, 1, 1.500, 1.5, 'a', 'a', 'a', 'a', '2024-01-31', '2024-01-31 23:59:59.999', '10:11:12', 2024, 'open', 'x', 5, 'a'",
        "2, -1, 2, -1, -1, -0.001, -0.5, 'A', 'A', 'A', 'A ', '2024-02-29', '2024-02-29 00:00:00', '22:11:12', 1999, 'Closed',"
                + " 'x,z', 0, 'A'",
        "3, 0, 4294967295, 0, 9007199254740993, 0.000, 0, '', '', '', '', '1999-12-31', '1999-12-31 12:30:00.5', '00:00:00', 1901,"
                + " '1', '', 31, ''",
        "4, 2147483647, 7, 127, 9223372036854775807, 9999999.999, 1e15, 'a ', 'a ', 'a', 'a  ', '2000-01-01', '2000-01-01 00:00:01',"
                + " '23:59:59', 2155, 'open', 'y', 1, 'a '",
        "5, -2147483647, 10, -128, -9223372036854775807, 2.500, 2.5, 'É', 'É', 'É', 'é', '2023-07-04', '2023-07-04 17:45:30.125',"
                + " '05:06:07', 2000, 'Closed', 'y,z', 16, 'xyz'",
        "6, 7, 3, 10, 100, 0.125, 0.1, '12', '12', '12', '1.5', '2024-12-31', '2024-12-31 23:00:00', '12:00:00', 2025, '1', 'x,y,z',"
                + " 10, '12'",
        "7, 3, 2, 2, 3, 33.333, 3.3333333333333335, '1x', '1x', '1x', 'x1', '2025-03-01', '2025-03-01 06:07:08', '01:02:03', 2010,"
                + " 'open', 'z', 3, 'b'",
        "8, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
        "9, 12, 12, 12, 12, 12.000, 12, 'b_c%', 'b_c%', 'b_c%', 'a,b,c', '2024-01-01', '2024-01-01 00:00:00.001', '08:00:00', 2024,"
                + " 'Closed', 'x,y', 21, 'abc'",
        "10, 5, 5, 5, 5, 1.005, 1.005, 'Straße', 'Straße', 'Straße', 'ss', '1970-01-01', '1970-01-01 00:00:00', '00:00:59', 1970,"
                + " 'open', NULL, NULL, 'ss'"
    };

    private final Random random;

    RandomQueries(Random random) {
        this.random = random;
    }

    /** Returns the statements that create and fill the table. */
    static String[] table() {
        return IntStream.rangeClosed(0, ROWS.length)
                .mapToObj(number -> number == 0 ? CREATE : "INSERT INTO v VALUES (" + ROWS[number - 1] + ")")
                .toArray(String[]::new);
    }

    /** Returns the next query. */
    String next() {
        return switch (random.nextInt(9)) {
            case 0 -> "SELECT id FROM v WHERE " + condition(2) + " ORDER BY id";
            case 1 -> "SELECT " + aggregate() + " AS x FROM v" + where();
            case 2 -> "SELECT " + grouped() + " AS g, COUNT(*) AS n FROM v" + where() + " GROUP BY g";
            case 3 -> "SELECT DISTINCT " + any(1) + " AS x FROM v" + where();
            case 4 -> "SELECT a.id, b.id AS other FROM v a JOIN v b ON " + join() + " ORDER BY 1, 2";
            case 5 -> "SELECT id FROM v WHERE id IN (SELECT id FROM v WHERE " + condition(1) + ") ORDER BY id";
            default -> "SELECT id, " + any(2) + " AS x FROM v" + where() + " ORDER BY id";
        };
    }

    private String where() {
        return random.nextInt(3) == 0 ? " WHERE " + condition(1) : "";
    }

    /** Of columns of one kind: MySQL 8.0.33 rounds numbers of different types in its hash joins. */
    private String join() {
        String kind = one("i u b tiny", "ci ch bin", "ci ci", "d dt", "m m", "f f", "e e", "e ci", "y y");
        String[] columns = kind.split(" ");
        return "a." + one(columns) + " = b." + one(columns);
    }

    private String column() {
        return one("i", "u", "b", "m", "f", "ci", "bin", "ch", "d", "dt", "y", "e", "s", "tiny");
    }

    private String grouped() {
        return random.nextBoolean() ? column() : any(1);
    }

    private String aggregate() {
        return switch (random.nextInt(8)) {
            case 0 -> "SUM(" + number(1) + ")";
            case 1 -> "AVG(" + number(1) + ")";
            case 2 -> "MAX(" + any(1) + ")";
            case 3 -> "MIN(" + any(1) + ")";
            case 4 -> "COUNT(DISTINCT " + any(1) + ")";
            case 5 -> "COUNT(" + any(1) + ")";
            case 6 -> "GROUP_CONCAT(" + text(1) + " ORDER BY id SEPARATOR '|')";
            default -> "SUM(" + condition(1) + ")";
        };
    }

    private String any(int depth) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> number(depth);
            case 3, 4, 5 -> text(depth);
            case 6 -> date(depth);
            default -> condition(depth);
        };
    }

    private String number(int depth) {
        if (depth == 0) {
            return random.nextInt(3) == 0
                    ? one("0", "1", "2", "-1", "3", "10", "0.5", "2.50", "100", "1e2")
                    : one("i", "u", "tiny", "b", "m", "f", "id", "y");
        }
        int d = depth - 1;
        return switch (random.nextInt(26)) {
            case 0, 1, 2, 3 -> "(" + number(d) + one(" + ", " - ", " * ", " / ", " DIV ", " % ") + number(d) + ")";
            case 4 -> number(d) + one(" + ", " - ", " * ", " DIV ", " MOD ") + number(d);
            case 5 -> one("ABS", "SIGN", "CEIL", "FLOOR", "ROUND") + "(" + number(d) + ")";
            case 6 -> one("ROUND", "TRUNCATE") + "(" + number(d) + ", " + one("0", "1", "2", "-1") + ")";
            case 7 -> one("LENGTH", "CHAR_LENGTH", "ASCII", "BIT_LENGTH", "ORD", "CRC32") + "(" + text(d) + ")";
            case 8 -> "LOCATE(" + text(d) + ", " + text(d) + ")";
            case 9 -> "FIELD(" + text(d) + ", " + text(d) + ", " + text(d) + ")";
            case 10 ->
                one(
                                "YEAR",
                                "MONTH",
                                "DAY",
                                "DAYOFWEEK",
                                "WEEKDAY",
                                "DAYOFYEAR",
                                "QUARTER",
                                "WEEK",
                                "TO_DAYS",
                                "HOUR",
                                "MINUTE")
                        + "(" + one("d", "dt", "dt") + ")";
            case 11 -> "DATEDIFF(" + date(d) + ", " + date(d) + ")";
            case 12 -> "TIMESTAMPDIFF(" + one("DAY", "HOUR", "MONTH", "SECOND") + ", " + date(d) + ", " + date(d) + ")";
            case 13 -> "IF(" + condition(d) + ", " + number(d) + ", " + number(d) + ")";
            case 14 -> one("COALESCE", "IFNULL", "NULLIF") + "(" + number(d) + ", " + number(d) + ")";
            case 15 -> one("GREATEST", "LEAST") + "(" + number(d) + ", " + number(d) + ")";
            case 16 -> "CASE WHEN " + condition(d) + " THEN " + number(d) + " ELSE " + number(d) + " END";
            case 17 -> "CAST(" + number(d) + " AS " + one("SIGNED", "UNSIGNED", "DECIMAL(12,2)") + ")";
            case 18 -> "CAST(" + text(d) + " AS " + one("SIGNED", "DECIMAL(12,2)") + ")";
            case 19 ->
                "(" + one("i", "u", "tiny", "b") + one(" & ", " | ", " ^ ", " << ", " >> ") + one("1", "2", "u", "tiny")
                        + ")";
            case 20 -> "-" + one("i", "m", "f", "u", "(" + number(d) + ")");
            case 21 ->
                one(
                        "e + 0",
                        "s + 0",
                        "bits + 0",
                        "d + 0",
                        "y - 1900",
                        "FIND_IN_SET('y', s)",
                        "TIME_TO_SEC(t)",
                        "UNIX_TIMESTAMP(dt)");
            case 22 -> "MOD(" + number(d) + ", " + number(d) + ")";
            case 23 -> one("STRCMP", "INSTR") + "(" + text(d) + ", " + text(d) + ")";
            case 24 -> one("POW", "POWER") + "(" + one("i", "tiny", "m") + ", 2)";
            default ->
                one(
                        "SQRT(ABS(m))",
                        "EXTRACT(YEAR FROM dt)",
                        "EXTRACT(MICROSECOND FROM dt)",
                        "SECOND(dt)",
                        "LENGTH(raw)",
                        "BIT_COUNT(u)");
        };
    }

    private String text(int depth) {
        if (depth == 0) {
            return random.nextInt(3) == 0
                    ? one("'a'", "'A'", "''", "'12'", "'é'", "'b_c%'", "' a '", "'x,y'", "'1x'", "'ß'")
                    : one("ci", "bin", "ch", "tx", "e", "s");
        }
        int d = depth - 1;
        return switch (random.nextInt(24)) {
            case 0, 1 -> "CONCAT(" + any(d) + ", " + any(d) + ")";
            case 2 -> "CONCAT_WS('-', " + any(d) + ", " + any(d) + ")";
            case 3, 4 -> one("UPPER", "LOWER", "TRIM", "LTRIM", "RTRIM", "REVERSE") + "(" + text(d) + ")";
            case 5 ->
                "SUBSTRING(" + text(d) + ", " + one("1", "2", "-1", "0", "3") + one("", ", 1", ", 2", ", 0") + ")";
            case 6 -> one("LEFT", "RIGHT", "REPEAT") + "(" + text(d) + ", " + one("0", "1", "2", "tiny") + ")";
            case 7 -> "REPLACE(" + text(d) + ", " + text(d) + ", " + text(d) + ")";
            case 8 -> one("LPAD", "RPAD") + "(" + text(d) + ", " + one("1", "4") + ", 'xy')";
            case 9 -> one("HEX", "MD5", "SHA1", "TO_BASE64", "QUOTE") + "(" + text(d) + ")";
            case 10 -> "IF(" + condition(d) + ", " + text(d) + ", " + text(d) + ")";
            case 11 -> one("COALESCE", "IFNULL", "NULLIF") + "(" + text(d) + ", " + text(d) + ")";
            case 12 -> "CAST(" + any(d) + " AS CHAR)";
            case 13 -> "CAST(" + text(d) + " AS CHAR(2))";
            case 14 ->
                "DATE_FORMAT(" + date(d) + ", '"
                        + one("%Y-%m-%d", "%d.%m.%y %H:%i:%s", "%a %b", "%W, %M %e", "%j %U", "%h:%i %p", "%f", "%T")
                        + "')";
            case 15 ->
                "SUBSTRING_INDEX(" + text(d) + ", " + one("','", "'a'", "'_'") + ", " + one("1", "-1", "2") + ")";
            case 16 -> "CASE " + text(d) + " WHEN " + text(d) + " THEN " + text(d) + " ELSE " + text(d) + " END";
            case 17 -> one("GREATEST", "LEAST") + "(" + text(d) + ", " + text(d) + ")";
            case 18 -> one("MONTHNAME", "DAYNAME") + "(" + date(d) + ")";
            case 19 -> "FORMAT(" + one("m", "i", "f") + ", 2)";
            case 20 ->
                one(
                        "HEX(i)",
                        "HEX(raw)",
                        "CONV(u, 10, 16)",
                        "BIN(tiny)",
                        "OCT(u)",
                        "HEX(bits)",
                        "CHAR(65)",
                        "SPACE(2)");
            case 21 -> "INSERT(" + text(d) + ", 1, 1, " + text(d) + ")";
            case 22 -> "ELT(" + one("1", "2", "tiny") + ", " + text(d) + ", " + text(d) + ")";
            default -> "MAKE_SET(" + one("1", "3", "5") + ", 'p', 'q', 'r')";
        };
    }

    private String date(int depth) {
        if (depth == 0) {
            return one("d", "dt", "d", "dt", "'2024-02-01'", "'1999-12-31 12:00:00'");
        }
        int d = depth - 1;
        return switch (random.nextInt(7)) {
            case 0 -> "DATE(" + date(d) + ")";
            case 1, 2 ->
                one("DATE_ADD", "DATE_SUB") + "(" + one("d", "dt") + ", INTERVAL " + one("1", "-1", "tiny", "30") + " "
                        + one("DAY", "MONTH", "HOUR", "YEAR", "MINUTE", "WEEK") + ")";
            case 3 -> "LAST_DAY(" + one("d", "dt") + ")";
            case 4 -> "STR_TO_DATE('2024-05-06', '%Y-%m-%d')";
            case 5 -> "IF(" + condition(d) + ", d, dt)";
            default -> one("d", "dt") + one(" + ", " - ") + "INTERVAL 1 " + one("DAY", "MONTH", "YEAR");
        };
    }

    private String condition(int depth) {
        int d = Math.max(0, depth - 1);
        return switch (random.nextInt(depth == 0 ? 12 : 16)) {
            case 0, 1 -> number(d) + comparison() + number(d);
            case 2, 3 -> text(d) + comparison() + text(d);
            case 4 -> date(d) + comparison() + date(d);
            case 5 -> any(d) + one(" IS NULL", " IS NOT NULL");
            case 6 -> text(d) + one(" LIKE ", " NOT LIKE ") + one("'a%'", "'%C%'", "'_'", "'b\\_c%'", "'%1%'", "'É'");
            case 7 -> number(d) + " BETWEEN " + number(d) + " AND " + number(d);
            case 8 -> text(d) + one(" IN (", " NOT IN (") + text(d) + ", " + text(d) + ")";
            case 9 -> one("i", "u", "f", "m", "b", "y") + comparison() + text(0);
            case 10 -> one("ci", "bin", "e", "tx") + comparison() + number(0);
            case 11 ->
                one("d", "dt")
                        + comparison()
                        + one("20240131", "'2024-1-31'", "'20240131'", "'2024-01-31 23:59:59.999'");
            case 12 -> "(" + condition(d) + one(" AND ", " OR ", " XOR ") + condition(d) + ")";
            case 13 -> "NOT " + condition(d);
            case 14 -> "(" + condition(d) + ")" + one(" IS TRUE", " IS NOT TRUE", " IS FALSE", " IS NULL");
            default -> text(d) + " REGEXP " + one("'^a'", "'[0-9]+'", "'c.*$'", "'a|b'");
        };
    }

    private String comparison() {
        return one(" = ", " <> ", " < ", " >= ", " <=> ", " = ");
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** Returns several different queries. */
    List<String> queries(int count) {
        return Stream.generate(this::next).distinct().limit(count).collect(Collectors.toList());
    }
}
