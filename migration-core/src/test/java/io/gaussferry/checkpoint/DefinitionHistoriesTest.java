package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gaussferry.checkpoint.ShardStore.ShardProgress;
import io.gaussferry.checkpoint.ShardStore.ShardTable;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The definitions at the replayed position: of tables, of databases, and those on which shards agree. */
class DefinitionHistoriesTest {

    private static final String GTIDS = "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-9";
    private static final TableId ITEM = new TableId("shop1", "item");

    private final ScriptedConnection target = new ScriptedConnection();

    /** The start of the migration of a table is not moved by a later statement. */
    @Test
    void keepsStartOfKnownTable() throws SQLException {
        new TableHistory("p").put(target.connection(), ITEM, "new", GtidSet.parse(GTIDS));
        assertThat(target.changes())
                .singleElement()
                .asString()
                .contains("SET definition = ? WHERE")
                .doesNotContain(GTIDS);
    }

    @Test
    void storesStartOfNewTable() throws SQLException {
        target.updates("UPDATE", 0);
        new TableHistory("p").put(target.connection(), ITEM, "new", GtidSet.parse(GTIDS));
        assertThat(target.changes()).last().asString().endsWith("[p, shop1, item, " + GTIDS + ", new]");
    }

    @Test
    void deletesDroppedDatabase() throws SQLException {
        new DatabaseHistory("p").put(target.connection(), "shop", null);
        assertThat(target.changes())
                .singleElement()
                .asString()
                .startsWith("DELETE")
                .endsWith("[p, shop]");
    }

    @Test
    void replacesCollationOfDatabase() throws SQLException {
        new DatabaseHistory("p").put(target.connection(), "shop", "utf8mb4_bin");
        assertThat(target.changes()).hasSize(2).last().asString().endsWith("[p, shop, utf8mb4_bin]");
    }

    /** A shard whose definition is none of the agreed ones has no number; 0 would mean that it has none of the changes. */
    @Test
    void distinguishesUnknownNumberOfShard() throws SQLException {
        ShardStore store = new ShardStore("p");
        ShardTable shard = new ShardTable("shop.item", ITEM);
        assertThat(store.number(target.connection(), shard)).isEmpty();
        store.put(target.connection(), shard, OptionalInt.empty());
        assertThat(target.changes()).singleElement().asString().startsWith("DELETE");
        store.put(target.connection(), shard, OptionalInt.of(0));
        assertThat(target.changes()).last().asString().endsWith("[shop.item, item, p, shop1, 0]");
        target.answer("SELECT number", row(0));
        assertThat(store.number(target.connection(), shard)).hasValue(0);
    }

    /** Shards agree across pipelines: the order of the changes is the same for all of them. */
    @Test
    void readsAgreementOfAllPipelines() throws SQLException {
        target.tables("shard_position");
        target.answer(
                "FROM gaussferry.shard_change WHERE",
                row(null, "d1", "q", "shop2", "a:1"),
                row("d1", "d2", "p", "shop1", "b:1"));
        assertThat(new ShardStore("p").agreed(target.connection(), new ShardTable("shop.item", ITEM)))
                .extracting(ShardStore.Agreed::after, ShardStore.Agreed::pipeline)
                .containsExactly(tuple("d1", "q"), tuple("d2", "p"));
        assertThat(target.executed())
                .last()
                .asString()
                .contains("ORDER BY number")
                .endsWith("[shop.item, item]");
        target.answer("p.number", row("item", "q", "shop2", 1, 2));
        assertThat(ShardStore.progress(target.connection(), "shop.item"))
                .isEqualTo(List.of(new ShardProgress("shop.item", "item", "q", "shop2", 1, 2)));
    }
}
