package io.gaussferry.cutover.step;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.checkpoint.Ownership;
import io.gaussferry.cutover.link.ScriptedTarget;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.FencedPosition;
import io.gaussferry.cutover.state.VerifyMode;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.FencedException;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.TableId;
import io.gaussferry.testing.ScriptedConnection;
import io.gaussferry.testing.StateColumns;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The decisions of a cutover are committed under the ownership of the pipeline, and only if their conditions hold in the same transaction.
 * {@link CutoverSimulationTest} kills daemons at random points of the protocol.
 */
@Timeout(30)
class TargetJournalTest {

    private static final String GTIDS = "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-10";
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final FencedPosition FENCED = new FencedPosition(GTIDS, new BinlogPosition("binlog.000001", 400));
    private static final CutoverRequest REQUEST = new CutoverRequest("ada", "here", false, VerifyMode.CHANGED);
    private static final Advancing ARM =
            new Advancing(new Cutover("id", REQUEST, NOW, "", NOW, FENCED), CutoverStep.ARM, NOW, NOW.plusSeconds(60));
    private static final List<String> CUTOVER = List.of(
            "id",
            "step",
            "operator",
            "host",
            "no_reverse_replication",
            "verify_mode",
            "started_at",
            "step_since",
            "deadline",
            "fence_memory",
            "fenced_at",
            "gtid_set",
            "binlog_file",
            "binlog_offset",
            "reason",
            "switched_at");

    private final ScriptedConnection target = new ScriptedConnection().tables("cutover", "progress", "quarantine");
    /** The number of times that the daemon has no ownership. */
    private int ownershipsMissing;

    private final TargetJournal journal =
            new TargetJournal("shop", ScriptedTarget.link(target), this::ownership, Clock.fixed(NOW, ZoneOffset.UTC));

    TargetJournalTest() {
        target.answer("FOR UPDATE", row(0));
        stored("ARM", "id", null);
        progress(GTIDS);
    }

    @Test
    void switchesInOneTransactionAfterTheGuard() throws InterruptedException {
        int[] guarded = {0};
        Switched switched = switchOver(at -> {
            guarded[0]++;
            assertThat(target.executed()).doesNotContain("commit");
            // from here on the row has the state that the journal writes
            stored("SWITCH", "id", NOW);
        });
        assertThat(switched.switchedAt()).isEqualTo(NOW);
        assertThat(guarded).containsExactly(1);
        assertThat(target.executed()).containsOnlyOnce("commit").endsWith("commit");
        assertThat(target.executed().get(0)).isEqualTo("SET LOCAL synchronous_commit = on");
        assertThat(target.changes())
                .anyMatch(sql -> sql.startsWith("UPDATE gaussferry.progress SET epoch = epoch + 1"))
                .anyMatch(sql -> sql.contains("switched_at = ?"));
    }

    /** Repairs hold the lock of repairs: they end before the decision, and no further one starts. */
    @Test
    void excludesRepairsBeforeItHoldsTheOwnership() throws InterruptedException {
        Switched unused = switchOver(at -> stored("SWITCH", "id", NOW));
        List<String> executed = target.executed();
        int excluded = indexOf(executed, "pg_advisory_xact_lock(");
        assertThat(excluded).isPositive().isLessThan(indexOf(executed, "FOR UPDATE"));
    }

    @Test
    void doesNotSwitchWhileTargetIsBehind() {
        progress("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-9");
        assertRefused(ErrorCode.TARGET_BEHIND, () -> switchOver(at -> {}));
    }

    /** The target must not have a transaction that the source does not have. */
    @Test
    void doesNotSwitchWhileTargetHasMore() {
        progress("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-11");
        assertRefused(ErrorCode.TARGET_BEHIND, () -> switchOver(at -> {}));
    }

    @Test
    void doesNotSwitchWithQuarantinedTable() {
        target.answer("FROM gaussferry.quarantine", row("shop", "orders", "why"));
        assertRefused(ErrorCode.TABLES_EXCLUDED, () -> switchOver(at -> {}));
    }

    /** A table that was handed over since is at the position of replication. */
    @ParameterizedTest
    @CsvSource({"DUE, true", "REQUESTED, true", "COPYING, true", "FAILED, true", "JOINED, false", "DONE, false"})
    void doesNotSwitchWithTableThatIsCopied(String state, boolean refused) throws InterruptedException {
        target.tables("table_copy").answer("FROM gaussferry.table_copy", row("shop", "t", state, "", "", NOW, NOW));
        if (refused) {
            assertRefused(ErrorCode.TABLES_EXCLUDED, () -> switchOver(at -> {}));
        } else {
            assertThat(switchOver(at -> stored("SWITCH", "id", NOW)).step()).isEqualTo(CutoverStep.SWITCH);
        }
    }

