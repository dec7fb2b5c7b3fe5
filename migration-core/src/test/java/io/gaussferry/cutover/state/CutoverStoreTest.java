package io.gaussferry.cutover.state;

import static io.gaussferry.testing.ScriptedConnection.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.testing.ScriptedConnection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The next daemon continues a cutover from the stored row alone: it must find the state that the former one wrote. */
class CutoverStoreTest {

    private static final List<String> COLUMNS = List.of(
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
    private static final Instant STARTED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant SINCE = STARTED.plusSeconds(10);
    private static final Instant DEADLINE = STARTED.plusSeconds(70);
    private static final Instant FENCED = STARTED.plusSeconds(20);
    private static final Instant SWITCHED = STARTED.plusSeconds(40);
    private static final CutoverRequest REQUEST = new CutoverRequest("ada", "here", true, VerifyMode.CHANGED);
    private static final Cutover ATTEMPT = new Cutover("id", REQUEST, STARTED, null, null, null);

    private final CutoverStore store = new CutoverStore("p");
    private final ScriptedConnection target = new ScriptedConnection().tables("cutover");

    @Test
    void isIdleWithoutRow() throws SQLException {
        assertThat(store.read(target.connection())).isEqualTo(new Idle());
        assertThat(store.read(new ScriptedConnection().connection()))
                .as("no table")
                .isEqualTo(new Idle());
    }

    @ParameterizedTest
    @EnumSource
    void readsEveryStep(CutoverStep step) throws SQLException {
        CutoverState expected = switch (step) {
            case SWITCH, WATCH -> new Switched(ATTEMPT, step, SINCE, SWITCHED);
            case FINISH -> new Finished(ATTEMPT, SINCE, SWITCHED);
            case ROLLBACK -> new RollingBack(ATTEMPT, "why", SINCE);
            default -> new Advancing(ATTEMPT, step, SINCE, DEADLINE);
        };
        assertThat(read(step.name(), null, null)).isEqualTo(expected);
    }

    @Test
    void readsEndOfRollback() throws SQLException {
        assertThat(read("ROLLED_BACK", null, null)).isEqualTo(new RolledBack(ATTEMPT, "why", SINCE));
    }

    @Test
    void readsFencedPosition() throws SQLException {
        assertThat(read("DRAIN", FENCED, "a:1-9 ").attempt())
                .isEqualTo(new Cutover(
                        "id",
                        REQUEST,
                        STARTED,
                        "read_only=0",
                        FENCED,
                        new FencedPosition("a:1-9", new BinlogPosition("binlog.000001", 500))));
    }

    /** Compatibility A stores an empty string as NULL, which would mean that the source is not fenced: a blank is stored instead. */
    @Test
    void readsFencedPositionWithoutGtids() throws SQLException {
        assertThat(Objects.requireNonNull(read("DRAIN", FENCED, " ").attempt()).fencedPosition())
                .isEqualTo(new FencedPosition("", new BinlogPosition("binlog.000001", 500)));
        assertThat(Objects.requireNonNull(read("FENCE", FENCED, null).attempt()).fencedPosition())
                .isNull();
    }

    @Test
    void replacesFormerAttempt() throws SQLException {
        store.begin(target.connection(), ATTEMPT, DEADLINE);
        assertThat(target.changes()).hasSize(3);
        assertThat(target.changes().get(0)).isEqualTo("DELETE FROM gaussferry.cutover WHERE pipeline = ? [p]");
        assertThat(target.changes().get(1))
                .endsWith("[p, id, PRECHECK, ada, here , 1, CHANGED, " + at(STARTED) + ", " + at(STARTED) + ", "
                        + at(DEADLINE) + "]");
        assertThat(target.changes().get(2))
                .contains("cutover_step")
                .endsWith("[p, id, 1, PRECHECK, " + at(STARTED) + "]");
    }

    /** Each attempt has its own steps, and the next step has the next number. */
    @Test
    void endsStepAndStartsNext() throws SQLException {
        target.answerNamed(
                "FROM gaussferry.cutover_step",
                List.of("step", "begun_at", "ended_at", "outcome", "detail"),
                row("PRECHECK", STARTED, SINCE, "DONE", "well "),
                row("PREPARE", SINCE, null, "AT_WORK", " "));
        assertThat(store.steps(target.connection(), "id"))
                .containsExactly(
                        new CutoverStore.StepRecord("PRECHECK", STARTED, SINCE, "DONE", "well"),
                        new CutoverStore.StepRecord("PREPARE", SINCE, null, "AT_WORK", ""));
        store.advance(target.connection(), ATTEMPT, "DONE", "it\0s", "FENCE", FENCED);
        assertThat(target.changes()).hasSize(2);
        assertThat(target.changes().get(0))
                .contains("ended_at IS NULL")
                .endsWith("[" + at(FENCED) + ", DONE, it\uFFFDs , p, id]");
        assertThat(target.changes().get(1)).endsWith("[p, id, 3, FENCE, " + at(FENCED) + "]");
    }

    @Test
    void startsNoStepAfterLast() throws SQLException {
        store.advance(target.connection(), ATTEMPT, "DONE", "", "", FENCED);
        assertThat(target.changes()).singleElement().asString().startsWith("UPDATE");
    }

    /** Another operator may have started another attempt: its row must not change. */
    @Test
    void setsColumnsOfThisAttemptOnly() throws SQLException {
        store.set(target.connection(), ATTEMPT, "a = ?, b = ?, c = ?", FENCED, 5L, "x\0");
        assertThat(target.changes())
                .containsExactly("UPDATE gaussferry.cutover SET a = ?, b = ?, c = ? WHERE pipeline = ? AND id = ? ["
                        + at(FENCED) + ", 5, x\uFFFD, p, id]");
        target.updates("UPDATE", 0);
        assertThatThrownBy(() -> store.set(target.connection(), ATTEMPT, "b = ?", 5L))
                .isInstanceOf(IllegalStateException.class);
    }

    private CutoverState read(String step, @Nullable Instant fenced, @Nullable String gtids) throws SQLException {
        target.answerNamed(
                "FROM gaussferry.cutover WHERE",
                COLUMNS,
                row(
                        "id",
                        step,
                        "ada",
                        "here ",
                        1,
                        "CHANGED",
                        STARTED,
                        SINCE,
                        DEADLINE,
                        fenced == null ? null : "read_only=0",
                        fenced,
                        gtids,
                        gtids == null ? null : "binlog.000001 ",
                        gtids == null ? null : 500,
                        "why",
                        SWITCHED));
        return store.read(target.connection());
    }

    private static Timestamp at(Instant time) {
        return Timestamp.from(time);
    }
}
