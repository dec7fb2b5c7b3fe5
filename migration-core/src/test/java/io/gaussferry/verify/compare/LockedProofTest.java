package io.gaussferry.verify.compare;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.error.FencedException;
import io.gaussferry.verify.compare.Difference.Kind;
import io.gaussferry.verify.compare.Difference.Repair;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Proves that rows differ while both sides change, and repairs them under the lock of the proof. */
class LockedProofTest {

    private final SimulatedSides sides = new SimulatedSides(true, false);

    @Test
    void provesEachKindOfDifference() throws Exception {
        sides.source(1, 10)
                .source(2, 20)
                .target(2, 21)
                .target(3, 30)
                .source(4, 40)
                .target(4, 40);
        assertThat(prove(false, 1, 2, 3, 4))
                .extracting(Difference::kind)
                .containsExactly(Kind.MISSING, Kind.DIFFERENT, Kind.EXTRA);
        assertThat(sides.script.executed())
                .as("nothing is committed")
                .doesNotContain("commit")
                .endsWith("rollback");
    }

    /** The row was deleted on both sides, and returns while it is being proven: nothing reserves its key. */
    @Test
    void provesNothingIfSourceInsertsRowThatNeitherSideHad() throws Exception {
        sides.beforeSourceRead(() -> {}); // the read of the row to insert
        sides.beforeSourceRead(() -> {
            sides.update(1, 10);
            sides.replay(1);
        });
        assertThat(prove(false, 1)).isNull();
    }

    /** Replay has inserted the row since the lock was requested, so that it can also update it. */
    @Test
    void provesNothingIfReplayInsertsRowAfterLock() throws Exception {
        sides.source(1, 10);
        sides.beforeTargetRead(() -> sides.replay(1));
        sides.beforeSourceRead(() -> {
            sides.update(1, 11);
            sides.replay(1);
        });
        assertThat(prove(false, 1)).isNull();
    }

    @Test
    void provesNothingIfSourceReplacesInsertedRow() throws Exception {
        sides.source(1, 10);
        sides.beforeSourceRead(() -> {});
        sides.beforeSourceRead(() -> sides.update(1, 11));
        assertThat(prove(false, 1)).isNull();
    }

    @Test
    void provesNothingIfReplayDoesNotReachPosition() throws Exception {
        sides.source(1, 10).target(1, 11);
        sides.stopReplay();
        assertThat(prove(false, 1)).isNull();
    }

    @Test
    void repairsEachKindOfDifference() throws Exception {
        admitRepairs();
        sides.source(1, 10).source(2, 20).target(2, 21).target(3, 30);
        assertThat(prove(true, 1, 2, 3)).extracting(Difference::repair).containsOnly(Repair.DONE);
        assertThat(sides.script.changes())
                .containsExactly(
                        "UPDATE \"s\".\"t\" SET \"c1\" = ? WHERE (\"c0\") IN (CAST('2' AS integer)) [20]",
                        "DELETE FROM \"s\".\"t\" WHERE (\"c0\") IN (CAST('3' AS integer))");
        assertThat(sides.script.executed()).contains("commit");
        assertThat(prove(false, 1)).as("the inserted row remains").isEmpty();
    }

    @Test
    void doesNotUpdateRowThatChangesBeforeItIsRepaired() throws Exception {
        admitRepairs();
        sides.source(1, 10).target(1, 11);
        sides.beforeSourceRead(() -> {});
        sides.beforeSourceRead(() -> sides.update(1, 12));
        assertThat(prove(true, 1)).isNull();
        assertThat(sides.script.changes()).isEmpty();
        assertThat(sides.script.executed()).doesNotContain("commit");
    }

    /** A trigger of the target may skip the change: this repair must not be committed, and is named. */
    @Test
    void reportsRepairWithoutEffect() throws Exception {
        admitRepairs();
        sides.source(1, 10).target(1, 11);
        sides.script.updates("UPDATE \"s\".\"t\"", 0);
        assertThat(prove(true, 1)).singleElement().satisfies(difference -> {
            assertThat(difference.repair()).isEqualTo(Repair.NOT_POSSIBLE);
            assertThat(difference.note()).isEqualTo("The target changed 0 rows instead of 1.");
        });
        assertThat(sides.script.executed()).doesNotContain("commit");
    }

    @Test
    void doesNotChooseBetweenTwoRowsWithSameKey() throws Exception {
        admitRepairs();
        sides.source(1, 10).target(1, 10).target(1, 11);
        assertThat(prove(true, 1)).singleElement().satisfies(difference -> {
            assertThat(difference.repair()).isEqualTo(Repair.NOT_POSSIBLE);
            assertThat(difference.note()).isEqualTo("Several rows have this key, and it is unknown which one to keep.");
        });
    }

    /** The row may be locked by replay, so that another attempt may succeed: this is no obstacle. */
    @Test
    void provesNothingIfLockIsHeld() throws Exception {
        sides.source(1, 10).target(1, 11);
        sides.script.fails("FOR UPDATE NOWAIT", new SQLException("could not obtain lock", "55P03"));
        LockedProof proof = proof(true);
        admitRepairs();
        assertThat(proof.prove(keys(1))).isNull();
        assertThat(proof.lastObstacle()).isEmpty();
        assertThat(sides.script.executed()).endsWith("rollback");
    }

    @Test
    void reportsFailureOfServer() {
        sides.source(1, 10).target(1, 11);
        sides.script.fails("FOR UPDATE NOWAIT", new SQLException("terminating connection", "57P01"));
        assertThatThrownBy(() -> prove(false, 1)).isInstanceOf(SQLException.class);
        assertThat(sides.script.executed()).endsWith("rollback");
    }

    @Test
    void doesNotRepairWhileTargetLeads() {
        admitRepairs();
        sides.script.tables("cutover").answer("FROM gaussferry.cutover", row("SWITCH", null, "dba"));
        sides.source(1, 10).target(1, 11);
        assertThatThrownBy(() -> prove(true, 1)).isInstanceOf(FencedException.class);
        assertThat(sides.script.changes()).isEmpty();
        assertThat(sides.script.executed()).endsWith("rollback");
    }

    @Test
    void doesNotCommitRepairIfOwnerChanges() throws Exception {
        admitRepairs();
        sides.source(1, 10).target(1, 11);
        sides.beforeTargetRead(() -> sides.script.answer("max(epoch)", row(8)));
        assertThat(prove(true, 1)).isNull();
        assertThat(sides.script.executed()).doesNotContain("commit").endsWith("rollback");
    }

    private void admitRepairs() {
        sides.script.answer("pg_try_advisory", row(true)).answer("max(epoch)", row(7));
    }

    private @Nullable List<Difference> prove(boolean repair, Integer... keys) throws Exception {
        return proof(repair).prove(keys(keys));
    }

    private LockedProof proof(boolean repair) {
        ComparisonContext context = sides.context(repair);
        RowLookup lookup = new RowLookup(sides.table, context);
        return new LockedProof(sides.table, context, lookup, new DifferenceWriter(sides.table, lookup, false));
    }

    private static List<List<String>> keys(Integer... keys) {
        return Stream.of(keys).map(key -> List.of(key.toString())).toList();
    }
}
