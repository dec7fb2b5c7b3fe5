package io.gaussferry.e2e.definitions;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Generates a table with keys, and ALTER TABLE statements whose actions rename, drop and add columns of few names, so that names move from one column
 * to another.
 */
final class RandomKeys implements RandomStatements {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "F");

    private static final List<String> TYPES = List.of(
            "INT",
            "INT",
            "BIGINT",
            "SMALLINT",
            "DECIMAL(10,2)",
            "DECIMAL(20,11)",
            "BIT(12)",
            "CHAR(5)",
            "VARCHAR(10)",
            "VARCHAR(10)",
            "VARCHAR(30)",
            "VARCHAR(4) CHARACTER SET latin1",
            "VARCHAR(20) CHARACTER SET utf8mb3",
            "VARBINARY(12)",
            "DATETIME(3)",
            "DATE",
            "TIME",
            "YEAR",
            "ENUM('x','yy')",
            "ENUM('x','yy') CHARACTER SET latin1",
            "SET('x','yy','z') CHARACTER SET latin1",
            "TEXT",
            "TINYBLOB");

    private static final int COLUMNS = 4;

    private final Random random;
    private int keys;

    RandomKeys(Random random) {
        this.random = random;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String type() {
        return any(TYPES);
    }

    @Override
    public List<String> tables() {
        List<String> parts = new ArrayList<>(List.of("id INT NOT NULL", "parent INT"));
        List<String> keys = new ArrayList<>();
        for (String name : NAMES.subList(0, COLUMNS)) {
            String type = type();
            parts.add(name + " " + type);
            keys.add("KEY own_" + name + " (" + name + length(type) + ", id)");
        }
        parts.add("PRIMARY KEY (id)");
        parts.addAll(keys);
        parts.set(parts.size() - 1, "UNIQUE " + parts.get(parts.size() - 1));
        if (random.nextBoolean()) {
            parts.add("CONSTRAINT to_z FOREIGN KEY (parent) REFERENCES z (id)");
        }
        return List.of("CREATE TABLE z (id INT PRIMARY KEY)", "CREATE TABLE t (" + String.join(", ", parts) + ")");
    }

    /** A key on a TEXT column needs a length, and one on a number has none. */
    private String length(String type) {
        if (type.startsWith("TEXT") || type.startsWith("TINYBLOB")) {
            return "(3)";
        }
        return type.contains("CHAR(") && random.nextBoolean() ? "(2)" : "";
    }

    private String key(List<String> columns) {
        List<String> parts = new ArrayList<>();
        List<String> free = new ArrayList<>(columns);
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count && !free.isEmpty(); i++) {
            parts.add(
                    free.remove(random.nextInt(free.size())) + any(List.of("", "", "(3)")) + any(List.of("", " DESC")));
        }
        keys++;
        return any(List.of("KEY", "UNIQUE KEY")) + " k" + keys + " (" + String.join(", ", parts) + ")";
    }

    @Override
    public String row(TableDefinition table) {
        List<String> values = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            values.add(column.name().equals("id") ? String.valueOf(random.nextInt(1000)) : "NULL");
        }
        return "INSERT IGNORE INTO t VALUES (" + String.join(", ", values) + ")";
    }

    @Override
    public String alter(TableDefinition table) {
        List<String> known = new ArrayList<>(
                table.columns().stream().map(ColumnDefinition::name).toList());
        List<String> wanted = new ArrayList<>(NAMES);
        wanted.add("id");
        wanted.add("parent");
        List<String> indexes = new ArrayList<>(
                table.indexes().stream().map(IndexDefinition::name).toList());
        List<String> actions = new ArrayList<>();
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count && !known.isEmpty(); i++) {
            actions.add(action(known, wanted, indexes));
        }
        return "ALTER TABLE t " + String.join(", ", actions);
    }

    /** @param known columns that no action of the statement names yet */
    private String action(List<String> known, List<String> wanted, List<String> indexes) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> {
                String from = taken(known);
                String to = any(wanted);
                yield "RENAME COLUMN " + from + " TO " + to + ", " + "ADD COLUMN " + from + " " + type() + place();
            }
            case 2 -> "RENAME COLUMN " + taken(known) + " TO " + any(wanted);
            case 3 -> {
                String one = taken(known);
                yield known.isEmpty() ? "MODIFY " + one + " " + type() + place() : exchange(one, taken(known));
            }
            case 4 -> {
                String name = taken(known);
                yield "DROP COLUMN " + name + ", ADD COLUMN " + name.toUpperCase(Locale.ROOT) + " " + type() + place();
            }
            case 5 -> "CHANGE " + taken(known) + " " + any(wanted) + " " + type() + place();
            case 6 -> "MODIFY " + taken(known) + " " + type() + place();
            case 7 -> "ADD " + key(known);
            case 8 -> {
                indexes.remove("PRIMARY");
                yield indexes.size() < 2 ? "FORCE" : exchangeIndexes(taken(indexes), taken(indexes));
            }
            default ->
                indexes.isEmpty() || random.nextBoolean()
                        ? "ADD COLUMN " + any(wanted) + " " + type() + place()
                        : "DROP INDEX `" + taken(indexes) + "`";
        };
    }

    private static String exchangeIndexes(String one, String other) {
        return "RENAME INDEX " + one + " TO " + other + ", RENAME INDEX " + other + " TO " + one;
    }

    private static String exchange(String one, String other) {
        return "RENAME COLUMN " + one + " TO " + other + ", RENAME COLUMN " + other + " TO " + one;
    }

    private String taken(List<String> names) {
        return names.remove(random.nextInt(names.size()));
    }

    private String place() {
        return any(List.of("", " FIRST", " FIRST", " AFTER id", " AFTER " + any(NAMES)));
    }
}
