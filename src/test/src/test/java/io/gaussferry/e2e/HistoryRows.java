package io.gaussferry.e2e;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Writes rows into tables of any definition. Skips rows that the source rejects because of a key, a check or a trigger. */
final class HistoryRows {

    private final Connection source;
    private final SplittableRandom random;

    /** @param source in the database */
    HistoryRows(Connection source, SplittableRandom random) {
        this.source = source;
        this.random = random;
    }

    /**
     * A column.
     *
     * @param type its type's name
     * @param declared its type, with lengths and members
     * @param length of strings or bytes; empty for other types
     * @param extra such as {@code auto_increment}
     * @param parent the column that must contain its values, as {@code table|column}; empty if any value is allowed
     */
    private record Column(String name, String type, String declared, String length, String extra, String parent) {}

    /** Inserts rows, updates some, and occasionally deletes one. */
    void change(String table) throws SQLException {
        List<Column> columns = columns(table);
        if (columns.isEmpty()
                || columns.stream().anyMatch(column -> value(column).isEmpty())) {
            return;
        }
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (Column column : columns) {
            names.add("`" + column.name() + "`");
            values.add(column.extra().contains("auto_increment") ? "DEFAULT" : value(column));
        }
        attempt("INSERT INTO `" + table + "` (" + String.join(", ", names) + ") VALUES (" + String.join(", ", values)
                + ")");
        Column changed = columns.get(random.nextInt(columns.size()));
        if (!changed.extra().contains("auto_increment")) {
            attempt("UPDATE `" + table + "` SET `" + changed.name() + "` = " + value(changed) + " LIMIT 2");
        }
        if (random.nextInt(10) == 0) {
            attempt("DELETE FROM `" + table + "` LIMIT 1");
        }
    }

    private void attempt(String statement) {
        try (Statement write = source.createStatement()) {
            write.execute(statement);
        } catch (SQLException refused) {
            // there are other rows
            return;
        }
    }

    private List<Column> columns(String table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        for (String row : Server.rows(
                source,
                "SELECT c.column_name, c.data_type, REPLACE(c.column_type, '|', ''), IFNULL(c.character_maximum_length, ''), c.extra,"
                        + " IFNULL((SELECT CONCAT(k.referenced_table_name, '/', k.referenced_column_name)"
                        + " FROM information_schema.key_column_usage k WHERE k.table_schema = c.table_schema"
                        + " AND k.table_name = c.table_name AND k.column_name = c.column_name"
                        + " AND k.referenced_table_name IS NOT NULL LIMIT 1), '')"
                        + " FROM information_schema.columns c WHERE c.table_schema = DATABASE() AND c.table_name = '"
                        + table.replace("'", "''") + "' AND c.generation_expression = ''"
                        + " ORDER BY c.ordinal_position")) {
            String[] parts = row.split("\\|", -1);
            columns.add(new Column(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]));
        }
        return columns;
    }

    /** Returns an expression; empty for an unsupported type. */
    private String value(Column column) {
        if (!column.parent().isEmpty()) {
            String[] parent = column.parent().split("/", -1);
            return "(SELECT v FROM (SELECT `" + parent[1] + "` AS v FROM `" + parent[0]
                    + "` ORDER BY RAND() LIMIT 1) p)";
        }
        int number = random.nextInt(1, 100);
        return switch (column.type().toLowerCase(Locale.ROOT)) {
            case "tinyint", "smallint" -> String.valueOf(number);
            case "mediumint", "int", "bigint" -> String.valueOf(number + 100 * random.nextInt(1_000));
            case "decimal" -> String.valueOf(number % 10);
            case "float", "double" -> String.valueOf(number / 4.0);
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> "'" + text(column) + "'";
            case "enum", "set" -> member(column);
            case "date" -> "'2026-01-" + (10 + number % 20) + "'";
            case "datetime", "timestamp" -> "'2026-01-" + (10 + number % 20) + " 11:12:" + (10 + number % 50) + "'";
            case "time" -> "'01:02:" + (10 + number % 50) + "'";
            case "year" -> String.valueOf(2000 + number);
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
                "UNHEX(HEX('" + text(column) + "'))";
            case "json" -> "'{\"n\": " + number + "}'";
            case "bit" -> "b'1'";
            default -> "";
        };
    }

    private String text(Column column) {
        long longest = column.length().isEmpty() ? 12 : Math.min(12, Long.parseLong(column.length()));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < longest; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    private String member(Column column) {
        String list = column.declared()
                .substring(column.declared().indexOf('(') + 1, column.declared().length() - 1);
        String[] members = list.split("(?<='),(?=')", -1);
        return members[random.nextInt(members.length)];
    }
}
