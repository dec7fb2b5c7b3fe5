package io.gaussferry.checkpoint;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.ProgressStore.OwnedProgress;
import io.gaussferry.error.FencedException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.GtidSet;
import io.gaussferry.model.HistoryFingerprint;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.SourceIdentity;
import io.gaussferry.model.SourceIdentity.Naming;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.StateColumns;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The progress of a pipeline is the union of its appliers' rows. A daemon that reads it wrongly repeats or loses transactions; one that
 * does not notice a takeover writes to the same rows as its successor.
 */
class ProgressStoreTest {

    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final SourceIdentity SOURCE = new SourceIdentity(A, Naming.GTID);

    private final ProgressStore store = new ProgressStore("shop");
    private final ScriptedConnection target = new ScriptedConnection().tables("progress");
    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    @Test
    void hasNoProgressBeforeInitialCopy() throws SQLException {
        assertThat(new ProgressStore("shop").find(new ScriptedConnection().connection()))
                .as("no table")
                .isEmpty();
        assertThat(store.find(target.connection())).as("no row").isEmpty();
        target.updates("UPDATE", 0);
        assertThat(store.takeOwnership(target.connection(), 4)).isEmpty();
        assertThat(store.raiseEpoch(target.connection())).isEmpty();
        assertThat(target.changes()).as("no row is created").allMatch(sql -> sql.startsWith("UPDATE"));
    }

    @Test
    void combinesRowsOfAllAppliers() throws SQLException {
        applier(0, 7, A + ":1-10", 10, "binlog.000001", 900, "", "");
        applier(1, 7, A + ":11-12:15", 12, "binlog.000001", 1_200, "", "");
        applier(2, 7, "", 0, "", 0, "", "");
        Progress progress = find();
        assertThat(progress.executed()).isEqualTo(A + ":1-12:15");
        assertThat(progress.lowWater()).isEqualTo(new LowWaterMark(12, new BinlogPosition("binlog.000001", 1_200, 5)));
    }

    /** Appliers write the mark that they know: the order of their rows does not matter. */
    @Test
    void findsHighestLowWaterMarkInAnyRow() throws SQLException {
        applier(0, 7, A + ":1-12", 12, "binlog.000002", 100, "", A + ":12@200");
        applier(1, 7, A + ":1-10", 10, "binlog.000001", 900, "", A + ":10@100");
        Progress progress = find();
        assertThat(progress.lowWater().captureSequence()).isEqualTo(12);
        assertThat(progress.lowWater().position().file()).isEqualTo("binlog.000002");
        assertThat(progress.fingerprint()).as("of the same row").isEqualTo(HistoryFingerprint.parse(A + ":12@200"));
    }

    /** After a change of the source, rows have the same number, but only new ones have a position. */
    @Test
    void prefersLowWaterMarkWithPosition() throws SQLException {
        applier(0, 7, A + ":1-12", 12, "", 0, "", "");
        applier(1, 7, A + ":1-12", 12, "binlog.000009", 400, "", "");
        assertThat(find().lowWater().position()).isEqualTo(new BinlogPosition("binlog.000009", 400, 5));
    }

    /** An earlier version stored the transactions above the low-water mark as a bitmap: here 65 and 66. */
    @Test
    void includesBitmapOfEarlierVersion() throws SQLException {
        applier(0, 7, A + ":1-63", 63, "binlog.000001", 900, A + ":1:BgAAAAAAAAA=", null);
        assertThat(find().executed()).isEqualTo(A + ":1-63:65-66");
    }

    @Test
    void readsTableOfEarlierVersion() throws SQLException {
        target.answerNamed(
                "SELECT * FROM gaussferry.progress",
                StateColumns.PROGRESS.subList(0, 10),
                row(0, 7, A + ":1-63", 63, "binlog.000001", 900, 5, A, "GTID", 40));
        assertThat(find())
                .isEqualTo(
                        new Progress(A + ":1-63", new LowWaterMark(63, new BinlogPosition("binlog.000001", 900, 5))));
    }

