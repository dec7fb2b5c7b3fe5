package io.gaussferry.e2e.definitions;

import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates tables, rows and ALTER TABLE statements. */
final class RandomDefinitions implements RandomStatements {

    private static final List<String> TYPES = List.of(
            "TINYINT",
            "SMALLINT UNSIGNED",
            "INT",
            "INT UNSIGNED",
            "BIGINT",
            "BIGINT UNSIGNED",
            "DECIMAL(10,2)",
            "DECIMAL(6,0)",
            "FLOAT",
            "DOUBLE",
            "CHAR(8)",
            "VARCHAR(12)",
            "VARCHAR(40) CHARACTER SET latin1",
            "TEXT",
            "TINYTEXT",
            "VARBINARY(12)",
            "BLOB",
            "DATE",
            "DATETIME",
            "DATETIME(3)",
            "TIME(2)",
            "YEAR",
            "ENUM('a','b','c')",
            "ENUM('b','a','c','d')",
            "SET('a','b','c')",
            "BIT(5)");

    private final Random random;
    private int names;

    RandomDefinitions(Random random) {
        this.random = random;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String name() {
        names++;
        return "c" + names;
    }

    private String type() {
        return any(TYPES);
    }

    private String attributes(String type) {
        String text = random.nextInt(3) == 0 ? " NOT NULL" : "";
        boolean large = type.contains("TEXT") || type.contains("BLOB");
        if (!large && random.nextInt(3) == 0) {
            text += " DEFAULT " + literal(type);
        }
        return random.nextInt(6) == 0 ? text + " COMMENT 'it''s " + random.nextInt(9) + "'" : text;
    }

    /** Returns a value that nearly every type accepts. */
    private String literal(String type) {
        if (type.startsWith("ENUM") || type.startsWith("SET")) {
            return any(List.of("'a'", "'b'"));
        }
        if (type.startsWith("DATE")) {
            return "'2024-02-0" + (1 + random.nextInt(9)) + "'";
        }
        if (type.startsWith("TIME")) {
            return "'0" + random.nextInt(10) + ":00:00'";
        }
        if (type.startsWith("YEAR")) {
            return "'202" + random.nextInt(10) + "'";
        }
        return type.startsWith("BIT") ? "b'" + random.nextInt(2) + "'" : "'" + random.nextInt(100) + "'";
    }

    @Override
    public List<String> tables() {
        List<String> parts = new ArrayList<>();
        parts.add("id INT NOT NULL AUTO_INCREMENT PRIMARY KEY");
        int columns = 2 + random.nextInt(5);
        for (int i = 0; i < columns; i++) {
            String type = type();
            parts.add(name() + " " + type + attributes(type));
        }
        return List.of("CREATE TABLE t (" + String.join(", ", parts) + ")");
    }

    @Override
    public String row(TableDefinition table) {
        List<String> values = new ArrayList<>();
        for (ColumnDefinition column : table.columns()) {
            boolean nothing = column.nullable() && random.nextInt(4) == 0;
            values.add(
                    column.name().equals("id") || nothing
                            ? "NULL"
                            : literal(column.declaration().toUpperCase(java.util.Locale.ROOT)));
        }
        return "INSERT IGNORE INTO t VALUES (" + String.join(", ", values) + ")";
    }

    @Override
    public String alter(TableDefinition table) {
        List<String> actions = new ArrayList<>();
        List<String> free = new ArrayList<>();
        table.columns().stream()
                .map(ColumnDefinition::name)
                .filter(name -> !name.equals("id"))
                .forEach(free::add);
        List<String> indexes = new ArrayList<>();
        table.indexes().stream()
                .map(IndexDefinition::name)
                .filter(name -> !name.equals("PRIMARY"))
                .forEach(indexes::add);
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            actions.add(action(free, indexes));
        }
        return "ALTER TABLE t " + String.join(", ", actions);
    }

    private String action(List<String> free, List<String> indexes) {
        int kind = free.isEmpty() ? 0 : random.nextInt(11);
        String type = type();
        switch (kind) {
            case 1:
                return "DROP COLUMN " + taken(free);
            case 2:
                return "RENAME COLUMN " + taken(free) + " TO " + name();
            case 3, 4:
                return "MODIFY " + taken(free) + " " + type + attributes(type) + place();
            case 5:
                return "CHANGE " + taken(free) + " " + name() + " " + type + attributes(type);
            case 6:
                return "ADD " + any(List.of("INDEX", "UNIQUE INDEX")) + " (" + any(free)
                        + (random.nextInt(3) == 0 ? "(1)" : "") + any(List.of("", " DESC")) + ")";
            case 7:
                return indexes.isEmpty() ? "COMMENT = 'c" + random.nextInt(9) + "'" : "DROP INDEX " + taken(indexes);
            case 8:
                return indexes.isEmpty() ? "FORCE" : "RENAME INDEX " + taken(indexes) + " TO i" + name();
            case 9:
                return "ALTER COLUMN " + taken(free) + any(List.of(" DROP DEFAULT", " SET DEFAULT '1'"));
            case 10:
                return "CONVERT TO CHARACTER SET " + any(List.of("utf8mb4", "utf8mb4 COLLATE utf8mb4_bin", "latin1"));
            default:
                return "ADD COLUMN " + name() + " " + type + attributes(type) + place();
        }
    }

    private String taken(List<String> names) {
        return names.remove(random.nextInt(names.size()));
    }

    private String place() {
        int place = random.nextInt(4);
        if (place == 0) {
            return " FIRST";
        }
        return place == 1 ? " AFTER id" : "";
    }
}
