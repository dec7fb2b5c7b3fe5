package io.gaussferry.snapshot;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.CopyStore.Found;
import io.gaussferry.snapshot.CopyStore.State;
import io.gaussferry.snapshot.CopyStore.Table;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Only the last daemon that took a copy over may write rows, and a resumed copy trusts the recorded tables. */
class CopyStoreTest {

    private static final TableId ITEM = new TableId("shop", "item");
    private static final String STATE = "SELECT epoch, state FROM gaussferry.copy";

    private final CopyStore store = new CopyStore("p");
    private final ScriptedConnection target = new ScriptedConnection();

    @Test
    void findsNoCopy() throws SQLException {
        target.updates("UPDATE", 0);
        assertThat(store.takeOwnership(target.connection(), null)).isEmpty();
        assertThat(store.takeOwnership(target.connection(), new Ownership("p", 3)))
                .isEmpty();
        assertThat(store.state(target.connection())).as("no table").isEmpty();
    }

    @Test
    void takesOverUnfinishedCopy() throws SQLException {
        target.answer(STATE, row(4, "LOADING"));
        assertThat(store.takeOwnership(target.connection(), null)).contains(new Found(4, State.LOADING));
        assertThat(target.changes())
                .singleElement()
                .asString()
                .contains("epoch + 1")
                .doesNotContain("xmin");
    }

    @Test
    void leavesCompleteCopyUnchanged() throws SQLException {
        target.updates("UPDATE", 0).answer(STATE, row(4, "DONE"));
        assertThat(store.takeOwnership(target.connection(), new Ownership("p", 4)))
                .contains(new Found(4, State.DONE));
    }

    /** A daemon that reconnects must not fence off the one that has replaced it. */
    @Test
    void refusesDaemonThatWasReplaced() {
        target.updates("UPDATE", 0).answer(STATE, row(9, "LOADING"));
        assertThatThrownBy(() -> store.takeOwnership(target.connection(), new Ownership("p", 3)))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("epoch 3");
    }

    @Test
    void fencesOffRowsAndStatesOfReplacedDaemon() {
        target.updates("UPDATE gaussferry.copy", 0);
        assertThatThrownBy(() -> store.count(target.connection(), 3, 100)).isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.reached(target.connection(), 3, State.DONE))
                .isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.restartCopy(target.connection(), 3)).isInstanceOf(FencedException.class);
    }

    /** The tables that the earlier copy has created must still be known, so that they are dropped; their definitions match none. */
    @Test
    void preparesCopyFromScratch() throws SQLException {
        store.prepareRestart(target.connection(), 7, State.LOADING);
        assertThat(target.changes())
                .anyMatch(sql -> sql.startsWith("DELETE FROM gaussferry.copy_range"))
                .anyMatch(sql -> sql.startsWith("UPDATE gaussferry.copy_table SET definition = concat"))
                .noneMatch(sql -> sql.startsWith("DELETE FROM gaussferry.copy_table"));
        assertThat(target.changes())
                .last()
                .asString()
                .contains("greatest(epoch, ?) + 1")
                .endsWith("[7, LOADING, p]");
    }

    @Test
    void retainsOnlyEpochOfCompleteCopy() throws SQLException {
        store.prepareRestart(target.connection(), 7, State.DONE);
        assertThat(target.changes()).anyMatch(sql -> sql.startsWith("DELETE FROM gaussferry.copy_table"));
    }

    @Test
    void returnsToLoadingOnlyFromCatchingUp() throws SQLException {
        store.returnToLoading(target.connection(), List.of(ITEM));
        assertThat(target.changes()).hasSize(2).last().asString().endsWith("[p, shop, item]");
        target.updates("state = 'CATCHING_UP'", 0);
        assertThatThrownBy(() -> store.returnToLoading(target.connection(), List.of(ITEM)))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.PIPELINE_TAKEN_OVER));
    }

    /** Rows of adopted tables belong to the copy only while it runs. */
    @Test
    void listsTablesOfUnfinishedCopyOnly() throws SQLException {
        target.tables("copy")
                .answer(
                        "FROM gaussferry.copy_table",
                        row("shop", "item", true, false, "d"),
                        row("shop", "old", false, true, "d"));
        target.answer("SELECT state", row("CATCHING_UP"));
        assertThat(store.unfinished(target.connection())).contains(Set.of(ITEM));
        assertThat(store.adoptedTables(target.connection())).hasSize(2);
        target.answer("SELECT state", row("DONE"));
        assertThat(store.unfinished(target.connection())).isEmpty();
        assertThat(store.adoptedTables(target.connection())).isEmpty();
    }

    @Test
    void storesTablesWithTheirOrigin() throws SQLException {
        store.addTables(target.connection(), Map.of(ITEM, new Table(true, false, "d")));
        assertThat(target.changes()).singleElement().asString().endsWith("[p, shop, item, 1, 0, d]");
    }

    /** A table that this pipeline had before keeps its own record, except that it was created again. */
    @Test
    void copiesOriginOfNewTableOnly() throws SQLException {
        store.copyOrigin(target.connection(), "p copy", ITEM, false);
        assertThat(target.changes()).singleElement().asString().startsWith("UPDATE");
        store.copyOrigin(target.connection(), "p copy", ITEM, true);
        assertThat(target.changes()).last().asString().startsWith("INSERT").endsWith("[p, p copy, shop, item]");
    }

    /** An earlier version stored no types and no foreign keys. */
    @Test
    void readsForeignKeysOfPresentVersionOnly() throws SQLException {
        target.answer(
                "FROM gaussferry.copy_table", row("shop", "item", true, true, "a definition of an earlier version"));
        assertThat(store.foreignKeys(target.connection())).isEmpty();
    }
}