    @Test
    void countsTransactionsOfAllAppliers() throws SQLException {
        applier(0, 7, A + ":1-10", 10, "binlog.000001", 900, "", "");
        applier(1, 7, A + ":11-12", 12, "binlog.000001", 1_200, "", "");
        ProgressStore.Counted counted = store.count(target.connection());
        assertThat(counted.executed()).isEqualTo(GtidSet.parse(A + ":1-12"));
        assertThat(counted.transactions()).isEqualTo(80);
    }

    @Test
    void raisesEpochBeforeItReads() throws SQLException {
        applier(0, 8, A + ":1-10", 10, "binlog.000001", 900, "", "");
        OwnedProgress owned = store.takeOwnership(target.connection(), 1).orElseThrow();
        assertThat(owned.ownership()).isEqualTo(new Ownership("shop", 8));
        assertThat(owned.source()).isEqualTo(SOURCE);
        assertThat(target.executed().get(0))
                .isEqualTo("UPDATE gaussferry.progress SET epoch = epoch + 1 WHERE pipeline = ? [shop]");
    }

    /** Rows of further appliers remain, because they are part of the progress. */
    @Test
    void createsRowsOfMissingAppliersOnly() throws SQLException {
        applier(0, 8, A + ":1-10", 10, "binlog.000001", 900, "", "");
        applier(1, 8, A + ":11", 11, "binlog.000001", 950, "", "");
        OwnedProgress fewer = store.takeOwnership(target.connection(), 1).orElseThrow();
        assertThat(fewer.progress().executed()).isEqualTo(A + ":1-11");
        assertThat(inserted()).isEmpty();
        assertThat(store.takeOwnership(target.connection(), 4)).isPresent();
        assertThat(inserted())
                .containsExactly(
                        "shop, 2, 8, , 0, , 0, 0, " + A + ", GTID, ", "shop, 3, 8, , 0, , 0, 0, " + A + ", GTID, ");
    }

    /** Applications write to the target: a daemon that replicated would overwrite their rows. */
    @Test
    void doesNotTakeOverSwitchedPipeline() throws SQLException {
        applier(0, 8, A + ":1-10", 10, "binlog.000001", 900, "", "");
        target.tables("cutover");
        target.answer("switched_at IS NOT NULL", row(Instant.parse("2026-01-01T00:00:00Z"), "ada"));
        assertThatThrownBy(() -> store.takeOwnership(target.connection(), 1))
                .hasMessageContaining("Pipeline \"shop\" was switched at 2026-01-01T00:00:00Z by ada");
        assertThatThrownBy(() -> store.renew(target.connection(), 1, new Ownership("shop", 7)))
                .hasMessageContaining("was switched");
        assertThat(store.raiseEpoch(target.connection()))
                .as("a return to the source takes the ownership on purpose")
                .contains(new Ownership("shop", 8));
    }

    /** A daemon that was believed dead must not take the pipeline back from its successor. */
    @Test
    void doesNotRenewLostOwnership() {
        target.updates("UPDATE", 0);
        assertThatThrownBy(() -> store.renew(target.connection(), 1, new Ownership("shop", 7, 471)))
                .isInstanceOf(FencedException.class);
        assertThat(target.executed().get(0)).endsWith(Ownership.IS_HELD + " [shop, 7, 7, 471]");
        assertThat(target.executed().get(1)).contains("p.epoch >= ?").endsWith("shop, 7, shop, 7]");
        assertThat(target.executed()).hasSize(2);
    }

    @Test
    void writesFirstProgressToEveryApplier() throws SQLException {
        Progress first = new Progress(A + ":1-9", new LowWaterMark(0, new BinlogPosition("binlog.000003", 77, 6)));
        store.begin(target.connection(), new Ownership("shop", 3), 2, first, SOURCE);
        String row = ", 3, " + A + ":1-9, 0, binlog.000003, 77, 6, " + A + ", GTID, ";
        assertThat(inserted()).containsExactly("shop, 0" + row, "shop, 1" + row);
    }

