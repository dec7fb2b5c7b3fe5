package io.gaussferry.verify.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.testing.IntTable;
import io.gaussferry.verify.read.ComparedTable;
import io.gaussferry.verify.read.Row;
import io.gaussferry.verify.read.TargetReader;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A JSON document with two equal names: MySQL stores the last of these members, which counts as equal and is reported. */
class TargetRowsTest {

    private static final String TWICE = "{\"a\": 1, \"a\": 2}";
    private static final String LAST = "{\"a\": 2}";
    private static final List<String> KEY = List.of("1");

    private final ComparedTable table = table();

    @Test
    void acceptsValueAsMySqlStoresIt() throws SQLException {
        Observation observation = observe(row(LAST, "5"), row(TWICE, "5"));
        assertThat(observation.isEqual()).isTrue();
        assertThat(observation.storedOtherwise()).hasToString("{1}");
    }

    @Test
    void doesNotReportEqualValue() throws SQLException {
        Observation observation = observe(row(LAST, "5"), row(LAST, "5"));
        assertThat(observation.isEqual()).isTrue();
        assertThat(observation.storedOtherwise()).hasToString("{}");
    }

    @Test
    void reportsOtherColumnOfSameRow() throws SQLException {
        Observation observation = observe(row(LAST, "5"), row(TWICE, "6"));
        assertThat(observation.isEqual()).isFalse();
        assertThat(observation.differingColumns()).hasToString("{2}");
    }

    /** Only the target's value may be the longer one: the source has what MySQL stores. */
    @Test
    void reportsFirstMember() throws SQLException {
        assertThat(observe(row("{\"a\": 1}", "5"), row(TWICE, "5")).differingColumns())
                .hasToString("{1}");
    }

    @Test
    void observesRequestedKeysInOrder() throws SQLException {
        TargetRows rows = new TargetRows(table);
        rows.add(KEY, row(LAST, "5"));
        Map<List<String>, Observation> observations = rows.against(
                Map.of(List.of("2"), row(LAST, "5").columnHashes()), List.of(List.of("3"), List.of("2"), KEY));
        assertThat(observations.keySet()).containsExactly(List.of("3"), List.of("2"), KEY);
        assertThat(observations.values())
                .extracting(Observation::isEqual, Observation::targetCopies)
                .containsExactly(tuple(true, 0), tuple(false, 0), tuple(false, 1));
    }

    private Observation observe(Row source, Row target) {
        TargetRows rows = new TargetRows(table);
        rows.add(KEY, target);
        return Objects.requireNonNull(
                rows.against(Map.of(KEY, source.columnHashes()), List.of(KEY)).get(KEY));
    }

    /** Returns a row with key 1 in the form in which both sides are compared. */
    private Row row(String document, String number) throws SQLException {
        SimulatedSides target = new SimulatedSides(true, false).target("1", document, number);
        List<Row> read = new ArrayList<>();
        new TargetReader(target.context(false).target()).read(table, "1 = 1", read::add);
        return read.get(0);
    }

    private static ComparedTable table() {
        TableDefinition definition = new TableDefinition(
                new TableId("s", "t"),
                List.of(column("id", MySqlType.INT), column("document", MySqlType.JSON), column("n", MySqlType.INT)),
                List.of(new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false)))));
        return ComparedTable.of(
                List.of(definition),
                SimulatedSides.onTarget(definition, "integer", "json", "integer"),
                IntTable.CONVERSION);
    }

    private static ColumnDefinition column(String name, MySqlType type) {
        return new ColumnDefinition(name, type, false, "", 0, 0, 0, null, List.of(), name.equals("document"));
    }
}
