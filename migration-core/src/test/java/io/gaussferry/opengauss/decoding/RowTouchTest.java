package io.gaussferry.opengauss.decoding;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The proof of a slot updates one row of each table while writers wait: it must change no value, fire no trigger, and take no time. */
class RowTouchTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId ORDER = new TableId("shop", "or\"der");
    private static final String UPDATE_ITEM =
            "UPDATE \"shop\".\"item\" SET \"id\" = \"id\", \"n\" = \"n\" WHERE ctid = ";
    private static final String SEARCH = "(SELECT ctid FROM";
    private static final String ROLE = "session_replication_role";

    private final ScriptedConnection target = new ScriptedConnection();

    private Set<TableId> touch(Map<TableId, String> positions) throws SQLException {
        return new RowTouch(List.of(shape(ITEM), shape(ORDER)), new KnownRows(positions, Duration.ofMillis(100)))
                .update(target.connection());
    }

    private static TargetShape shape(TableId table) {
        return new TargetShape(
                table,
                List.of(
                        new TargetShape.Column("id", 1, 23, "int4", 'b', -1, "integer", true),
                        new TargetShape.Column("n", 2, 23, "int4", 'b', -1, "integer", false)),
                List.of(),
                Set.of("id"));
    }

    @Test
    void updatesKnownRowsWithoutSearch() throws SQLException {
        assertThat(touch(Map.of(ITEM, "(0,1)", ORDER, "(5,7)"))).containsExactlyInAnyOrder(ITEM, ORDER);
        assertThat(target.executed())
                .contains(
                        UPDATE_ITEM + "'(0,1)'",
                        "UPDATE \"shop\".\"or\"\"der\" SET \"id\" = \"id\", \"n\" = \"n\" WHERE ctid = '(5,7)'")
                .noneMatch(sql -> sql.contains(SEARCH));
    }

    /** The row was deleted or moved since. */
    @Test
    void searchesRowThatIsGone() throws SQLException {
        target.updates("'(0,1)'", 0);
        assertThat(touch(Map.of(ITEM, "(0,1)", ORDER, "(5,7)"))).containsExactlyInAnyOrder(ITEM, ORDER);
        assertThat(target.executed())
                .containsSubsequence(
                        UPDATE_ITEM + "'(0,1)'",
                        "SAVEPOINT search; SET LOCAL statement_timeout = 100",
                        UPDATE_ITEM + "(SELECT ctid FROM \"shop\".\"item\" LIMIT 1)",
                        "SET LOCAL statement_timeout = 0; RELEASE SAVEPOINT search");
    }

    @Test
    void leavesOutEmptyTable() throws SQLException {
        target.updates("item\"" + " LIMIT 1", 0);
        assertThat(touch(Map.of())).containsExactly(ORDER);
    }

    /** Writers wait: a table with millions of deleted rows at its start must not make them wait for a scan. */
    @Test
    void endsLongSearch() throws SQLException {
        target.fails("FROM \"shop\".\"item\"", new SQLException("canceling statement", "57014"));
        assertThat(touch(Map.of())).containsExactly(ORDER);
        assertThat(target.executed())
                .containsSubsequence(
                        "ROLLBACK TO SAVEPOINT search", "SET LOCAL statement_timeout = 0; RELEASE SAVEPOINT search");
    }

    @Test
    void reportsUpdateThatIsRefused() {
        SQLException denied = new SQLException("permission denied", "42501");
        target.fails("FROM \"shop\".\"item\"", denied);
        assertThatThrownBy(() -> touch(Map.of())).isSameAs(denied);
    }

    /** The application's triggers would write other rows. */
    @Test
    void leavesOutTablesWithTriggersIfItCannotSilenceThem() throws SQLException {
        target.fails(ROLE, new SQLException("permission denied", "42501"));
        target.answer("[shop, item]", row(1));
        assertThat(touch(Map.of(ITEM, "(0,1)", ORDER, "(5,7)"))).containsExactly(ORDER);
        assertThat(target.executed())
                .containsSubsequence("SAVEPOINT role", "ROLLBACK TO SAVEPOINT role")
                .noneMatch(sql -> sql.startsWith(UPDATE_ITEM));
    }

    @Test
    void findsPositionOfRowForEachTableThatHasOne() throws SQLException {
        target.answer("FROM \"shop\".\"item\"", row("(3,4)"));
        KnownRows known = KnownRows.read(target.connection(), List.of(ITEM, ORDER));
        assertThat(known.position(ITEM)).contains("(3,4)");
        assertThat(known.position(ORDER)).isEmpty();
    }
}