    /** The position is one in the binlog of the former server. */
    @Test
    void forgetsPositionWhenSourceChanges() throws SQLException {
        OwnedProgress followed =
                store.recordSourceChange(target.connection(), owned(A + ":1-9"), new SourceIdentity(B, Naming.GTID));
        assertThat(followed.progress())
                .isEqualTo(new Progress(A + ":1-9", new LowWaterMark(9, new BinlogPosition("", 0))));
        assertThat(followed.source().serverUuid()).isEqualTo(B);
        assertThat(target.executed().get(0))
                .contains("low_water_file = '', low_water_offset = 0, low_water_created = 0")
                .endsWith("[" + B + ", shop, 7]");
    }

    @Test
    void addsSkippedTransactionToExecutedOnes() throws SQLException {
        store.addExecuted(target.connection(), owned(A + ":1-9"), GtidSet.parse(A + ":11"));
        assertThat(target.executed().get(0)).contains("applier = 0").endsWith("[" + A + ":1-9:11, shop, 7]");
    }

    @Test
    void failsAfterTakeover() {
        target.updates("UPDATE", 0);
        assertThatThrownBy(() -> store.addExecuted(target.connection(), owned(A + ":1-9"), GtidSet.parse(A + ":11")))
                .isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.recordSourceChange(target.connection(), owned(A + ":1-9"), SOURCE))
                .isInstanceOf(FencedException.class);
    }

    /** After a return the source has transactions that reverse replication wrote, and the target has their changes. */
    @Test
    void resumesAfterEverythingThatSourceHas() throws SQLException {
        applier(0, 8, A + ":1-10", 10, "binlog.000001", 900, "", A + ":10@100");
        store.resumeFrom(target.connection(), A + ":1-13," + B + ":1", new BinlogPosition("binlog.000004", 40));
        assertThat(target.changes())
                .singleElement()
                .satisfies(sql -> assertThat(sql)
                        .contains("ahead = '', fingerprint = ''")
                        .endsWith("[" + A + ":1-13," + B + ":1, 10, binlog.000004, 40, 4, shop]"));
    }

    @Test
    void resumesWithoutGtids() throws SQLException {
        applier(0, 8, A + ":1-10", 10, "binlog.000001", 900, "", "");
        store.resumeFrom(target.connection(), "", new BinlogPosition("binlog.000004", 40));
        assertThat(target.changes())
                .singleElement()
                .asString()
                .endsWith("[" + A + ":1-10, 10, binlog.000004, 40, 0, shop]");
    }

    /** The next owner must have a higher epoch than any former one, whose commits would succeed otherwise. */
    @Test
    void forgetsProgressButReturnsItsEpoch() throws SQLException {
        assertThat(store.forget(target.connection())).as("no progress").isZero();
        applier(0, 8, A + ":1-10", 10, "binlog.000001", 900, "", "");
        target.updates("UPDATE", 1);
        assertThat(store.forget(target.connection())).isEqualTo(8);
        assertThat(target.executed())
                .last()
                .asString()
                .contains("DELETE FROM gaussferry.progress")
                .endsWith("[shop]");
    }

    private void applier(
            int number,
            long epoch,
            String executed,
            long lowWater,
            String file,
            long offset,
            String ahead,
            @Nullable String fingerprint) {
        rows.add(row(number, epoch, executed, lowWater, file, offset, 5, A, "GTID", 40, ahead, fingerprint));
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<@Nullable Object>[] all = rows.toArray(new List[0]);
        target.answerNamed("SELECT * FROM gaussferry.progress WHERE pipeline = ? [shop]", StateColumns.PROGRESS, all);
    }

    private Progress find() throws SQLException {
        return store.find(target.connection()).orElseThrow().progress();
    }

    private static OwnedProgress owned(String executed) {
        Progress progress = new Progress(executed, new LowWaterMark(9, new BinlogPosition("binlog.000001", 800)));
        return new OwnedProgress(new Ownership("shop", 7), progress, SOURCE);
    }

    /** Returns the values of the inserted rows. */
    private List<String> inserted() {
        return target.executed().stream()
                .filter(sql -> sql.startsWith("INSERT INTO gaussferry.progress"))
                .map(sql -> sql.substring(sql.indexOf('[') + 1, sql.length() - 1))
                .toList();
    }
}
