package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.checkpoint.TableCopyStore.State;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The states of a table that is copied while replication of the others continues: DUE or REQUESTED, COPYING, JOINED, DONE; FAILED waits for
 * an operator. A change names the state that it expects, so that it has no effect on a state that another transaction has set.
 */
class TableCopyStoreTest {

    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final TableId ITEM = new TableId("shop", "item");
    private static final String ALL_STATES = "UPDATE gaussferry.table_copy";

    private final TableCopyStore store = new TableCopyStore("p");
    private final ScriptedConnection target = new ScriptedConnection().tables("table_copy");

    @ParameterizedTest
    @CsvSource(textBlock = """
            # state,   skipped by replication, without an operator
            DUE,       true,                   true
            REQUESTED, true,                   true
            COPYING,   true,                   true
            FAILED,    true,                   false
            JOINED,    false,                  true
            DONE,      false,                  false
            """)
    void decidesWhatReplicationSkips(State state, boolean skipped, boolean pending) {
        assertThat(state.isCopiedIncrementally()).isEqualTo(skipped);
        assertThat(state.isPending()).isEqualTo(pending);
    }

    @Test
    void readsRecords() throws SQLException {
        stored(State.JOINED, A + ":1-9");
        assertThat(store.read(target.connection()))
                .containsOnlyKeys(ITEM)
                .hasEntrySatisfying(ITEM, entry -> assertThat(entry.has()).isEqualTo(GtidSet.parse(A + ":1-9")));
        assertThat(store.read(new ScriptedConnection().connection()))
                .as("no table")
                .isEmpty();
    }

    /** The running copy would end as if it had been requested again, with rows from before. */
    @Test
    void doesNotRequestRunningCopy() throws SQLException {
        target.updates(ALL_STATES, 0);
        stored(State.COPYING, "");
        assertThat(store.request(target.connection(), ITEM)).isFalse();
        assertThat(target.changes())
                .noneMatch(sql -> sql.endsWith("COPYING]"))
                .noneMatch(sql -> sql.startsWith("INSERT"));
    }

    @Test
    void requestsCopyOfKnownOrNewTable() throws SQLException {
        target.updates(ALL_STATES, 0);
        target.updates("item, FAILED]", 1);
        assertThat(store.request(target.connection(), ITEM)).isTrue();
        assertThat(target.changes()).last().asString().endsWith("[REQUESTED, , , p, shop, item, FAILED]");
        target.updates("item, FAILED]", 0);
        assertThat(store.request(target.connection(), ITEM)).isTrue();
        assertThat(target.changes()).last().asString().startsWith("INSERT").endsWith("[p, shop, item, REQUESTED, ]");
    }

    @ParameterizedTest
    @CsvSource({"true, FAILED", "false, DUE"})
    void excludesTableInAnyState(boolean quarantined, State state) throws SQLException {
        target.updates(ALL_STATES, 0);
        exclude(quarantined);
        assertThat(target.changes())
                .hasSize(State.values().length + 1)
                .last()
                .asString()
                .endsWith("item, " + state + ", why]");
        target.updates("item, DONE]", 1);
        exclude(quarantined);
        assertThat(target.changes()).last().asString().endsWith("[" + state + ", , why, p, shop, item, DONE]");
    }

    private void exclude(boolean quarantined) throws SQLException {
        if (quarantined) {
            store.quarantine(target.connection(), ITEM, "why");
        } else {
            store.due(target.connection(), ITEM, "why");
        }
    }

    /** Transactions that were recorded before must not be replayed again. */
    @Test
    void addsTransactionsToRecordedOnes() throws SQLException {
        stored(State.JOINED, A + ":1-9");
        store.joined(target.connection(), ITEM, GtidSet.parse(A + ":12"));
        assertThat(target.changes())
                .singleElement()
                .asString()
                .endsWith("[JOINED, " + A + ":1-9:12, , p, shop, item, JOINED]");
    }

    @Test
    void recordsTransactionsOfUnknownTable() throws SQLException {
        store.joined(target.connection(), ITEM, GtidSet.parse(A + ":12"));
        assertThat(target.changes()).hasSize(2);
        assertThat(target.changes().get(0)).startsWith("INSERT").endsWith("JOINED, ]");
        assertThat(target.changes().get(1)).endsWith("[JOINED, " + A + ":12, , p, shop, item, JOINED]");
    }

    /** Until then replication must leave out the transactions that the copy contains. */
    @ParameterizedTest
    @CsvSource({"JOINED, 1-9, true", "JOINED, 1-12, true", "JOINED, 1-8, false", "COPYING, 1-9, false"})
    void finishesWhenReplicationHasTransactionsOfCopy(State state, String executed, boolean finished)
            throws SQLException {
        stored(state, A + ":1-9");
        store.finish(target.connection(), GtidSet.parse(A + ":" + executed));
        assertThat(target.changes())
                .isEqualTo(finished ? List.of(change("DONE, , , p, shop, item, JOINED")) : List.of());
    }

    @Test
    void changesRunningCopyOnly() throws SQLException {
        store.handedOver(target.connection(), ITEM, GtidSet.parse(A + ":1-9"));
        store.failed(target.connection(), ITEM, "why");
        store.requestAgain(target.connection(), ITEM);
        assertThat(target.changes())
                .containsExactly(
                        change("JOINED, " + A + ":1-9, , p, shop, item, COPYING"),
                        change("FAILED, , why, p, shop, item, COPYING"),
                        change("REQUESTED, , , p, shop, item, COPYING"));
    }

    private static String change(String parameters) {
        return "UPDATE gaussferry.table_copy SET state = ?, has = ?, message = ?, changed_at = clock_timestamp()"
                + " WHERE pipeline = ? AND schema_name = ? AND table_name = ? AND state = ? [" + parameters + "]";
    }

    private void stored(State state, String has) {
        target.answer("FROM gaussferry.table_copy WHERE", row("shop", "item", state, has, "", NOW, NOW));
    }
}
