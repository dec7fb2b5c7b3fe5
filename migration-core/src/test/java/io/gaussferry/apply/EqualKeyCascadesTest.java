package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.key.ChangeSplitting;
import io.gaussferry.schema.EnforcedForeignKey;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.StringEquality;
import io.gaussferry.schema.TargetTable;
import io.gaussferry.schema.TargetTable.Carrier;
import io.gaussferry.schema.TargetTable.Identity;
import io.gaussferry.schema.TrailingBlanks;
import io.gaussferry.testing.IntTable;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.Transactions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A referenced key that changes to one that the target regards as equal: MySQL's actions change the referencing rows, the target's keys do
 * not. A number is a spelling.
 */
class EqualKeyCascadesTest {

    private final IntTable parent = new IntTable("p", 3, List.of(List.of(0)));
    private final ScriptedConnection target = new ScriptedConnection();
    private final List<EnforcedForeignKey> keys = new ArrayList<>();
    private final Map<TableId, TargetTable> tables = new TreeMap<>();
    private StringEquality equality = StringEquality.WITHOUT_TRAILING_BLANKS;
    private TrailingBlanks blanks = TrailingBlanks.IGNORED;

    @Test
    void setsReferencingColumnOfRowsThatAreSpelledOtherwise() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5)))).containsExactly("""
                UPDATE "s"."c" SET "c1" = gaussferry_key.v0 FROM (SELECT (CAST(? AS varchar[]))[1] AS v0,\
                 (CAST(? AS varchar[]))[1] AS o0) AS gaussferry_key\
                 WHERE "c"."c1" = gaussferry_key.v0 AND "c"."c1" = gaussferry_key.o0\
                 AND (pg_catalog.textsend(CAST("c"."c1" AS TEXT)) IS DISTINCT FROM\
                 pg_catalog.textsend(CAST(gaussferry_key.v0 AS TEXT))) [{"2"}, {"1"}]""");
    }

    /** With a collation that is NO PAD, 'be ' is no child of 'be' at the source, and of none that the target knows. */
    @Test
    void comparesTrailingBlanksIfTheSourceDoes() throws SQLException {
        blanks = TrailingBlanks.COMPARED;
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        key("g", List.of(2), "c", List.of(1), "SET NULL");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5))))
                .satisfiesExactly(
                        below -> assertThat(below)
                                .contains(sameBlanks("gaussferry_1.\"c1\"", "gaussferry_key.o0"))
                                .contains(sameBlanks("\"g\".\"c2\"", "gaussferry_1.\"c1\"")),
                        between -> assertThat(between)
                                .contains(" WHERE \"c\".\"c1\" = gaussferry_key.v0 AND \"c\".\"c1\" = gaussferry_key.o0"
                                        + sameBlanks("\"c\".\"c1\"", "gaussferry_key.o0") + " AND ("));
    }

    @Test
    void ignoresTrailingBlanksIfTheSourceDoes() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5))))
                .singleElement()
                .asString()
                .doesNotContain("rtrim");
        blanks = TrailingBlanks.REMOVED;
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5))))
                .singleElement()
                .asString()
                .doesNotContain("rtrim");
    }

    /** The target pads a CHAR column, whose values have no trailing blanks at the source. */
    @Test
    void countsNoTrailingBlanksOfPaddedColumn() throws SQLException {
        blanks = TrailingBlanks.REMOVED;
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        blanks = TrailingBlanks.COMPARED;
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5))))
                .singleElement()
                .asString()
                .contains(" AND 0 = " + blanks("gaussferry_key.o0"));
    }

    private static String sameBlanks(String one, String other) {
        return " AND " + blanks(one) + " = " + blanks(other);
    }

    private static String blanks(String value) {
        return "pg_catalog.octet_length(CAST(%1$s AS TEXT)) - pg_catalog.octet_length(pg_catalog.rtrim(CAST(%1$s AS TEXT)))"
                .formatted(value);
    }

    /** MySQL sets NULL however the row spells the key. */
    @Test
    void setsNull() throws SQLException {
        key("c", List.of(1, 2), "p", List.of(0, 1), "SET NULL");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5))))
                .singleElement()
                .asString()
                .startsWith("UPDATE \"s\".\"c\" SET \"c1\" = NULL, \"c2\" = NULL FROM ")
                .endsWith(" WHERE \"c\".\"c1\" = gaussferry_key.v0 AND \"c\".\"c1\" = gaussferry_key.o0"
                        + " AND \"c\".\"c2\" = gaussferry_key.v1 AND \"c\".\"c2\" = gaussferry_key.o1"
                        + " [{\"2\"}, {\"5\"}, {\"1\"}, {\"5\"}]");
    }

    /** InnoDB sets the columns whose referenced bytes have changed, no others of the key. */
    @Test
    void setsChangedColumnsOnly() throws SQLException {
        key("c", List.of(1, 2), "p", List.of(0, 1), "CASCADE");
        assertThat(statements(parent.update(row(1, 5, 5), row(1, 6, 5))))
                .singleElement()
                .asString()
                .startsWith("UPDATE \"s\".\"c\" SET \"c2\" = gaussferry_key.v1 FROM ")
                .contains(" WHERE \"c\".\"c1\" = gaussferry_key.v0 AND \"c\".\"c1\" = gaussferry_key.o0"
                        + " AND \"c\".\"c2\" = gaussferry_key.v1 AND \"c\".\"c2\" = gaussferry_key.o1 AND (")
                .doesNotContain("textsend(CAST(\"c\".\"c1\"");
    }

    /** The rows below are found by the keys that the rows between still contain. */
    @Test
    void changesRowsBelowFirst() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        key("g", List.of(2), "c", List.of(1), "SET NULL");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5))))
                .satisfiesExactly(
                        below -> assertThat(below)
                                .startsWith("UPDATE \"s\".\"g\" SET \"c2\" = NULL FROM ")
                                .contains(", \"s\".\"c\" AS gaussferry_1 WHERE gaussferry_1.\"c1\" = gaussferry_key.v0"
                                        + " AND gaussferry_1.\"c1\" = gaussferry_key.o0 AND (")
                                .contains("CAST(gaussferry_1.\"c1\" AS TEXT)) IS DISTINCT FROM ")
                                .contains(" AND \"g\".\"c2\" = gaussferry_1.\"c1\" "),
                        between -> assertThat(between).startsWith("UPDATE \"s\".\"c\" SET "));
    }

    /** SET NULL changes the key to one that is not equal, so the target's own keys act on the rows below. */
    @Test
    void endsAtRowsThatBecomeNull() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "SET NULL");
        key("g", List.of(2), "c", List.of(1), "CASCADE");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5)))).hasSize(1);
    }

    /** The key below does not contain the changed column. */
    @Test
    void leavesRowsBelowAnotherColumn() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        key("g", List.of(2), "c", List.of(0), "CASCADE");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5))))
                .singleElement()
                .asString()
                .startsWith("UPDATE \"s\".\"c\"");
    }

    /** MySQL refuses an update that cascades into its own table, so there is nothing to repeat. */
    @Test
    void ignoresCyclesOfKeys() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        key("p", List.of(0), "c", List.of(1), "CASCADE");
        key("p", List.of(2), "p", List.of(0), "CASCADE");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5)))).hasSize(1);
    }

    @Test
    void leavesOtherChangesToTheTarget() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        assertThat(statements(parent.update(row(1, 5, 5), row(1, 6, 6))))
                .as("key unchanged")
                .isEmpty();
        assertThat(statements(parent.insert(row(1, 5, 5)))).as("insertion").isEmpty();
        assertThat(statements(parent.delete(row(1, 5, 5)))).as("deletion").isEmpty();
        assertThat(statements(parent.update(row(1, 5, 5), row(null, 5, 5))))
                .as("no key after it")
                .isEmpty();
        assertThat(statements(parent.update(row(null, 5, 5), row(1, 5, 5))))
                .as("no key before")
                .isEmpty();
    }

    @Test
    void leavesExactKeysToTheTarget() throws SQLException {
        equality = StringEquality.EXACT;
        key("c", List.of(1), "p", List.of(0), "CASCADE");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5)))).isEmpty();
    }

    @Test
    void leavesKeysWithoutActionAndUnknownTables() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "NO ACTION");
        key("d", List.of(1), "p", List.of(0), "CASCADE");
        tables.remove(new TableId("s", "d"));
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5)))).isEmpty();
    }

    private void key(String child, List<Integer> columns, String of, List<Integer> referenced, String onUpdate) {
        keys.add(new EnforcedForeignKey(
                new TableId("s", child), columns, new TableId("s", of), referenced, onUpdate, "NO ACTION"));
        tables.put(new TableId("s", child), table(child));
    }

    private TargetTable table(String name) {
        return new TargetTable(
                new TableId("s", name),
                IntStream.range(0, 3)
                        .mapToObj(column -> new TargetTable.Column(
                                        "c" + column,
                                        "character varying(9)",
                                        "varchar",
                                        true,
                                        Carrier.OWN_TYPE,
                                        Identity.TEXT,
                                        equality)
                                .with(blanks))
                        .toList());
    }

    /** Returns the statements after the parent's own. */
    private List<String> statements(RowsEvent event) throws SQLException {
        int before = target.changes().size();
        TargetTable onTarget = table("p");
        RowWriter writer = EqualKeyCascades.around(
                new TableWriter(target.connection(), onTarget, new int[] {0}, OptionalInt.empty()),
                target.connection(),
                onTarget,
                new ForeignKeys(keys),
                tables);
        RowChange change = ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format)
                .get(0);
        writer.writeOne(change);
        return target.changes().subList(before + 1, target.changes().size());
    }
}