    @Test
    void doesNotSwitchIfGuardRefuses() {
        GaussferryException refusal = new GaussferryException(ErrorCode.SETTING_INVALID, "p", "r", null);
        assertThatThrownBy(() -> switchOver(at -> {
                    throw refusal;
                }))
                .isSameAs(refusal);
        assertNothingCommitted();
    }

    @Test
    void doesNotSwitchAnotherAttempt() {
        stored("ARM", "other", null);
        assertThatThrownBy(() -> switchOver(at -> {})).isInstanceOf(GaussferryException.class);
        assertNothingCommitted();
    }

    /** An operator has rolled the attempt back meanwhile. */
    @Test
    void doesNotSwitchAttemptInOtherStep() {
        stored("ROLLBACK", "id", null);
        assertThatThrownBy(() -> switchOver(at -> {})).isInstanceOf(GaussferryException.class);
        assertNothingCommitted();
    }

    @Test
    void doesNotSwitchAfterTakeoverByAnotherDaemon() {
        target.answer("FOR UPDATE").answer("max(epoch)", row(8));
        assertThatThrownBy(() -> switchOver(at -> {})).isInstanceOf(FencedException.class);
        assertNothingCommitted();
    }

    /** A run of replication ends and starts again, for example after a definition: the cutover waits for its ownership. */
    @Test
    void waitsForTheNextRunOfReplication() throws InterruptedException {
        ownershipsMissing = 2;
        Switched unused = switchOver(at -> stored("SWITCH", "id", NOW));
        assertThat(target.executed()).containsOnlyOnce("commit");
        assertThat(ownershipsMissing).isZero();
    }

    /** The switch has raised the epoch: the daemon's own ownership from before is no longer in force, and the raised one counts. */
    @Test
    void writesWithTheRaisedOwnershipAfterTheSwitch() throws InterruptedException {
        Switched switched = switchOver(at -> stored("SWITCH", "id", NOW));
        target.answer("FOR UPDATE [shop, 7]").answer("max(epoch)", row(8));
        stored("WATCH", "id", NOW);
        assertThat(journal.watch(switched, "hook ended").step()).isEqualTo(CutoverStep.WATCH);
        assertThat(target.executed())
                .anyMatch(sql -> sql.endsWith("FOR UPDATE [shop, 8]"))
                .endsWith("commit");
    }

    /** A rolled back decision has raised nothing: the epoch belongs to another daemon. */
    @Test
    void doesNotUseOwnershipOfFailedSwitch() {
        assertThatThrownBy(() -> switchOver(at -> {
                    throw new GaussferryException(ErrorCode.SETTING_INVALID, "p", "r", null);
                }))
                .isInstanceOf(GaussferryException.class);
        target.answer("FOR UPDATE [shop, 7]").answer("max(epoch)", row(8));
        assertThatThrownBy(() -> journal.rollBack(ARM, "why")).isInstanceOf(FencedException.class);
        assertNothingCommitted();
    }

    @Test
    void entersNextStepWithItsDeadline() {
        Instant deadline = NOW.plusSeconds(5);
        Advancing drain = journal.enter(ARM, CutoverStep.DRAIN, deadline, "fenced");
        assertThat(drain.cutover().id()).isEqualTo("id");
        assertThat(target.changes())
                .anyMatch(sql -> sql.contains("step = ?, step_since = ?, deadline = ?") && sql.contains("[DRAIN, "))
                .anyMatch(sql -> sql.startsWith("UPDATE gaussferry.cutover_step") && sql.contains("fenced"));
        assertThat(target.executed()).endsWith("commit");
    }

    @Test
    void entersNoStepOfAnotherAttempt() {
        stored("ARM", "other", null);
        assertRefused(
                ErrorCode.CUTOVER_STATE_CHANGED,
                () -> journal.enter(ARM, CutoverStep.DRAIN, NOW.plusSeconds(5), "fenced"));
    }

    @Test
    void returnsWritersFromPositionOfSource() {
        Switched at = new Switched(ARM.cutover(), CutoverStep.WATCH, NOW, NOW);
        int[] reads = {0};
        stored("WATCH", "id", NOW);
        target.answer("INSERT INTO gaussferry.cutover_step");
        target.onStatement("switched_at = NULL", () -> {
            reads[0]++;
            stored("ROLLBACK", "id", null);
        });
        assertThat(journal.decideReturn(at, FENCED, "why", List.of(new TableId("shop", "t")))
                        .reason())
                .isEqualTo("why");
        assertThat(reads).containsExactly(1);
        assertThat(target.changes())
                .anyMatch(sql -> sql.startsWith("UPDATE gaussferry.progress") && sql.contains(GTIDS))
                .anyMatch(
                        sql -> sql.startsWith("INSERT INTO gaussferry.quarantine") && sql.contains("[shop, shop, t, "));
        assertThat(target.executed()).endsWith("commit");
    }

