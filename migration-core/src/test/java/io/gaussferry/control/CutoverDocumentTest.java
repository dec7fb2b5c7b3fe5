package io.gaussferry.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.cutover.record.CutoverStatus;
import io.gaussferry.cutover.record.PreparationStatus;
import io.gaussferry.cutover.state.Cutover;
import io.gaussferry.cutover.state.CutoverRequest;
import io.gaussferry.cutover.state.CutoverState;
import io.gaussferry.cutover.state.CutoverState.Advancing;
import io.gaussferry.cutover.state.CutoverState.Finished;
import io.gaussferry.cutover.state.CutoverState.Idle;
import io.gaussferry.cutover.state.CutoverState.RolledBack;
import io.gaussferry.cutover.state.CutoverState.RollingBack;
import io.gaussferry.cutover.state.CutoverState.Switched;
import io.gaussferry.cutover.state.CutoverStep;
import io.gaussferry.cutover.state.VerifyMode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The reported downtime starts at the fence and ends when writers are accepted again, on either side. */
class CutoverDocumentTest {

    private static final Instant FENCED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = FENCED.plusSeconds(9);
    private static final Instant DEADLINE = FENCED.plusSeconds(60);
    private static final Cutover ATTEMPT = attempt(FENCED);

    @Test
    void reportsNothingWithoutCutover() {
        CutoverDocument document = document(new Idle());
        assertThat(document.state()).isEqualTo(CutoverDocument.State.NONE);
        assertThat(document.step()).isNull();
        assertThat(document.refusedSeconds()).isNull();
    }

    @Test
    void countsUntilNowWhileWritersAreRefused() {
        CutoverDocument document = document(new Advancing(ATTEMPT, CutoverStep.DRAIN, FENCED, DEADLINE));
        assertThat(document.state()).isEqualTo(CutoverDocument.State.AT_WORK);
        assertThat(document.step()).isEqualTo(CutoverStep.DRAIN);
        assertThat(document.refusedSeconds()).isEqualTo(9);
        assertThat(document.deadline()).isEqualTo(DEADLINE);
        assertThat(document(new Advancing(attempt(null), CutoverStep.PREPARE, FENCED, DEADLINE))
                        .refusedSeconds())
                .as("before the fence")
                .isNull();
    }

    @Test
    void countsUntilRollbackIsComplete() {
        assertThat(document(new RollingBack(ATTEMPT, "why", FENCED.plusSeconds(2)))
                        .refusedSeconds())
                .isEqualTo(9);
        CutoverDocument document = document(new RolledBack(ATTEMPT, "why", FENCED.plusSeconds(4)));
        assertThat(document.refusedSeconds()).isEqualTo(4);
        assertThat(document.reason()).isEqualTo("why");
        assertThat(document.step()).isEqualTo(CutoverStep.ROLLBACK);
    }

    @Test
    void countsUntilSwitch() {
        Instant switchedAt = FENCED.plusSeconds(3);
        assertThat(document(new Switched(ATTEMPT, CutoverStep.WATCH, NOW, switchedAt))
                        .refusedSeconds())
                .isEqualTo(3);
        CutoverDocument document = document(new Finished(ATTEMPT, NOW, switchedAt));
        assertThat(document.refusedSeconds()).isEqualTo(3);
        assertThat(document.switchedAt()).isEqualTo(switchedAt);
    }

    /** After a return the state is that of a rollback, but writers were accepted by the target in the meantime. */
    @Test
    void doesNotCountTimeOnTargetAfterReturn() {
        CutoverStatus.Step atSwitch =
                new CutoverStatus.Step("SWITCH", FENCED.plusSeconds(3), FENCED.plusSeconds(4), "DONE", "");
        assertThat(document(new RolledBack(ATTEMPT, "returned", FENCED.plusSeconds(90_000)), atSwitch)
                        .refusedSeconds())
                .isEqualTo(3);
    }

    private static Cutover attempt(@Nullable Instant fencedAt) {
        return new Cutover(
                "id",
                new CutoverRequest("ada", "here", false, VerifyMode.FULL),
                FENCED.minusSeconds(30),
                null,
                fencedAt,
                null);
    }

    private static CutoverDocument document(CutoverState state, CutoverStatus.Step... steps) {
        CutoverStatus status = new CutoverStatus(
                state, List.of(steps), List.of(), List.of(), List.of(), "", "", null, List.of(), List.of(), null);
        PreparationStatus none = new PreparationStatus(PreparationStatus.State.NONE, "", 0, 0, 0, 0, "", "");
        return CutoverDocument.of(1, status, none, NOW);
    }
}
