package io.gaussferry.e2e;

import io.gaussferry.e2e.types.Reading;
import io.gaussferry.e2e.types.TargetForm;
import io.gaussferry.e2e.types.TypeValues;
import io.gaussferry.e2e.types.TypeValues.Value;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table with a column of each type of a group. Every value has its own rows, one for each way of replication; in all other columns these rows hold
 * NULL. A second table of the same columns has no key, so that updates and deletes must find their row by the value itself.
 */
final class RoundTripTable {

    /** The changes made to the rows of a value; encoded in the last digit of the row's id. */
    private enum Way {
        COPIED,
        INSERTED,
        UPDATED_TO,
        UPDATED_FROM,
        DELETED
    }

    /** A value in a column, and the value of the same column that precedes or follows it. */
    private record Case(int column, Value value, Value partner) {}

    private static final int WAYS = 10;

    /** Distance between the ids of a row and of its copies. */
    private static final int BLOCK = 100_000;

    private static final int MAXIMUM_SHOWN = 120;

    private final String group;
    private final List<TypeValues> types;
    private final TargetForm form;
    private final boolean emptyAsNull;
    private final List<Case> cases = new ArrayList<>();
    private final Map<Integer, @Nullable Case> expected = new TreeMap<>();
    private int blocks;

    RoundTripTable(String group, List<TypeValues> types, TargetForm form) {
        this(group, types, form, false);
    }

    /** @param emptyAsNull whether an empty string is expected as NULL on the target */
    RoundTripTable(String group, List<TypeValues> types, TargetForm form, boolean emptyAsNull) {
        this.emptyAsNull = emptyAsNull;
        this.group = group;
        this.types = types;
        this.form = form;
        for (int column = 0; column < types.size(); column++) {
            List<Value> values = types.get(column).values(form);
            for (int i = 0; i < values.size(); i++) {
                cases.add(new Case(column, values.get(i), values.get((i + 1) % values.size())));
            }
        }
    }

    /** Returns the number of values. */
    int size() {
        return cases.size();
    }

    private List<String> names() {
        return List.of(group + "_keyed", group + "_keyless");
    }

    /** Creates the tables and the rows for the initial copy. */
    void create(Statement source) throws SQLException {
        StringBuilder columns = new StringBuilder();
        for (int column = 0; column < types.size(); column++) {
            columns.append(", c")
                    .append(column)
                    .append(' ')
                    .append(types.get(column).declaration());
        }
        source.execute("CREATE TABLE " + names().get(0) + " (id INT PRIMARY KEY" + columns + ")");
        source.execute("CREATE TABLE " + names().get(1) + " (id INT NOT NULL" + columns + ")");
        for (String name : names()) {
            for (int number = 0; number < cases.size(); number++) {
                insert(source, name, number, Way.COPIED, false);
                insert(source, name, number, Way.UPDATED_TO, true);
                insert(source, name, number, Way.UPDATED_FROM, false);
                insert(source, name, number, Way.DELETED, false);
            }
        }
        source.getConnection().commit();
        for (int number = 0; number < cases.size(); number++) {
            Case one = cases.get(number);
            expect(number, Way.COPIED, one.value());
            expect(number, Way.UPDATED_TO, one.partner());
            expect(number, Way.UPDATED_FROM, one.value());
            expect(number, Way.DELETED, one.value());
        }
    }

    /** Sends every value through the binlog; a table's changes are one transaction. */
    void change(Statement source) throws SQLException {
        for (String name : names()) {
            for (int number = 0; number < cases.size(); number++) {
                insert(source, name, number, Way.INSERTED, false);
                update(source, name, number, Way.UPDATED_TO, false);
                update(source, name, number, Way.UPDATED_FROM, true);
                source.execute("DELETE FROM " + name + " WHERE id = " + id(number, Way.DELETED));
            }
            source.getConnection().commit();
        }
        for (int number = 0; number < cases.size(); number++) {
            Case one = cases.get(number);
            expect(number, Way.INSERTED, one.value());
            expect(number, Way.UPDATED_TO, one.value());
            expect(number, Way.UPDATED_FROM, one.partner());
            expected.remove(id(number, Way.DELETED));
        }
    }

    /** Sends every value through the binlog again, in transactions with enough rows that each is applied as a set. */
    void changeAsSets(Statement source, int leastRows) throws SQLException {
        blocks = Math.max(3, (leastRows + expected.size() - 1) / expected.size());
        for (String name : names()) {
            String numbers = "";
            for (int block = 1; block <= blocks; block++) {
                numbers += (block == 1 ? "SELECT " : " UNION ALL SELECT ") + block + (block == 1 ? " AS n" : "");
            }
            source.execute("INSERT INTO " + name + " (id, " + columnList("") + ") SELECT t.id + " + BLOCK
                    + " * numbers.n, " + columnList("t.") + " FROM " + name + " t, (" + numbers + ") numbers");
            source.getConnection().commit();
            // the rows of each value take those of the next one
            source.execute("UPDATE " + name + " t JOIN " + name + " other ON other.id = t.id - " + BLOCK + " + " + WAYS
                    + " SET "
                    + names(types.size())
                            .map(column -> "t." + column + " = other." + column)
                            .collect(Collectors.joining(", "))
                    + " WHERE t.id > " + BLOCK + " AND t.id < " + 2 * BLOCK);
            source.getConnection().commit();
            source.execute("DELETE FROM " + name + " WHERE id > " + 2 * BLOCK + " AND id < " + 3 * BLOCK);
            source.getConnection().commit();
        }
        Map<Integer, @Nullable Case> first = new TreeMap<>(expected);
        first.forEach((id, value) -> {
            for (int block = 1; block <= blocks; block++) {
                expected.put(id + block * BLOCK, value);
            }
            if (first.containsKey(id + WAYS)) {
                expected.put(id + BLOCK, first.get(id + WAYS));
            }
            expected.remove(id + 2 * BLOCK);
        });
    }