    @Test
    void refusesSecondAttemptWhileOneIsRunning() {
        assertRefused(ErrorCode.CUTOVER_RUNNING, () -> journal.begin(REQUEST, NOW.plusSeconds(60)));
    }

    @Test
    void refusesAttemptAfterTheSwitch() {
        stored("WATCH", "id", NOW);
        assertThatThrownBy(() -> journal.begin(REQUEST, NOW.plusSeconds(60)))
                .isInstanceOfSatisfying(GaussferryException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.CUTOVER_RUNNING);
                    assertThat(refusal.problem()).contains("already active");
                });
    }

    @Test
    void returnsOnlyAttemptThatHasSwitched() {
        Switched at = new Switched(ARM.cutover(), CutoverStep.WATCH, NOW, NOW);
        assertThatThrownBy(() -> journal.decideReturn(at, FENCED, "why", List.of()))
                .as("it has not switched")
                .isInstanceOf(IllegalStateException.class);
        stored("WATCH", "other", NOW);
        assertThatThrownBy(() -> journal.decideReturn(at, FENCED, "why", List.of(new TableId("shop", "t"))))
                .isInstanceOf(IllegalStateException.class);
        assertNothingCommitted();
    }

    private @Nullable Ownership ownership() {
        if (ownershipsMissing > 0) {
            ownershipsMissing--;
            return null;
        }
        return new Ownership("shop", 7);
    }

    private interface Decision {
        Object run() throws InterruptedException;
    }

    /** Such a commit would not return, without an error. */
    @Test
    void refusesDecisionWhoseCommitWouldHang() {
        target.answer("most_available_sync", row(true, "*")).answer("pg_stat_get_wal_senders");
        assertRefused(ErrorCode.TARGET_COMMITS_HANG, () -> switchOver(at -> {}));
    }

    @Test
    void decidesWhileAStandbyConfirms() throws InterruptedException {
        target.answer("most_available_sync", row(true, "*"))
                .answer("pg_stat_get_wal_senders", row("0/900", true, true));
        assertThat(switchOver(at -> stored("SWITCH", "id", NOW)).switchedAt()).isEqualTo(NOW);
    }

    /** Another server may lack the work of the step. */
    @Test
    void doesNotSwitchOnAnotherServerThanThatOfTheStep() {
        target.answer("pg_current_xlog", row("0/300")).answer("pg_postmaster_start_time", row(1L));
        journal.confirm(journal.read());
        target.answer("pg_postmaster_start_time", row(2L));
        int before = target.executed().size();
        assertThatThrownBy(() -> switchOver(at -> {}))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TARGET_REPLACED));
        assertThat(target.executed().subList(before, target.executed().size())).doesNotContain("commit");
    }

    @Test
    void doesNotConfirmForgottenState() {
        CutoverState decided = journal.read();
        target.answer("pg_current_xlog", row("0/300"));
        stored("VERIFY", "id", null);
        assertThatThrownBy(() -> journal.confirm(decided))
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CUTOVER_STATE_CHANGED));
    }

    private void assertRefused(ErrorCode code, Decision decision) {
        assertThatThrownBy(decision::run)
                .isInstanceOfSatisfying(
                        GaussferryException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(code));
        assertNothingCommitted();
    }

    private void assertNothingCommitted() {
        assertThat(target.executed()).doesNotContain("commit").contains("rollback");
    }

    private Switched switchOver(Journal.Guard guard) throws InterruptedException {
        return journal.switchOver(ARM, guard, "detail");
    }

    private static int indexOf(List<String> executed, String part) {
        for (int i = 0; i < executed.size(); i++) {
            if (executed.get(i).contains(part)) {
                return i;
            }
        }
        return -1;
    }

    private void stored(String step, String id, @Nullable Instant switchedAt) {
        target.answerNamed("FROM gaussferry.cutover WHERE", CUTOVER, cutover(step, id, switchedAt));
    }

    private static List<@Nullable Object> cutover(String step, String id, @Nullable Instant switchedAt) {
        return row(
                id,
                step,
                "ada",
                "here",
                0,
                "CHANGED",
                NOW,
                NOW,
                NOW.plusSeconds(60),
                "",
                NOW,
                GTIDS + " ",
                "binlog.000001 ",
                400,
                "why",
                switchedAt);
    }

    private void progress(String gtids) {
        target.answerNamed(
                "SELECT * FROM gaussferry.progress",
                StateColumns.PROGRESS,
                row(
                        0,
                        8,
                        gtids,
                        10,
                        "binlog.000001",
                        400,
                        0,
                        "3e11fa47-71ca-11e1-9e33-c80aa9429562",
                        "GTID",
                        5,
                        "",
                        ""));
    }
}
