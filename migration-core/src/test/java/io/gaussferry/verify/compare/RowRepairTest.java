package io.gaussferry.verify.compare;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.schema.ColumnAttributes;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableExtras;
import io.gaussferry.testing.IntTable;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Writes single rows with exactly the source's values; {@link LockedProofTest} repairs rows as a whole. */
class RowRepairTest {

    private static final ColumnAttributes AUTO_INCREMENT =
            new ColumnAttributes(null, false, false, true, null, false, "", null);

    private final SimulatedSides sides = new SimulatedSides(true, false);

    @Test
    void insertsRowsOfSource() throws SQLException {
        sides.source(1, 10).source(2, 20).source(3, 30);
        assertThat(repair(sides.table).insert(keys("1", "3", "4")).keySet())
                .as("the source has no row 4")
                .containsExactlyInAnyOrderElementsOf(keys("1", "3"));
        assertThat(sides.insertedRows()).containsExactly(row(1, 10), row(3, 30));
    }

    /** A trigger of the target may skip the row. */
    @Test
    void rejectsInsertThatStoresOtherNumberOfRows() {
        sides.source(1, 10);
        sides.dropInsertedRows();
        assertThatThrownBy(() -> repair(sides.table).insert(keys("1")))
                .isInstanceOf(GaussferryException.class)
                .hasMessageContaining("The target changed 0 rows instead of 1");
    }

    /** COPY would store the next number of the target instead of the 0. */
    @Test
    void storesZeroInAutoIncrementColumn() throws SQLException {
        sides.source(0, 10).source(2, 20);
        sides.script.answer("INSERT INTO \"s\".\"t\"", row(77));
        assertThat(repair(withAutoIncrement()).insert(keys("0", "2")).keySet()).hasSize(2);
        assertThat(sides.insertedRows()).containsExactly(row(2, 20));
        assertThat(sides.script.changes())
                .containsExactly(
                        "INSERT INTO \"s\".\"t\" (\"c0\", \"c1\") VALUES (?, ?) RETURNING \"c0\" [0, 10]",
                        "UPDATE \"s\".\"t\" SET \"c0\" = 0 WHERE \"c0\" = ? [77]");
    }

    @Test
    void doesNotUpdateZeroThatTargetStored() throws SQLException {
        sides.source(0, 10);
        sides.script.answer("INSERT INTO \"s\".\"t\"", row(0));
        repair(withAutoIncrement()).insert(keys("0"));
        assertThat(sides.script.changes()).hasSize(1);
    }

    /** The number that the target has generated is not unique without a unique index. */
    @Test
    void rejectsZeroThatWouldReplaceOtherRows() {
        sides.source(0, 10);
        sides.script.answer("INSERT INTO \"s\".\"t\"", row(77)).updates("SET \"c0\" = 0", 2);
        assertThatThrownBy(() -> repair(withAutoIncrement()).insert(keys("0"))).isInstanceOf(GaussferryException.class);
    }

    @Test
    void requiresThatDeletionHasEffect() throws SQLException {
        repair(sides.table).delete(List.of("1"));
        sides.script.updates("DELETE", 0);
        assertThatThrownBy(() -> repair(sides.table).delete(List.of("1"))).isInstanceOf(GaussferryException.class);
    }

    private ComparedTable withAutoIncrement() {
        TableDefinition plain = sides.table.definition();
        TableDefinition definition = new TableDefinition(
                plain.id(),
                plain.columns(),
                plain.indexes(),
                new TableExtras("", null, null, Map.of("c0", AUTO_INCREMENT), List.of(), List.of(), Map.of()));
        return ComparedTable.of(
                List.of(definition), SimulatedSides.onTarget(definition, "integer", "integer"), IntTable.CONVERSION);
    }

    private RowRepair repair(ComparedTable table) {
        return new RowRepair(table, sides.context(true));
    }

    private static List<List<String>> keys(String... keys) {
        return List.of(keys).stream().map(List::of).toList();
    }
}