    private String columnList(String prefix) {
        return names(types.size()).map(column -> prefix + column).collect(Collectors.joining(", "));
    }

    private static Stream<String> names(int columns) {
        return IntStream.range(0, columns).mapToObj(column -> "c" + column);
    }

    private void insert(Statement source, String table, int number, Way way, boolean partner) throws SQLException {
        Case one = cases.get(number);
        source.execute("INSERT INTO " + table + " (id, " + namesBut(one.column()) + "c" + one.column() + ") VALUES ("
                + id(number, way) + ", " + nulls() + (partner ? one.partner() : one.value()).literal()
                + ")");
    }

    /** Columns with a default must be set to NULL explicitly. */
    private String namesBut(int column) {
        return names(types.size())
                .filter(name -> !name.equals("c" + column))
                .map(name -> name + ", ")
                .collect(Collectors.joining());
    }

    private String nulls() {
        return "NULL, ".repeat(types.size() - 1);
    }

    private void update(Statement source, String table, int number, Way way, boolean partner) throws SQLException {
        Case one = cases.get(number);
        source.execute("UPDATE " + table + " SET c" + one.column() + " = "
                + (partner ? one.partner() : one.value()).literal() + " WHERE id = " + id(number, way));
    }

    private void expect(int number, Way way, Value value) {
        Case one = cases.get(number);
        expected.put(id(number, way), new Case(one.column(), value, value));
    }

    private static int id(int number, Way way) {
        return (number + 1) * WAYS + way.ordinal();
    }

    /** Returns the differences from the expectation on the target and, as proof of the expectation, on the source. */
    List<String> mismatches(Connection source, Connection target) throws SQLException {
        List<String> mismatches = new ArrayList<>();
        for (String name : names()) {
            compare(name, "source", rows(source, name, true), Value::onSource, mismatches);
            compare(name, "target", rows(target, name, false), this::onTarget, mismatches);
        }
        return mismatches;
    }

    private @Nullable String onTarget(Value value) {
        String text = value.expected(form);
        return emptyAsNull && "".equals(text) ? null : text;
    }

    private void compare(
            String table,
            String side,
            Map<Integer, List<@Nullable String>> rows,
            Function<Value, @Nullable String> expectation,
            List<String> mismatches) {
        if (!rows.keySet().equals(expected.keySet())) {
            mismatches.add(table + " on the " + side + " has the rows " + rows.keySet());
        }
        rows.forEach((id, found) -> {
            Case one = expected.get(id);
            for (int column = 0; one != null && column < types.size(); column++) {
                TypeValues type = types.get(column);
                String text = one.column() == column ? expectation.apply(one.value()) : null;
                String canonical = text == null ? null : type.reading().canonical(text);
                if (!Objects.equals(canonical, found.get(column))) {
                    mismatches.add(table + " on the " + side + ", " + type.declaration() + ", " + describe(id) + ": "
                            + shown(canonical) + " expected, found " + shown(found.get(column)));
                }
            }
        });
    }

    private String describe(int id) {
        int inBlock = id % BLOCK;
        return shown(cases.get(inBlock / WAYS - 1).value().literal()) + " " + Way.values()[inBlock % WAYS]
                + (id > BLOCK ? " in a set" : "");
    }

    private static String shown(@Nullable String text) {
        return text == null || text.length() <= MAXIMUM_SHOWN
                ? String.valueOf(text)
                : text.substring(0, MAXIMUM_SHOWN) + "… (" + text.length() + ")";
    }

    private Map<Integer, List<@Nullable String>> rows(Connection connection, String table, boolean source)
            throws SQLException {
        StringBuilder query = new StringBuilder("SELECT id");
        for (int column = 0; column < types.size(); column++) {
            Reading reading = types.get(column).reading();
            String name = "c" + column;
            query.append(", ").append(source ? reading.sourceExpression(name) : reading.targetExpression(name, form));
        }
        Map<Integer, List<@Nullable String>> rows = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query + " FROM " + table)) {
            while (row.next()) {
                List<@Nullable String> values = new ArrayList<>();
                for (int column = 0; column < types.size(); column++) {
                    String digits = row.getString(column + 2);
                    values.add(
                            digits == null ? null : types.get(column).reading().canonical(decoded(digits)));
                }
                if (rows.put(row.getInt(1), values) != null) {
                    throw new AssertionError(table + " has the row " + row.getInt(1) + " twice");
                }
            }
        }
        return rows;
    }

    private static String decoded(String digits) {
        return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8);
    }
}
