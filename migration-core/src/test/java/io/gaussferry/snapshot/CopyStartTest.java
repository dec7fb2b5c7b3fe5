package io.gaussferry.snapshot;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.model.TableId;
import io.gaussferry.schema.ForeignKeyPolicy;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.snapshot.CopyProgress.Stage;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.TableBuilder;
import io.gaussferry.throttle.LoadThrottler;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rows that an interrupted copy may keep: rows of another position, or of another history, must be copied again. */
class CopyStartTest {

    private static final TableDefinition PLAIN =
            TableBuilder.table("plain").column("id", "int").primary("id").build();
    private static final TableDefinition PARENT =
            TableBuilder.table("parent").column("id", "int").primary("id").build();
    private static final TableDefinition CHILD = TableBuilder.table("child")
            .column("id", "int")
            .nullable("p", "int")
            .primary("id")
            .refers("p", "parent", "NO ACTION", "CASCADE")
            .build();
    private static final TableDefinition KEYLESS =
            TableBuilder.table("keyless").column("id", "int").build();

    private final ScriptedConnection target = new ScriptedConnection();
    private final ScriptedConnection source = new ScriptedConnection();
    private final List<List<@Nullable Object>> ranges = new ArrayList<>();

    /** Records a range; {@code view} 0 while it is not copied. */
    private void range(TableDefinition table, String after, String upTo, int view, long rows) {
        ranges.add(row(
                ranges.size() + 1,
                table.id().schema(),
                table.id().name(),
                after.isEmpty() ? "" : "=" + after,
                upTo.isEmpty() ? "" : "=" + upTo,
                view,
                rows));
    }

    private CopyStart find(String gtidMode, TableDefinition... tables) throws SQLException {
        List<List<@Nullable Object>> known = new ArrayList<>();
        for (TableDefinition table : tables) {
            known.add(row(table.id().schema(), table.id().name(), true, false, ""));
        }
        target.tables("copy").answer("FROM gaussferry.copy_table", array(known));
        target.answer("FROM gaussferry.copy_range", array(ranges));
        source.answer("@@GLOBAL.gtid_mode", row("7f3d", gtidMode))
                .answer("data_length", row("shop", "plain", 100, 5_000));
        CopyTarget to = new CopyTarget(
                () -> {
                    throw new SQLException("no other connection");
                },
                new CopyStore("p"),
                ForeignKeyPolicy.CREATE,
                () -> 0,
                LoadThrottler.none());
        return CopyStart.find(to, target.connection(), source.connection(), List.of(tables), false);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static List<@Nullable Object>[] array(List<List<@Nullable Object>> rows) {
        return rows.toArray(new List[0]);
    }

    @Test
    void emptyTargetNeedsEverything() throws SQLException {
        CopyStart start = find("ON", PLAIN, KEYLESS);
        assertThat(start.isComplete()).isFalse();
        assertThat(start.again()).isEmpty();
        assertThat(start.lastNumber()).isZero();
        assertThat(start.tables()).extracting(table -> table.plan().table()).containsExactly(KEYLESS, PLAIN);
        assertThat(start.progress())
                .containsExactly(
                        new CopyProgress.Table(KEYLESS.id(), Stage.WAITING, 0, 0),
                        new CopyProgress.Table(PLAIN.id(), Stage.WAITING, 0, 100));
    }

    @Test
    void resumesBehindRecordedRanges() throws SQLException {
        range(PLAIN, "", "50", 1, 49);
        range(PLAIN, "50", "90", 0, 0);
        CopyStart start = find("ON", PLAIN);
        assertThat(start.tables()).singleElement().satisfies(table -> {
            assertThat(table.copied()).hasSize(1);
            assertThat(table.pending()).hasSize(1);
            assertThat(table.remainder())
                    .hasValueSatisfying(rest -> assertThat(rest.after()).containsExactly("90"));
        });
        assertThat(start.ranges()).isEqualTo(1);
        assertThat(start.lastNumber()).isEqualTo(2);
        assertThat(start.again()).isEmpty();
    }

    @Test
    void completeCopyNeedsNothing() throws SQLException {
        range(PLAIN, "", "50", 1, 49);
        range(PLAIN, "50", "", 1, 7);
        CopyStart start = find("ON", PLAIN);
        assertThat(start.isComplete()).isTrue();
        assertThat(start.progress()).containsExactly(new CopyProgress.Table(PLAIN.id(), Stage.COPIED, 56, 100));
    }

    /** Rows without a key cannot be compared with changes: all must be of one exact position. */
    @Test
    void copiesTableWithoutKeyAgain() throws SQLException {
        range(KEYLESS, "", "", 0, 0);
        CopyStart start = find("ON", KEYLESS);
        assertThat(start.again()).containsExactly(KEYLESS);
        assertThat(start.ranges()).isZero();
    }

    /** An action of a foreign key is not logged: parent and child must be read in one view, the last one. */
    @Test
    void newViewInvalidatesTablesOfForeignKeyActions() throws SQLException {
        range(PARENT, "", "", 1, 3);
        range(CHILD, "", "", 1, 5);
        range(PLAIN, "", "50", 1, 49);
        CopyStart start = find("ON", PARENT, CHILD, PLAIN);
        assertThat(start.again()).containsExactly(CHILD, PARENT);
        assertThat(start.ranges()).as("ranges of other tables").isEqualTo(1);
    }

    @Test
    void completeTablesOfForeignKeyActionsStay() throws SQLException {
        range(PARENT, "", "", 1, 3);
        range(CHILD, "", "", 1, 5);
        assertThat(find("ON", PARENT, CHILD).isComplete()).isTrue();
    }

    /** Without GTIDs the transactions of two views cannot be compared. */
    @Test
    void sourceWithoutGtidsStartsAgain() throws SQLException {
        range(PARENT, "", "", 1, 3);
        range(PLAIN, "", "50", 1, 49);
        assertThat(find("OFF", PARENT, PLAIN).again()).containsExactly(PARENT, PLAIN);
    }

    @Test
    void mergedTablesStartAgainTogether() throws SQLException {
        TableId merged = new TableId("shop", "all");
        TableDefinition one = TableBuilder.table("one")
                .column("id", "int")
                .primary("id")
                .onTarget(merged)
                .build();
        TableDefinition two = TableBuilder.table("two")
                .column("id", "int")
                .primary("id")
                .onTarget(merged)
                .build();
        range(one, "", "", 1, 3);
        range(two, "", "50", 1, 3);
        assertThat(find("ON", one, two).again()).containsExactly(one, two);
    }
}
