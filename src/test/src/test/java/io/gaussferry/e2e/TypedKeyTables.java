package io.gaussferry.e2e;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One table for each type that a primary key may have, of ten rows numbered by column {@code n}; and {@code numbers}, of the ten numbers. */
final class TypedKeyTables {

    /** Types of keys, and ten values of each, for n from 1 to 10. */
    private static final Map<String, String> KEYS = new TreeMap<>(Map.ofEntries(
            Map.entry("INT", "n - 5"),
            Map.entry("INT UNSIGNED", "4294967280 + n"),
            Map.entry("BIGINT UNSIGNED", "18446744073709551600 + n"),
            Map.entry("DECIMAL(20, 5)", "n * 1.1 - 5"),
            Map.entry("VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "CONCAT('ключ ', n)"),
            Map.entry("VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin", "CONCAT('é''\\\\', n)"),
            Map.entry("CHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "CONCAT('c', n)"),
            Map.entry("BINARY(8)", "CONCAT(x'00ff', n)"),
            Map.entry("VARBINARY(20)", "CONCAT(x'00ff', n)"),
            Map.entry("DATE", "DATE '2024-02-20' + INTERVAL n DAY"),
            Map.entry("DATETIME(6)", "TIMESTAMP '2024-02-20 01:02:03.000450' + INTERVAL n MICROSECOND"),
            Map.entry("TIMESTAMP(3)", "TIMESTAMP '2024-03-30 20:30:00.5' + INTERVAL n HOUR"),
            Map.entry("TIME(2)", "SEC_TO_TIME(n * 1000)"),
            Map.entry("YEAR", "2000 + n"),
            Map.entry("BIT(10)", "n * 100"),
            Map.entry("ENUM('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')", "n"),
            Map.entry("SET('a', 'b', 'c', 'd')", "n")));

    private TypedKeyTables() {}

    /** Creates them on the source, and returns their names, except {@code numbers}. */
    static List<String> create(Migration migration) throws SQLException {
        migration.source("CREATE TABLE numbers (n INT PRIMARY KEY)");
        for (int n = 1; n <= 10; n++) {
            migration.source("INSERT INTO numbers VALUES (" + n + ")");
        }
        List<String> tables = new ArrayList<>();
        for (Map.Entry<String, String> key : KEYS.entrySet()) {
            String table = "t" + tables.size();
            migration.source(
                    "CREATE TABLE " + table + " (k " + key.getKey()
                            + " PRIMARY KEY, n INT, note VARCHAR(20), other VARCHAR(20))",
                    "INSERT INTO " + table + " SELECT " + key.getValue() + ", n, 'same', 'same' FROM numbers",
                    // the source's statistics decide which tables are looked up and which are read as a whole
                    "ANALYZE TABLE " + table);
            tables.add(table);
        }
        return tables;
    }
}
