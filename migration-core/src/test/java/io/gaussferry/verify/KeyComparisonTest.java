package io.gaussferry.verify;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.verify.compare.ComparisonContext;
import io.gaussferry.verify.compare.Difference;
import io.gaussferry.verify.compare.SimulatedSides;
import io.gaussferry.verify.read.ComparedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The comparison of changed rows before the target takes writes: a row that is not compared must not count as equal. */
class KeyComparisonTest {

    private static final TableId TABLE = new TableId("s", "t");
    private static final TableId OTHER = new TableId("s", "other");

    private final SimulatedSides sides = new SimulatedSides(true, false);
    private final List<String> closed = new ArrayList<>();
    private final Tally prepared = new Tally(100);

    @Test
    void comparesSelectedRows() throws Exception {
        sides.source(1, 10).source(2, 20).source(3, 30).target(1, 10).target(2, 21);
        VerificationReport report = compare(keys(1, 2, 3));
        assertThat(outcome(report).differences()).isEqualTo(2);
        assertThat(outcome(report).undecided()).isEmpty();
        assertThat(outcome(report).rows()).isEqualTo(3);
        assertThat(kinds(compare(keys(2)))).containsExactly(Difference.Kind.DIFFERENT);
        assertThat(kinds(compare(keys(3)))).containsExactly(Difference.Kind.MISSING);
        assertThat(kinds(compare(keys(1)))).isEmpty();
    }

    @Test
    void findsRowThatOnlyTheTargetHas() throws Exception {
        sides.target(4, 40);
        VerificationReport report = compare(keys(4));
        assertThat(kinds(report)).containsExactly(Difference.Kind.EXTRA);
        assertThat(outcome(report).rows()).as("rows of the source").isZero();
    }

    private static List<Difference.Kind> kinds(VerificationReport report) {
        return report.differences().stream().map(Difference::kind).toList();
    }

    @Test
    void comparesNothingForNoKeys() throws Exception {
        sides.source(1, 10).target(1, 11);
        VerificationReport report = compare(keys());
        assertThat(report.differences()).isEmpty();
        assertThat(outcome(report).rows()).isZero();
    }

    /** A lookup has at most 1,000 keys: the last row of the second one must be compared too. */
    @Test
    void comparesRowsOfAllLookups() throws Exception {
        int[] many = IntStream.rangeClosed(1, 1_001).toArray();
        for (int key : many) {
            sides.source(key, key).target(key, key == 1_001 ? 0 : key);
        }
        VerificationReport report = compare(keys(many));
        assertThat(outcome(report).rows()).isEqualTo(1_001);
        assertThat(report.differences())
                .singleElement()
                .satisfies(one -> assertThat(one.key().get(0).text()).isEqualTo("1001"));
    }

    @Test
    void reportsTableWithoutKeyAsUndecided() throws Exception {
        SimulatedSides keyless = new SimulatedSides(false, false);
        VerificationReport report =
                comparison(keyless, Map.of(TABLE, keyless.table)).compare(List.of(TABLE), keys(1));
        assertThat(outcome(report).undecided()).isEqualTo("its changed rows cannot be found by key");
    }

    @Test
    void reportsTableWhoseChangedRowsAreUnknownAsUndecided() throws Exception {
        VerificationReport report = compare(table -> Optional.empty());
        assertThat(outcome(report).undecided()).isEqualTo("its changed rows cannot be found by key");
    }

    @Test
    void reportsTableThatTargetDoesNotHaveAsUndecided() throws Exception {
        VerificationReport report = comparison(sides, Map.of()).compare(List.of(OTHER), keys(1));
        assertThat(outcome(report).undecided()).isEqualTo("the target has no such table");
    }

    @Test
    void givesReasonWhyTableIsNotComparable() throws Exception {
        prepared.undecided(OTHER, "it is being copied");
        prepared.undecided(TABLE, "another reason");
        VerificationReport report = comparison(sides, Map.of()).compare(List.of(OTHER), keys(1));
        assertThat(outcome(report).undecided()).isEqualTo("it is being copied");
    }

    /** A table that the script cannot read must not hide the result of the next one, nor count as equal. */
    @Test
    void reportsFailedQueryAsUndecided() throws Exception {
        sides.source(1, 10).target(1, 10);
        sides.beforeTargetRead(() -> {
            throw new SQLException("permission denied for table t", "42501");
        });
        VerificationReport report = compare(keys(1));
        assertThat(outcome(report).undecided()).isEqualTo("permission denied for table t (SQLSTATE 42501)");
        assertThat(sides.script.executed()).contains("rollback");
    }

    @Test
    void failsIfServerIsLost() {
        sides.source(1, 10).target(1, 10);
        sides.beforeTargetRead(() -> {
            throw new SQLException("terminating connection", "57P01");
        });
        assertThatThrownBy(() -> compare(keys(1))).isInstanceOf(GaussferryException.class);
    }

    @Test
    void acceptsRowThatReplayCompletes() throws Exception {
        sides.source(1, 10).target(1, 10);
        sides.beforeSourceRead(() -> sides.update(1, 11));
        sides.beforeTargetRead(() -> {});
        sides.beforeTargetRead(() -> sides.replay(1));
        assertThat(compare(keys(1)).differences()).isEmpty();
    }

    @Test
    void closesBothSides() {
        comparison(sides, Map.of()).close();
        assertThat(closed).containsExactly("target");
    }

    private VerificationReport compare(RowSelection rows) throws InterruptedException {
        return comparison(sides, Map.of(TABLE, sides.table)).compare(List.of(TABLE), rows);
    }

    private KeyComparison comparison(SimulatedSides of, Map<TableId, ComparedTable> tables) {
        ComparisonContext context = of.context(false);
        return new KeyComparison(
                new ComparisonContext(
                        withGtids(context.source()),
                        context.target(),
                        context.watch(),
                        context.definitions(),
                        context.settings()),
                false,
                tables,
                prepared,
                () -> closed.add("target"));
    }

    /** The simulated source has rows only; this one has a position and a version too. */
    private static Connection withGtids(Connection rows) {
        Connection position =
                new ScriptedConnection().answer("gtid_executed", row("")).connection();
        return ScriptedConnection.fake(Connection.class, (self, method, arguments) -> {
            if (!method.getName().equals("createStatement")) {
                return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
            }
            return ScriptedConnection.fake(
                    Statement.class,
                    (statement, call, values) -> ScriptedConnection.call(
                            call.getName().equals("executeQuery") && ((String) values[0]).matches(".*(gtid_|VERSION).*")
                                    ? position.createStatement()
                                    : rows.createStatement(),
                            call,
                            values));
        });
    }

    private static TableOutcome outcome(VerificationReport report) {
        assertThat(report.tables()).hasSize(1);
        return report.tables().get(0);
    }

    private static RowSelection keys(int... keys) {
        return table -> Optional.of(
                IntStream.of(keys).mapToObj(key -> List.of(String.valueOf(key))).iterator());
    }
}
