package io.gaussferry.e2e;

import io.gaussferry.e2e.types.RandomColumn;
import io.gaussferry.e2e.types.Reading;
import io.gaussferry.e2e.types.TargetForm;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of random columns with a random key, and random statements that change it. */
final class RandomTable {

    private static final int MAXIMUM_COLUMNS = 60;

    /** More than 60 rows, above which insertions use COPY. */
    private static final int ROWS_OF_A_SET = 70;

    private static final String[] NAMES = {
        "plain", "Order", "a b", "таблица", "x\"y", "x`y", "it's", "a.b", "select", "%"
    };

    private final String name;
    private final List<RandomColumn> columns = new ArrayList<>();
    private final String keys;
    private final TargetForm form;

    RandomTable(Random random, int number, TargetForm form) {
        this.form = form;
        this.name = NAMES[random.nextInt(NAMES.length)] + number;
        int count = random.nextInt(3) == 0 ? 1 + random.nextInt(MAXIMUM_COLUMNS) : 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            columns.add(RandomColumn.create(random, i, form));
        }
        this.keys = keys(random);
    }

    /** None, a primary key or a unique one, of one or several columns, with or without NULL; and occasionally another one. */
    private String keys(Random random) {
        StringBuilder text = new StringBuilder();
        if (random.nextInt(5) > 0) {
            List<RandomColumn> strict = some(random, column -> column.key() && !column.nullable());
            if (!strict.isEmpty()) {
                text.append(random.nextInt(4) == 0 ? ", UNIQUE KEY `first` " : ", PRIMARY KEY ")
                        .append(list(strict));
            }
        }
        if (random.nextInt(2) == 0) {
            List<RandomColumn> any = some(random, RandomColumn::key);
            if (!any.isEmpty()) {
                text.append(random.nextBoolean() ? ", UNIQUE KEY second " : ", KEY second ")
                        .append(list(any));
            }
        }
        return text.toString();
    }

    private List<RandomColumn> some(Random random, Predicate<RandomColumn> choice) {
        List<RandomColumn> chosen =
                new ArrayList<>(columns.stream().filter(choice).toList());
        Collections.shuffle(chosen, random);
        return chosen.subList(0, Math.min(chosen.size(), 1 + random.nextInt(3)));
    }

    private static String list(List<RandomColumn> columns) {
        return columns.stream().map(column -> quoted(column.name())).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String quoted(String identifier) {
        return "`" + identifier.replace("`", "``") + "`";
    }

    String definition() {
        return "CREATE TABLE " + quoted(name) + " ("
                + columns.stream()
                        .map(column -> quoted(column.name()) + " " + column.declaration()
                                + (column.nullable() ? " NULL" : " NOT NULL"))
                        .collect(Collectors.joining(", "))
                + keys + ")";
    }

    /** Returns a statement that changes some rows, or none. */
    String change(Random random) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> insert(random, 1 + random.nextInt(5));
            case 4 -> insert(random, random.nextInt(4) == 0 ? ROWS_OF_A_SET : 1);
            case 5, 6, 7, 8 -> update(random);
            default -> "DELETE FROM " + quoted(name) + someRows(random);
        };
    }

    /** Returns an INSERT that skips rows with duplicate keys. */
    String insert(Random random, int rows) {
        return "INSERT IGNORE INTO " + quoted(name) + " VALUES "
                + IntStream.range(0, rows)
                        .mapToObj(row -> columns.stream()
                                .map(column -> column.value(random))
                                .collect(Collectors.joining(", ", "(", ")")))
                        .collect(Collectors.joining(", "));
    }

    private String update(Random random) {
        List<RandomColumn> changed = some(random, column -> true);
        return "UPDATE " + quoted(name) + " SET "
                + changed.stream()
                        .map(column -> quoted(column.name()) + " = " + column.value(random))
                        .collect(Collectors.joining(", "))
                + someRows(random);
    }

    private static String someRows(Random random) {
        return " ORDER BY RAND(" + random.nextInt() + ") LIMIT " + (random.nextInt(3) == 0 ? 10 : 1);
    }

    /** Returns all rows as the server itself prints their values, sorted. */
    List<String> rows(Connection connection, boolean source) throws SQLException {
        String list = columns.stream().map(column -> expression(column, source)).collect(Collectors.joining(", "));
        String from = source ? quoted(name) : "\"" + name.replace("\"", "\"\"") + "\"";
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + list + " FROM " + from)) {
            while (row.next()) {
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < columns.size(); i++) {
                    String digits = row.getString(i + 1);
                    text.append(columns.get(i).name())
                            .append('=')
                            .append(
                                    digits == null
                                            ? "NULL"
                                            : decoded(columns.get(i).reading(), digits))
                            .append('|');
                }
                rows.add(text.toString());
            }
        }
        Collections.sort(rows);
        return rows;
    }

    private String expression(RandomColumn column, boolean source) {
        return source
                ? column.reading().sourceExpression(quoted(column.name()))
                : column.reading().targetExpression("\"" + column.name().replace("\"", "\"\"") + "\"", form);
    }

    private static String decoded(Reading reading, String digits) {
        return "'" + reading.canonical(new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8)) + "'";
    }

    @Override
    public String toString() {
        return definition();
    }
}
