package io.gaussferry.apply.mysql;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.error.FencedException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two daemons must never write to MySQL at the same time, and every transaction of reverse replication must be counted. */
class MySqlProgressTest {

    private static final Ownership OWNER = new Ownership("shop", 5);
    private static final long EPOCH = 5L << 32;
    private static final LowWaterMark START = new LowWaterMark(9, new BinlogPosition("slot", 90));

    private final MySqlProgress progress = new MySqlProgress("shop");
    private final ScriptedConnection mysql = new ScriptedConnection();

    @Test
    void hasNoProgressBeforeItIsArmed() throws SQLException {
        mysql.updates("SET epoch = GREATEST", 0);
        assertThat(progress.find(mysql.connection())).isEmpty();
        assertThat(progress.takeOwnership(mysql.connection(), OWNER, 4)).isEmpty();
        assertThat(mysql.changes()).as("no row is created").allMatch(sql -> sql.startsWith("UPDATE"));
    }

    /** Each applier writes its own row, and all commit in order: the highest mark is that of the history. */
    @Test
    void returnsHighestMarkOfAllAppliers() throws SQLException {
        rows(row(EPOCH, 7, "slot", 70, "s"), row(EPOCH, 9, "slot", 90, "s"), row(EPOCH, 8, "slot", 80, "s"));
        assertThat(progress.find(mysql.connection())).contains(START);
    }

    @Test
    void addsRowsForMoreAppliers() throws SQLException {
        rows(row(EPOCH, 9, "slot", 90, "s"));
        OwnedProgress taken =
                progress.takeOwnership(mysql.connection(), OWNER, 3).orElseThrow();
        assertThat(taken.ownership()).isEqualTo(new Ownership("shop", EPOCH));
        assertThat(taken.progress().lowWater()).isEqualTo(START);
        assertThat(mysql.changes())
                .filteredOn(sql -> sql.startsWith("INSERT"))
                .extracting(sql -> sql.substring(sql.indexOf('[')))
                .containsExactly(
                        "[shop, 1, " + EPOCH + ", 9, slot, 90, s]", "[shop, 2, " + EPOCH + ", 9, slot, 90, s]");
    }

    /** A daemon that was replaced on the target is refused here too, although it still reaches MySQL. */
    @Test
    void refusesDaemonThatWasReplacedOnTarget() {
        rows(row(6L << 32, 9, "slot", 90, "s"));
        mysql.updates("SET epoch = GREATEST", 0);
        assertThatThrownBy(() -> progress.takeOwnership(mysql.connection(), OWNER, 1))
                .isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> progress.begin(mysql.connection(), OWNER, START, "s"))
                .isInstanceOf(FencedException.class);
        assertThat(mysql.changes()).as("its rows remain").noneMatch(sql -> sql.startsWith("DELETE"));
    }

    @Test
    void refusesProgressOfReplacedDaemon() {
        mysql.updates("low_water = ?", 0);
        assertThatThrownBy(() -> MySqlProgress.update(
                        mysql.connection(), new Ownership("shop", EPOCH), 0, Progress.ofCaptureSequences(START), 1))
                .isInstanceOf(FencedException.class);
    }

    /** A commit of the previous writer that is not counted would appear as a write of another session. */
    @Test
    void countsCommitsAfterPreviousWriterIsFencedOff() throws SQLException {
        rows(row(EPOCH + 1, 9, "slot", 90, "s"));
        mysql.answer("SUM(commits)", row(41));
        progress.restart(mysql.connection(), OWNER, START, "s");
        assertThat(mysql.executed())
                .extracting(sql -> sql.contains("SUM(commits)") ? "count" : sql.substring(0, 6))
                .startsWith("UPDATE", "count");
        assertThat(mysql.changes())
                .as("the number that includes this transaction")
                .last()
                .isEqualTo("UPDATE gaussferry.progress SET commits = ? WHERE pipeline = ? AND applier = 0 AND epoch = ?"
                        + " [41, shop, " + (EPOCH + 1) + "]");
    }

    @SafeVarargs
    private void rows(List<@Nullable Object>... rows) {
        mysql.answer("FROM gaussferry.progress WHERE pipeline = ?", rows);
        mysql.updates("DELETE", rows.length);
    }
}
