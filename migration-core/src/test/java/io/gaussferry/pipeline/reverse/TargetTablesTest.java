package io.gaussferry.pipeline.reverse;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.ReverseTableStore.Known;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.decoding.PublicationMembers;
import io.gaussferry.opengauss.decoding.TargetRelations.IndexRelation;
import io.gaussferry.pipeline.reverse.TargetTableChange.Kind;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tables of the target since reverse replication was armed: the server reports none of these changes, and sends no rows after some of them. */
class TargetTablesTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId ORDER = new TableId("shop", "order");
    private static final int EXCLUDED = 1;

    private final ScriptedConnection target = new ScriptedConnection()
            .answer("SELECT version()", row("PostgreSQL 18.1 on x86_64"))
            .tables("reverse_replication_table", "reverse_replication_relation");
    private final TargetTables tables = new TargetTables(ReverseTestSettings.named("p"));

    private final List<List<@Nullable Object>> present = new ArrayList<>();
    private final List<List<@Nullable Object>> known = new ArrayList<>();
    private final List<List<@Nullable Object>> armed = new ArrayList<>();

    /** A replicated table as it was armed. */
    private void armed(TableId table, long oid) {
        armed.add(row(table.schema(), table.name(), fingerprint(table)));
        known.add(row(table.schema(), table.name(), oid, 0));
    }

    private void present(TableId table, long oid, boolean isPublished) {
        present(table, oid, isPublished, true);
    }

    private void present(TableId table, long oid, boolean isPublished, boolean takesTriggers) {
        present.add(row(table.schema(), table.name(), oid, isPublished, "1", "1", "1", "1", "", takesTriggers));
        column(table, "id");
    }

    private void column(TableId table, String name) {
        target.answer(
                "attnum [" + table.schema() + ", " + table.name() + "]",
                row(table.name(), name, 23, "int4", "b", -1, true, "integer", 1));
    }

    private static String fingerprint(TableId table) {
        return new TargetShape(
                        table,
                        List.of(new TargetShape.Column("id", 1, 23, "int4", 'b', -1, "integer", true)),
                        List.of(),
                        Set.of())
                .fingerprint();
    }

    @SuppressWarnings("unchecked")
    private TargetTables.State read() throws SQLException {
        target.answer("SELECT lsn FROM gaussferry.reverse_replication", row(100));
        armed.add(row(PublicationMembers.STORED_AS.schema(), PublicationMembers.STORED_AS.name(), "9 1 10 shop.item"));
        target.answer("SELECT schema_name, table_name, fingerprint", armed.toArray(List[]::new));
        target.answer("SELECT schema_name, table_name, table_oid, \"excluded\"", known.toArray(List[]::new));
        target.answer("FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n", present.toArray(List[]::new));
        // whether MySQL can have a definition is tested elsewhere
        target.answer("attcollation");
        return tables.read(target.connection());
    }

    private Map<TableId, Kind> changes() throws SQLException {
        Map<TableId, Kind> changes = new TreeMap<>();
        read().changes().forEach(change -> changes.put(change.table(), change.kind()));
        return changes;
    }

    @Test
    void isUnknownBeforeItIsArmed() throws SQLException {
        assertThat(tables.read(new ScriptedConnection().connection())).isEqualTo(TargetTables.State.UNKNOWN);
    }

    @Test
    void findsNoChangeOfArmedTables() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 10, true);
        TargetTables.State state = read();
        assertThat(state.changes()).isEmpty();
        assertThat(state.writable()).as("a return makes it refuse writes").containsExactly(ITEM);
    }

    /** openGauss has no triggers on a table without logging: the return would fail. */
    @Test
    void doesNotFenceNewTableWithoutTriggers() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 10, true, false);
        present(ORDER, 11, false, false);
        TargetTables.State state = read();
        assertThat(state.changed()).containsExactly(ORDER);
        assertThat(state.writable()).as("a replicated table is always fenced").containsExactly(ITEM);
    }

    @Test
    void findsDroppedTable() throws SQLException {
        armed(ITEM, 10);
        armed(ORDER, 11);
        present(ORDER, 11, true);
        assertThat(changes()).containsExactly(Map.entry(ITEM, Kind.DROPPED));
    }

    /** The publication has the OID of the former table: the server sends no row of the new one. */
    @Test
    void findsTableThatWasCreatedAgain() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 12, false);
        assertThat(changes()).containsExactly(Map.entry(ITEM, Kind.RECREATED));
    }

    @Test
    void findsTableThatWasCreatedAgainAndPublished() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 12, true);
        assertThat(changes()).containsExactly(Map.entry(ITEM, Kind.RECREATED));
    }

    @Test
    void findsTableThatIsNoLongerPublished() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 10, false);
        assertThat(changes()).containsExactly(Map.entry(ITEM, Kind.UNPUBLISHED));
    }

    @Test
    void namesExcludedTable() throws SQLException {
        armed(ITEM, 10);
        known.set(0, row("shop", "item", 10, EXCLUDED));
        present(ITEM, 10, true);
        assertThat(changes()).containsExactly(Map.entry(ITEM, Kind.EXCLUDED));
    }

    @Test
    void findsAlteredTable() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 10, true);
        column(ITEM, "renamed");
        assertThat(changes()).containsExactly(Map.entry(ITEM, Kind.ALTERED));
    }

    /** The definition is read only after the catalog has changed: the watch runs every second. */
    @Test
    void readsUnchangedDefinitionOnce() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 10, true);
        read();
        int before = target.executed().size();
        read();
        assertThat(target.executed().subList(before, target.executed().size()))
                .noneMatch(sql -> sql.contains("format_type"));
    }

    @Test
    void findsNewTable() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 10, true);
        present(ORDER, 20, false);
        TargetTables.State state = read();
        assertThat(state.changed()).containsExactly(ORDER);
        assertThat(state.writable()).as("its writers would lose their rows").contains(ORDER);
    }

    @Test
    void leavesOutTablesOfOtherPipelines() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 10, true);
        present(ORDER, 20, false);
        target.tables("table_copy").answer("FROM gaussferry.table_copy WHERE pipeline <> ?", row("shop", "order"));
        assertThat(changes()).isEmpty();
    }

    /** An earlier version did not store which tables there were: all would look new. */
    @Test
    void findsNoNewTablesWithoutStoredOnes() throws SQLException {
        armed(ITEM, 10);
        known.clear();
        present(ITEM, 10, true);
        present(ORDER, 20, false);
        assertThat(changes()).isEmpty();
    }

    @Test
    void skipsTablesWhoseChangesAreNotSent() throws SQLException {
        armed(ITEM, 10);
        armed(ORDER, 11);
        present(ITEM, 10, true);
        present(ORDER, 12, false);
        read();
        assertThat(tables.notReplicated(target.connection())).containsExactly(ORDER);
    }

    /** An altered table is not skipped: its rows would be lost without a report. */
    @Test
    void doesNotSkipAlteredTable() throws SQLException {
        armed(ITEM, 10);
        present(ITEM, 10, true);
        column(ITEM, "renamed");
        assertThat(read().changed()).containsExactly(ITEM);
        assertThat(tables.notReplicated(target.connection())).isEmpty();
    }

    @Test
    void excludesEachTableOnce() throws SQLException {
        armed(ITEM, 10);
        armed(ORDER, 11);
        known.set(0, row("shop", "item", 10, EXCLUDED));
        read();
        assertThat(tables.exclude(target.connection(), List.of(ITEM))).isFalse();
        assertThat(tables.exclude(target.connection(), List.of(ITEM, ORDER))).isTrue();
        assertThat(target.changes())
                .filteredOn(sql -> sql.startsWith("UPDATE gaussferry.reverse_replication_relation"))
                .hasSize(1)
                .first()
                .asString()
                .endsWith("[p, shop, order]");
    }

    @Test
    void findsNewIndexesOfReplicatedTables() throws SQLException {
        target.answer(
                "FROM pg_catalog.pg_index i",
                row("old", 30, "item"),
                row("new", 31, "item"),
                row("rebuilt", 32, "item"),
                row("other", 33, "order"));
        Known stored = new Known(
                Map.of(ITEM, 10L),
                Set.of(),
                Set.of(),
                Map.of(new TableId("shop", "old"), 30L, new TableId("shop", "rebuilt"), 29L));
        assertThat(TargetTables.newIndexes(target.connection(), Set.of(ITEM), stored))
                .containsOnly(
                        Map.entry(new TableId("shop", "new"), new IndexRelation(31, ITEM)),
                        Map.entry(new TableId("shop", "rebuilt"), new IndexRelation(32, ITEM)));
        assertThat(TargetTables.newIndexes(
                        target.connection(), Set.of(ITEM), new Known(Map.of(), Set.of(), Set.of(), Map.of())))
                .as("an earlier version did not store indexes")
                .isEmpty();
    }

    /** MySQL will not get the definition: the table has to be named in a return. */
    @Test
    void refusedDefinitionIsNoLongerPending() {
        TargetTables.State state = new TargetTables.State(
                List.of(
                        new TargetTableChange(ITEM, Kind.EXTENDED),
                        new TargetTableChange(ORDER, Kind.ADDED),
                        new TargetTableChange(new TableId("shop", "gone"), Kind.DROPPED)),
                Set.of(),
                Set.of());
        TargetTables.State refused = state.without(Map.of(ITEM, "no such type", ORDER, "no key"));
        assertThat(refused.changes())
                .containsExactly(
                        new TargetTableChange(ITEM, Kind.ALTERED, "no such type"),
                        new TargetTableChange(ORDER, Kind.CREATED, "no key"),
                        new TargetTableChange(new TableId("shop", "gone"), Kind.DROPPED))
                .noneMatch(TargetTableChange::isPending);
        assertThat(refused.changes().get(0))
                .hasToString("shop.item was altered: its columns or keys differ (no such type)");
        assertThat(refused.changes().get(1).remedy()).endsWith("gaussferry cutover back --without shop.order");
    }
}
