package io.gaussferry.apply;

import static io.gaussferry.testing.IntTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.error.ErrorCode;
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

/** The target's keys would act on rows that only the target regards as children of the changed one. */
class UnrelatedRowsTest {

    private static final String BLANKS =
            "pg_catalog.octet_length(CAST(%1$s AS TEXT)) - pg_catalog.octet_length(pg_catalog.rtrim(CAST(%1$s AS TEXT)))";
    private static final String OTHER_BLANKS =
            "NOT (" + BLANKS.formatted("\"c\".\"c1\"") + " = " + BLANKS.formatted("gaussferry_key.o0") + ") LIMIT 1";

    private final IntTable parent = new IntTable("p", 3, List.of(List.of(0)));
    private final ScriptedConnection target = new ScriptedConnection();
    private final List<EnforcedForeignKey> keys = new ArrayList<>();
    private final Map<TableId, TargetTable> tables = new TreeMap<>();
    private StringEquality equality = StringEquality.WITHOUT_TRAILING_BLANKS;
    private TrailingBlanks blanks = TrailingBlanks.COMPARED;

    @Test
    void searchesBeforeRowIsDeleted() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "NO ACTION", "CASCADE");
        assertThat(statements(parent.delete(row(1, 5, 5))))
                .satisfiesExactly(
                        search -> assertThat(search)
                                .isEqualTo(
                                        "SELECT 1 FROM (SELECT (CAST(? AS varchar[]))[1] AS o0) AS gaussferry_key, \"s\".\"c\""
                                                + " WHERE \"c\".\"c1\" = gaussferry_key.o0 AND " + OTHER_BLANKS
                                                + " [{\"1\"}]"),
                        delete -> assertThat(delete).startsWith("DELETE"));
    }

    /** A key that is equal for the target does not activate its foreign keys. */
    @Test
    void searchesBeforeKeyIsChanged() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "SET NULL", "NO ACTION");
        assertThat(statements(parent.update(row(1, 5, 5), row(2, 5, 5))))
                .first()
                .asString()
                .contains(" WHERE NOT (gaussferry_key.v0 = gaussferry_key.o0) AND \"c\".\"c1\" = gaussferry_key.o0 AND "
                        + OTHER_BLANKS)
                .endsWith(" [{\"2\"}, {\"1\"}]");
        assertThat(statements(parent.update(row(1, 5, 5), row(null, 5, 5))))
                .first()
                .asString()
                .as("no key after the change")
                .endsWith(OTHER_BLANKS + " [{\"1\"}]");
    }

    /** Rows of the table between are children on both sides. */
    @Test
    void searchesBelowChildren() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "CASCADE", "CASCADE");
        key("g", List.of(2), "c", List.of(1), "NO ACTION", "SET NULL");
        assertThat(statements(parent.delete(row(1, 5, 5))))
                .hasSize(3)
                .element(1)
                .asString()
                .contains("\"s\".\"c\" AS gaussferry_1, \"s\".\"g\" WHERE gaussferry_1.\"c1\" = gaussferry_key.o0 AND "
                        + BLANKS.formatted("gaussferry_1.\"c1\"") + " = " + BLANKS.formatted("gaussferry_key.o0")
                        + " AND \"g\".\"c2\" = gaussferry_1.\"c1\" AND NOT (");
    }

    @Test
    void refusesChangeThatWouldReachSuchRow() {
        key("c", List.of(1), "p", List.of(0), "CASCADE", "CASCADE");
        target.answer("SELECT 1 FROM", ScriptedConnection.row(1));
        assertThatThrownBy(() -> statements(parent.delete(row(1, 5, 5))))
                .isInstanceOfSatisfying(
                        ChangeException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.FOREIGN_KEY_ACTION_DIFFERS))
                .hasMessageContaining("rows of table s.c");
        assertThat(target.changes()).isEmpty();
    }

    @Test
    void searchesOnlyWhereTheTargetActsOnOtherRows() throws SQLException {
        key("c", List.of(1), "p", List.of(0), "CASCADE", "CASCADE");
        assertThat(statements(parent.insert(row(1, 5, 5)))).as("insertion").hasSize(1);
        assertThat(statements(parent.update(row(1, 5, 5), row(1, 6, 5))))
                .as("key unchanged")
                .hasSize(1);
        keys.clear();
        key("c", List.of(1), "p", List.of(0), "NO ACTION", "NO ACTION");
        assertThat(statements(parent.delete(row(1, 5, 5)))).as("no action").hasSize(1);
        keys.clear();
        equality = StringEquality.EXACT;
        key("c", List.of(1), "p", List.of(0), "CASCADE", "CASCADE");
        assertThat(statements(parent.delete(row(1, 5, 5)))).as("exact target").hasSize(1);
        keys.clear();
        equality = StringEquality.BY_COLLATION;
        blanks = TrailingBlanks.IGNORED;
        key("c", List.of(1), "p", List.of(0), "CASCADE", "CASCADE");
        assertThat(statements(parent.delete(row(1, 5, 5))))
                .as("both ignore blanks")
                .hasSize(1);
    }

    private void key(
            String child,
            List<Integer> columns,
            String of,
            List<Integer> referenced,
            String onUpdate,
            String onDelete) {
        keys.add(new EnforcedForeignKey(
                new TableId("s", child), columns, new TableId("s", of), referenced, onUpdate, onDelete));
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

    private List<String> statements(RowsEvent event) throws SQLException {
        int before = target.executed().size();
        TargetTable onTarget = table("p");
        RowWriter writer = UnrelatedRows.around(
                new TableWriter(target.connection(), onTarget, new int[] {0}, OptionalInt.empty()),
                target.connection(),
                onTarget,
                new ForeignKeys(keys),
                tables);
        RowChange change = ChangeSplitting.split(Transactions.transaction(1, event), IntTable.CONVERSION::format)
                .get(0);
        writer.writeOne(change);
        return target.executed().subList(before, target.executed().size());
    }
}
