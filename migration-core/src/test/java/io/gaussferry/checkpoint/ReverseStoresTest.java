package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.ReverseDecisionStore.Decisions;
import io.gaussferry.checkpoint.ReverseDecisionStore.Settling;
import io.gaussferry.checkpoint.ReversePositionStore.Position;
import io.gaussferry.checkpoint.ReverseReplicationStore.Armed;
import io.gaussferry.checkpoint.ReverseTableStore.Known;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The state of reverse replication: what is skipped, which tables it knows, and from where the target's log is retained. */
class ReverseStoresTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final TableId SALE = new TableId("shop", "sale");
    private static final TableId INDEX = new TableId("shop", "item_name");

    private final ScriptedConnection target = new ScriptedConnection();

    /** Number 0 means all transactions: the table is quarantined. */
    @Test
    void distinguishesSkippedTransactionFromQuarantinedTable() throws SQLException {
        target.tables("reverse_settling");
        target.answer("FROM gaussferry.reverse_exception", row(12, "shop", "item"), row(0, "shop", "sale"));
        assertThat(new ReverseDecisionStore("p").read(target.connection()))
                .isEqualTo(new Decisions(Set.of(12L), Set.of(SALE), Set.of(ITEM, SALE), Optional.empty()));
    }

    /** Without the second position current rows are still being read: 0 would end that. */
    @Test
    void distinguishesUnknownEndOfSettling() throws SQLException {
        ReverseDecisionStore store = new ReverseDecisionStore("p");
        target.tables("reverse_settling");
        target.answer("FROM gaussferry.reverse_settling", row(500, null));
        assertThat(store.read(target.connection()).settling()).contains(new Settling(500, null));
        target.answer("FROM gaussferry.reverse_settling", row(500, 0));
        assertThat(store.read(target.connection()).settling()).contains(new Settling(500, 0L));
        store.settle(target.connection(), new Settling(600, null));
        assertThat(target.changes()).hasSize(2).last().asString().endsWith("[p, 600, null]");
    }

    @Test
    void hasNoDecisionsWithoutTable() throws SQLException {
        assertThat(new ReverseDecisionStore("p").read(target.connection())).isEqualTo(Decisions.NONE);
    }

    @Test
    void readsKindsOfRelations() throws SQLException {
        target.tables("reverse_replication_relation");
        target.answer(
                "FROM gaussferry.reverse_replication_relation",
                row("shop", "plain", 16_001, 0),
                row("shop", "item", 16_002, 1),
                row("shop", "sale", 16_003, 2),
                row("shop", "item_name", 16_004, 3),
                row("shop", "created", 0, 1));
        assertThat(new ReverseTableStore("p").read(target.connection()))
                .isEqualTo(new Known(
                        Map.of(new TableId("shop", "plain"), 16_001L, ITEM, 16_002L, SALE, 16_003L),
                        Set.of(ITEM, new TableId("shop", "created")),
                        Set.of(SALE),
                        Map.of(INDEX, 16_004L)));
    }

    @Test
    void storesKindsOfRelations() throws SQLException {
        ReverseTableStore store = new ReverseTableStore("p");
        store.save(target.connection(), Map.of(ITEM, 16_002L), Map.of(INDEX, 16_004L));
        store.altered(target.connection(), ITEM, 16_009);
        store.index(target.connection(), INDEX, 16_010);
        store.exclude(target.connection(), SALE);
        assertThat(target.changes())
                .filteredOn(sql -> sql.startsWith("INSERT"))
                .extracting(sql -> sql.substring(sql.indexOf('[')))
                .containsExactly(
                        "[p, shop, item, 16002, 0]",
                        "[p, shop, item_name, 16004, 3]",
                        "[p, shop, item, 16009, 2]",
                        "[p, shop, item_name, 16010, 3]");
        assertThat(target.changes())
                .last()
                .asString()
                .contains("SET \"excluded\" = 1")
                .endsWith("[p, shop, sale]");
    }

    /** A table that was created after arming has no row to update. */
    @Test
    void excludesUnknownTable() throws SQLException {
        target.updates("UPDATE", 0);
        new ReverseTableStore("p").exclude(target.connection(), SALE);
        assertThat(target.changes()).last().asString().startsWith("INSERT").endsWith("[p, shop, sale, 0, 1]");
    }

    @Test
    void replacesArmedState() throws SQLException {
        ReverseReplicationStore store = new ReverseReplicationStore("p");
        store.save(target.connection(), new Armed(700, Map.of(ITEM, "f")));
        assertThat(target.changes())
                .extracting(sql -> sql.replaceAll(" (WHERE|VALUES).*\\[", " ["))
                .containsExactly(
                        "DELETE FROM gaussferry.reverse_replication [p]",
                        "DELETE FROM gaussferry.reverse_replication_table [p]",
                        "INSERT INTO gaussferry.reverse_replication [p, 700]",
                        "INSERT INTO gaussferry.reverse_replication_table [p, shop, item, f]");
    }

    @Test
    void readsArmedState() throws SQLException {
        ReverseReplicationStore store = new ReverseReplicationStore("p");
        target.answer("SELECT lsn", row(700));
        target.answer("fingerprint FROM gaussferry.reverse_replication_table", row("shop", "item", "f"));
        assertThat(store.find(target.connection())).as("no table").isEmpty();
        target.tables("reverse_replication_table");
        assertThat(store.find(target.connection())).contains(new Armed(700, Map.of(ITEM, "f")));
        target.answer("SELECT lsn");
        assertThat(store.find(target.connection())).as("not armed").isEmpty();
    }

    @Test
    void readsPositions() throws SQLException {
        target.tables("reverse_position", "reverse_replication_start");
        target.answer("FROM gaussferry.reverse_position", row(100, 200));
        target.answer("FROM gaussferry.reverse_replication_start", row("shop", "item", 300));
        assertThat(new ReversePositionStore("p").find(target.connection())).contains(new Position(100, 200));
        assertThat(new CreatedTableStore("p").read(target.connection())).containsExactly(Map.entry(ITEM, 300L));
    }
}
