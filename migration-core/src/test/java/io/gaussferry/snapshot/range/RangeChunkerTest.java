package io.gaussferry.snapshot.range;

import static io.gaussferry.testing.ScriptedConnection.fake;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.rule.RuleBook;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.TableBuilder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A row that belongs to no range is lost, and one that belongs to two is copied twice. */
class RangeChunkerTest {

    private static final int KEYS = 2;

    private static final TableDefinition TABLE = TableBuilder.table("t")
            .column("a", "int")
            .column("b", "bigint")
            .column("c", "int")
            .primary("a", "b")
            .build();

    private static final TargetTable TARGET =
            new TargetTable(TABLE.id(), List.of(target("a", "integer"), target("b", "bigint"), target("c", "integer")));

    private static final Pattern QUERY =
            Pattern.compile("SELECT (.+) FROM .+? WHERE (.+) ORDER BY (.+) LIMIT 1 OFFSET (\\d+)");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private static TargetTable.Column target(String name, String type) {
        return new TargetTable.Column(
                name, type, type, true, Carrier.OWN_TYPE, Identity.EQUALITY, StringEquality.EXACT);
    }

    /** Returns rows with distinct keys; many have the same first column, as the rows of one customer. */
    private List<Map<String, Long>> rows(int count) {
        Set<Map<String, Long>> rows = new HashSet<>();
        for (int i = 0; i < count; i++) {
            rows.add(Map.of("a", random.nextLong(-3, 3), "b", random.nextLong(-5, 5)));
        }
        return new ArrayList<>(rows);
    }

    private static List<String> key(Map<String, Long> row, int columns) {
        return List.of("a", "b").subList(0, columns).stream()
                .map(name -> String.valueOf(row.get(name)))
                .toList();
    }

    /** A source that executes the queries of a {@link RangeChunker}. */
    private static Connection source(Collection<Map<String, Long>> table, int columns) {
        return fake(
                Connection.class,
                (self, method, arguments) -> fake(
                        Statement.class,
                        (statement, call, values) -> call.getName().equals("executeQuery")
                                ? result(table, columns, (String) values[0])
                                : null));
    }

    private static ResultSet result(Collection<Map<String, Long>> table, int columns, String sql) {
        Matcher query = QUERY.matcher(sql);
        assertThat(query.matches()).as(sql).isTrue();
        assertThat(query.group(3)).isEqualTo(columns == 1 ? "`a`" : "`a`, `b`");
        Comparator<Map<String, Long>> order =
                Comparator.<Map<String, Long>>comparingLong(row -> row.get("a")).thenComparingLong(row -> row.get("b"));
        List<Map<String, Long>> found = table.stream()
                .filter(row -> ConditionModel.holds(query.group(2), row))
                .sorted(order)
                .skip(Long.parseLong(query.group(4)))
                .limit(1)
                .toList();
        boolean[] read = {false};
        return fake(ResultSet.class, (self, method, arguments) -> switch (method.getName()) {
            case "next" -> !found.isEmpty() && !read[0] && (read[0] = true);
            case "getString" -> key(found.get(0), columns).get((Integer) arguments[0] - 1);
            default -> null;
        });
    }

    private KeyOrder order(int columns, boolean acrossPartitions) {
        KeyOrder order = KeyOrder.ofKey(TABLE, columns == 1 ? List.of(0) : List.of(0, 1));
        if (acrossPartitions) {
            return order;
        }
        return KeyOrder.of(
                columns == 1
                        ? TableBuilder.table("t")
                                .column("a", "int")
                                .column("b", "int")
                                .primary("a")
                                .build()
                        : TABLE,
                TARGET,
                RuleBook.of(ConversionRules.defaults()));
    }

    private static List<KeyRange> all(RangeChunker chunker) throws SQLException {
        List<KeyRange> ranges = new ArrayList<>();
        for (Optional<KeyRange> next = chunker.next(); next.isPresent(); next = chunker.next()) {
            ranges.add(next.get());
            assertThat(ranges).as("an endless split").hasSizeLessThan(1_000);
        }
        assertThat(chunker.isEnded()).isTrue();
        return ranges;
    }

    /** Also rows that did not exist when the table was split belong to exactly one range. */
    @RepeatedTest(50)
    void everyPossibleRowBelongsToExactlyOneRange() throws SQLException {
        int columns = 1 + random.nextInt(KEYS);
        KeyOrder order = order(columns, random.nextBoolean());
        int size = 1 + random.nextInt(6);
        List<KeyRange> ranges = all(new RangeChunker(source(rows(40), columns), order, size));
        for (Map<String, Long> row : rows(60)) {
            assertThat(ranges.stream().filter(range -> ConditionModel.holds(order.sourceCondition(range), row)))
                    .as("seed %d, row %s of %s", seed, row, ranges)
                    .hasSize(1);
        }
    }

    @RepeatedTest(20)
    void rangesHaveTheirNumberOfRows() throws SQLException {
        List<Map<String, Long>> rows = rows(40);
        KeyOrder order = order(KEYS, false);
        int size = 1 + random.nextInt(6);
        List<KeyRange> ranges = all(new RangeChunker(source(rows, KEYS), order, size));
        for (int i = 0; i < ranges.size(); i++) {
            String condition = order.sourceCondition(ranges.get(i));
            long found = rows.stream()
                    .filter(row -> ConditionModel.holds(condition, row))
                    .count();
            boolean isLast = i == ranges.size() - 1;
            assertThat(found).as("seed %d, range %d", seed, i).isBetween(isLast ? 0L : (long) size, (long) size);
        }
    }

