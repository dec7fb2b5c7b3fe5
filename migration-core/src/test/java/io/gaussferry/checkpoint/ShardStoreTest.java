package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.ShardStore.Agreed;
import io.gaussferry.checkpoint.ShardStore.ShardProgress;
import io.gaussferry.checkpoint.ShardStore.ShardTable;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Shards must read the same agreement: one that reads another number makes a change twice, or never. */
class ShardStoreTest {

    private static final ShardTable ITEM = new ShardTable("shop", new TableId("shop_2", "item"));

    private final ShardStore store = new ShardStore("p");
    private final ScriptedConnection target = new ScriptedConnection();

    /** NULL is a table that does not exist: a change may create or drop it. */
    @Test
    void distinguishesMissingDefinition() throws SQLException {
        target.answer(
                "FROM gaussferry.shard_change",
                row(null, "a", "q", "shop_1", "u:1"),
                row("a", null, "q", "shop_1", "u:2"));
        assertThat(store.agreed(target.connection(), ITEM))
                .containsExactly(
                        new Agreed(null, "a", "q", "shop_1", "u:1"), new Agreed("a", null, "q", "shop_1", "u:2"));
        assertThat(target.executed())
                .last()
                .asString()
                .contains("ORDER BY number")
                .endsWith("[shop, item]");
        store.add(target.connection(), ITEM, 3, null, "b", "u:3");
        assertThat(target.changes()).last().asString().endsWith("[shop, item, 3, null, b, p, shop_2, u:3]");
    }

    @Test
    void distinguishesUnknownNumberFromNoChange() throws SQLException {
        assertThat(store.number(target.connection(), ITEM)).isEmpty();
        target.answer("SELECT number", row(0));
        assertThat(store.number(target.connection(), ITEM)).hasValue(0);
    }

    @Test
    void replacesNumber() throws SQLException {
        store.put(target.connection(), ITEM, OptionalInt.of(4));
        assertThat(target.changes()).hasSize(2);
        assertThat(target.changes().get(0)).startsWith("DELETE").endsWith("[shop, item, p, shop_2]");
        assertThat(target.changes().get(1)).startsWith("INSERT").endsWith("[shop, item, p, shop_2, 4]");
    }

    @Test
    void deletesNumberThatIsNoLongerKnown() throws SQLException {
        store.put(target.connection(), ITEM, OptionalInt.empty());
        assertThat(target.changes()).singleElement().asString().startsWith("DELETE");
    }

    /** The agreements of other pipelines remain. */
    @Test
    void deletesPositionsOfOwnPipelineAtStart() throws SQLException {
        store.begin(target.connection());
        assertThat(target.changes()).containsExactly("DELETE FROM gaussferry.shard_position WHERE pipeline = ? [p]");
    }

    @Test
    void reportsProgressOfAllPipelines() throws SQLException {
        assertThat(ShardStore.progress(target.connection(), "shop"))
                .as("no table")
                .isEmpty();
        target.tables("shard_position").answer("FROM gaussferry.shard_position p", row("item", "q", "shop_1", 2, 3));
        assertThat(ShardStore.progress(target.connection(), "shop"))
                .containsExactly(new ShardProgress("shop", "item", "q", "shop_1", 2, 3));
    }
}
