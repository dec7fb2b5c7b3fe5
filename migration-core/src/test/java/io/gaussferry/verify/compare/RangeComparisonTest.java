package io.gaussferry.verify.compare;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.schema.TableDefinitionFormat;
import io.gaussferry.snapshot.range.KeyRange;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Follows rows through the whole comparison: digests, suspects, proof, repair. A row is reported only if it still differs while it is
 * locked and the target has passed the source's position; every other difference is a delay of the replay.
 */
class RangeComparisonTest {

    private static final String EPOCH = "SELECT max(epoch) FROM gaussferry.progress";

    private static final SQLException LOCKED = new SQLException("another session holds the lock", "55P03");

    private final SimulatedSides sides = new SimulatedSides(true, false);

    @Test
    void readsEqualRangeOnce() throws Exception {
        sides.source(1, 10).source(2, 20).target(2, 20).target(1, 10);
        ComparedChunk chunk = compare(false);
        assertThat(sides.found()).isEmpty();
        assertThat(chunk.rows()).isEqualTo(2);
        assertThat(chunk.sourceDigest()).isEqualTo(chunk.targetDigest());
        assertThat(sides.script.executed()).noneMatch(statement -> statement.contains("FOR UPDATE"));
    }

    @Test
    void provesEachKindOfDifferenceUnderLock() throws Exception {
        sides.source(1, 10)
                .source(2, 20)
                .source(3, 30)
                .target(2, 21)
                .target(3, 30)
                .target(4, 40);
        compare(false);
        assertThat(sides.found())
                .containsExactly(
                        "DIFFERENT 2 POSITION NOT_ASKED", "EXTRA 4 POSITION NOT_ASKED", "MISSING 1 POSITION NOT_ASKED");
        assertThat(sides.script.executed())
                .as("the placeholder of the missing row is not committed")
                .contains("rollback")
                .doesNotContain("commit");
    }

    @Test
    void namesDifferingColumns() throws Exception {
        sides.source(2, 20).target(2, 21);
        compare(false);
        assertThat(sides.differences().get(0).columns())
                .containsExactly(new Difference.Column("c1", false, null, null));
    }

    @Test
    void reportsSecondRowWithSameKey() throws Exception {
        sides.source(1, 10).target(1, 10).target(1, 10);
        compare(false);
        assertThat(sides.found()).containsExactly("EXTRA 1 POSITION NOT_ASKED");
    }

    /** The digest of the target is older than the row: a second reading is equal. */
    @Test
    void ignoresRowThatReplayWritesBetweenReadings() throws Exception {
        sides.source(1, 10).target(1, 9);
        sides.beforeTargetRead(() -> {});
        sides.beforeTargetRead(() -> sides.replay(1));
        compare(false);
        assertThat(sides.found()).isEmpty();
    }

    /** A lock may delay replay, so it is only taken for rows that differ in every reading. */
    @Test
    void doesNotLockRowThatBecomesEqual() throws Exception {
        sides.source(1, 10).target(1, 9);
        for (int read = 1; read <= 3; read++) {
            sides.beforeTargetRead(() -> {});
        }
        sides.beforeTargetRead(() -> sides.replay(1));
        compare(false);
        assertThat(sides.found()).isEmpty();
        assertThat(sides.script.executed()).noneMatch(statement -> statement.contains("FOR UPDATE"));
    }

    /** Three readings differ because both sides change, each time with another value; the proof decides. */
    @Test
    void ignoresRowInFlux() throws Exception {
        sides.source(1, 0).target(1, -1);
        for (int reading = 1; reading <= 3; reading++) {
            int value = reading;
            sides.beforeSourceRead(() -> sides.update(1, value));
            sides.beforeTargetRead(() -> {
                sides.replay(1);
                sides.update(1, 100 + value);
            });
        }
        compare(false);
        assertThat(sides.found()).isEmpty();
    }

    /** Without the lock nothing is proven, but the row has differed in every reading. */
    @Test
    void reportsLockedRowAsRepeatedDifference() throws Exception {
        sides.source(1, 10).target(1, 9);
        sides.script.fails("FOR UPDATE NOWAIT", LOCKED);
        compare(false);
        assertThat(sides.found()).containsExactly("DIFFERENT 1 REPEATED NOT_ASKED");
    }