    /** Verification bisects a range: its parts must be exactly the range, and end where it ends. */
    @RepeatedTest(50)
    void partsOfRangeAreTheRange() throws SQLException {
        KeyOrder order = order(KEYS, random.nextBoolean());
        List<Map<String, Long>> rows = rows(60);
        List<Map<String, Long>> bounds = rows.stream()
                .sorted(Comparator.<Map<String, Long>>comparingLong(row -> row.get("a"))
                        .thenComparingLong(row -> row.get("b")))
                .skip(random.nextInt(5))
                .toList();
        KeyRange part = new KeyRange(
                random.nextInt(4) == 0 ? List.of() : key(bounds.get(0), KEYS),
                random.nextInt(4) == 0 ? List.of() : key(bounds.get(random.nextInt(bounds.size())), KEYS));
        List<KeyRange> ranges = all(new RangeChunker(source(rows, KEYS), order, 1 + random.nextInt(4), part));
        assertThat(ranges.get(0).after()).isEqualTo(part.after());
        assertThat(ranges.get(ranges.size() - 1).upTo()).isEqualTo(part.upTo());
        for (Map<String, Long> row : rows(60)) {
            boolean isInPart = ConditionModel.holds(order.sourceCondition(part), row);
            assertThat(ranges.stream().filter(range -> ConditionModel.holds(order.sourceCondition(range), row)))
                    .as("seed %d, row %s, part %s of %s", seed, row, ranges, part)
                    .hasSize(isInPart ? 1 : 0);
        }
    }

    /** MySQL gets a disjunction and the target a comparison of rows: both must select the same rows. */
    @RepeatedTest(50)
    void bothSidesSelectTheSameRows() {
        KeyOrder order = order(KEYS, false);
        List<Map<String, Long>> rows = rows(50);
        KeyRange range = new KeyRange(
                random.nextBoolean() ? key(rows.get(0), KEYS) : List.of(),
                random.nextBoolean() ? key(rows.get(rows.size() - 1), KEYS) : List.of());
        KeyComparator comparator = new KeyComparator(KeyOrder.ofValues(TABLE));
        for (Map<String, Long> row : rows) {
            boolean expected = (range.after().isEmpty() || comparator.compare(key(row, KEYS), range.after()) > 0)
                    && (range.upTo().isEmpty() || comparator.compare(key(row, KEYS), range.upTo()) <= 0);
            assertThat(ConditionModel.holds(order.sourceCondition(range), row))
                    .as("seed %d, row %s, %s at the source", seed, row, range)
                    .isEqualTo(expected);
            assertThat(ConditionModel.holds(order.targetCondition(range), row))
                    .as("seed %d, row %s, %s on the target", seed, row, range)
                    .isEqualTo(expected);
        }
    }

    @Test
    void emptyTableIsOneRange() throws SQLException {
        assertThat(all(new RangeChunker(source(List.of(), KEYS), order(KEYS, false), 100)))
                .containsExactly(KeyRange.WHOLE);
    }

    /** No query is necessary, or possible: the table has no order. */
    @Test
    void tableWithoutOrderIsOneRange() throws SQLException {
        ScriptedConnection unused = new ScriptedConnection();
        assertThat(all(new RangeChunker(unused.connection(), order(KEYS, false).asOneRange(), 1)))
                .containsExactly(KeyRange.WHOLE);
        assertThat(unused.executed()).isEmpty();
    }

    @Test
    void rejectsRangesWithoutRows() {
        assertThatThrownBy(() -> new RangeChunker(source(List.of(), KEYS), order(KEYS, false), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Partition pruning and the choice of a partition by a complete key would hide a misplaced row. */
    @Test
    void searchInPartitionsFiltersFoundRows() {
        TableDefinition partitioned = TableBuilder.table("t")
                .column("a", "int")
                .column("b", "int")
                .primary("a", "b")
                .partitioned("HASH", "`a`", "p0", "p1")
                .build();
        String query = new KeySearch(partitioned, new int[] {0, 1})
                .query("*", partitioned.id(), List.of(List.of("1", "2"), List.of("3", "4")));
        assertThat(query.split(" UNION ALL ")).hasSize(2);
        assertThat(query)
                .startsWith("SELECT * FROM (SELECT `a`, `b` FROM (SELECT 1 AS gaussferry_one LIMIT 1) AS gaussferry_row"
                        + " STRAIGHT_JOIN `shop`.`t` FORCE INDEX (PRIMARY) WHERE (`a` > IF(")
                .contains(" ORDER BY `a`, `b` LIMIT 2) AS gaussferry_found WHERE `a` = 1 AND `b` = 2");
    }

    /** ENUM sorts by number: its order is not that of its values. */
    @Test
    void searchWithoutKnownOrderReadsWholeTable() {
        TableDefinition table = TableBuilder.table("t")
                .column("e", "enum('b','a')")
                .unique("u", "e")
                .build();
        assertThat(new KeySearch(table, new int[] {0}).query("*", table.id(), List.of(List.of("a"), List.of("b"))))
                .startsWith("SELECT * FROM `shop`.`t` WHERE CASE WHEN `e` = ")
                .endsWith(" THEN 1 ELSE 0 END = 1")
                .contains(" OR `e` = ");
    }
}