    @Test
    void dividesRowsUntilLocksSucceed() throws Exception {
        sides.source(1, 10).source(2, 20).target(1, 9).target(2, 19);
        for (String keys :
                List.of("'1' AS integer), CAST('2'", "'2' AS integer), CAST('1'", "(CAST('2' AS integer)) FOR")) {
            sides.script.fails(keys, LOCKED);
        }
        compare(false);
        assertThat(sides.found()).containsExactly("DIFFERENT 1 POSITION NOT_ASKED", "DIFFERENT 2 REPEATED NOT_ASKED");
    }

    /** Locking a missing row inserts it; if the source has another row by then, the target's state at the position is unknown. */
    @Test
    void repeatsProofOfMissingRowThatChanges() throws Exception {
        sides.source(1, 10);
        for (int read = 1; read <= 7; read++) {
            sides.beforeSourceRead(() -> {});
        }
        sides.beforeSourceRead(() -> sides.update(1, 11));
        compare(false);
        assertThat(sides.found()).containsExactly("MISSING 1 POSITION NOT_ASKED");
        assertThat(sides.script.executed().stream().filter(sql -> sql.contains("FOR UPDATE")))
                .hasSize(2);
    }

    @Test
    void doesNotDecideWhenDefinitionChanges() {
        sides.source(1, 10).target(1, 9);
        String before = TableDefinitionFormat.write(sides.table.definition());
        sides.script.tables("definition_change");
        sides.script.answer("SELECT gtid FROM gaussferry.definition_change", row("a:1"));
        sides.script.answer("FROM gaussferry.definition_version", row("s", "t", before, null));
        assertThatThrownBy(() -> compare(false))
                .isInstanceOf(UndecidedComparisonException.class)
                .hasMessage("its definition changed during the comparison");
        assertThat(sides.found()).isEmpty();
    }

    @Test
    void repairsProvenDifferencesInTheLocksTransaction() throws Exception {
        sides.source(1, 10).source(2, 20).target(2, 21).target(4, 40);
        admitRepairs();
        compare(true);
        assertThat(sides.found())
                .containsExactly("DIFFERENT 2 POSITION DONE", "EXTRA 4 POSITION DONE", "MISSING 1 POSITION DONE");
        assertThat(sides.script.changes())
                .containsExactlyInAnyOrder(
                        "UPDATE \"s\".\"t\" SET \"c1\" = ? WHERE (\"c0\") IN (CAST('2' AS integer)) [20]",
                        "DELETE FROM \"s\".\"t\" WHERE (\"c0\") IN (CAST('4' AS integer))");
        assertThat(sides.script.executed()).containsOnlyOnce("commit").endsWith("commit");
    }

    /** Another daemon may have replayed changes of the row before the lock was taken. */
    @Test
    void doesNotCommitRepairAfterTakeover() throws Exception {
        sides.source(2, 20).target(2, 21);
        admitRepairs();
        int[] epoch = {7};
        sides.atEverySourceRead(() -> sides.script.answer(EPOCH, row(++epoch[0])));
        compare(true);
        assertThat(sides.script.executed()).doesNotContain("commit");
        assertThat(sides.found()).containsExactly("DIFFERENT 2 REPEATED NOT_POSSIBLE");
    }

    @Test
    void doesNotRepairDuringCutover() {
        sides.source(2, 20).target(2, 21);
        admitRepairs();
        sides.script.tables("cutover");
        sides.script.answer("FROM gaussferry.cutover", row("DRAIN", null, "ada"), row("SWITCH", Instant.EPOCH, "ada"));
        assertThatThrownBy(() -> compare(true))
                .hasMessageContaining(
                        "Nothing was repaired: a cutover of pipeline \"p\", started by ada, is in step DRAIN");
        assertThat(sides.script.executed()).doesNotContain("commit");
    }

    private void admitRepairs() {
        sides.script.answer("pg_try_advisory_xact_lock_shared", row(true));
        sides.script.answer(EPOCH, row(7));
    }

    private ComparedChunk compare(boolean repair) throws SQLException, InterruptedException {
        return new RangeComparison(sides.table, sides.context(repair), sides).compare(KeyRange.WHOLE);
    }
}
