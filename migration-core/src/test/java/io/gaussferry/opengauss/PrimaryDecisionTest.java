package io.gaussferry.opengauss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gaussferry.opengauss.PrimaryDecision.Answer;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.TargetHost;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two servers, A and B, are asked once a second; the decision must follow a failover, and no answer from before it. */
class PrimaryDecisionTest {

    private static final TargetHost A = new TargetHost("a", 5432);
    private static final TargetHost B = new TargetHost("b", 5432);

    private final PrimaryDecision decision = new PrimaryDecision(List.of(A, B));

    private void answer(long asked, TargetHost host, HostRole role) {
        decision.recordTerms(decision.record(List.of(new Answer(new HostState(host, role, ""), asked))));
    }

    private void answer(TargetHost host, HostRole role) {
        answer(decision.ask(), host, role);
    }

    @Test
    void knowsNoPrimaryBeforeTheFirstAnswer() {
        assertThat(decision.primary()).isEmpty();
        assertThat(decision.states()).extracting(HostState::detail).containsExactly("not asked yet", "not asked yet");
        assertThat(decision.mustLeave(A)).isFalse();
    }

    @Test
    void followsSwitchover() {
        answer(A, HostRole.PRIMARY);
        answer(A, HostRole.STANDBY);
        assertThat(decision.usable()).isEmpty();
        assertThatThrownBy(decision::require).hasMessageContaining("No server of the target is the primary");
        answer(B, HostRole.PRIMARY);
        assertThat(decision.require()).isEqualTo(B);
        assertThat(decision.changes()).isEqualTo(1);
        assertThat(decision.mustLeave(A)).isTrue();
        assertThat(decision.mustLeave(B)).isFalse();
        assertThatThrownBy(() -> decision.requireUsable(A)).hasMessageContaining("no longer the target's primary");
        assertThatCode(() -> decision.requireUsable(B)).doesNotThrowAnyException();
    }

    /** It takes no new sessions, and ends only when the reader of its log has left. */
    @Test
    void leavesPrimaryThatEnds() {
        answer(A, HostRole.PRIMARY);
        answer(A, HostRole.UNREACHABLE);
        assertThat(decision.mustLeave(A)).as("it may recover").isFalse();
        answer(A, HostRole.CHANGING);
        assertThat(decision.mustLeave(A)).isTrue();
    }

    @Test
    void doesNotReturnToReplacedPrimary() {
        answer(A, HostRole.PRIMARY);
        answer(A, HostRole.UNREACHABLE);
        answer(B, HostRole.PRIMARY);
        answer(B, HostRole.UNREACHABLE);
        answer(A, HostRole.PRIMARY);
        assertThatThrownBy(decision::require).hasMessageContaining("was replaced before");
        answer(A, HostRole.STANDBY);
        answer(A, HostRole.PRIMARY);
        assertThat(decision.require()).as("after it has been a standby").isEqualTo(A);
    }

    /** A question from before a switchover is answered after it. */
    @Test
    void ignoresAnswerToEarlierQuestion() {
        answer(A, HostRole.PRIMARY);
        long early = decision.ask();
        answer(A, HostRole.STANDBY);
        answer(B, HostRole.PRIMARY);
        answer(B, HostRole.UNREACHABLE);
        answer(early, A, HostRole.PRIMARY);
        assertThat(decision.changes()).isEqualTo(1);
        answer(B, HostRole.PRIMARY);
        assertThat(decision.require())
                .as("the new primary does not count as replaced")
                .isEqualTo(B);
    }

    /** The last answer of a server that has not been asked since. */
    @Test
    void ignoresClaimFromBeforeTheFailover() {
        answer(A, HostRole.PRIMARY);
        answer(A, HostRole.STANDBY);
        long early = decision.ask();
        answer(B, HostRole.PRIMARY);
        answer(B, HostRole.UNREACHABLE);
        answer(early, A, HostRole.PRIMARY);
        answer(B, HostRole.PRIMARY);
        assertThat(decision.require()).isEqualTo(B);
        assertThat(decision.changes()).isEqualTo(1);
    }

    @Test
    void decidesBetweenTwoPrimariesByTheirTerms() {
        answer(A, HostRole.PRIMARY);
        decision.record(List.of(new Answer(new HostState(A, HostRole.UNREACHABLE, ""), decision.ask())));
        List<HostState> claiming = decision.record(List.of(
                new Answer(new HostState(A, HostRole.PRIMARY, ""), decision.ask()),
                new Answer(new HostState(B, HostRole.PRIMARY, ""), decision.ask())));
        assertThat(claiming).extracting(HostState::host).containsExactly(A, B);
        decision.recordTerms(
                List.of(claiming.get(0).withTerm(1), claiming.get(1).withTerm(2)));
        assertThat(decision.require()).isEqualTo(B);
    }

    @Test
    void usesNeitherOfTwoPrimariesWithoutTerms() {
        answer(A, HostRole.PRIMARY);
        answer(B, HostRole.PRIMARY);
        assertThatThrownBy(decision::require).hasMessageContaining("Several servers of the target are primary");
        assertThatThrownBy(() -> decision.requireUsable(A)).hasMessageContaining("Several servers");
        assertThat(decision.mustLeave(A)).isTrue();
    }

    /** A is replaced by B, rebuilt, and the primary again before anybody has seen it as a standby. */
    @Test
    void returnsToRebuiltPrimaryThatWasNotSeenAsStandby() {
        String name = replaceNamed();
        answer(B, HostRole.UNREACHABLE);
        answer(A, HostRole.PRIMARY);
        assertThatThrownBy(decision::require).hasMessageContaining("was replaced before");
        assertThat(decision.evidence(A)).contains(name);
        decision.rebuilt(A, name);
        answer(A, HostRole.PRIMARY);
        assertThat(decision.require()).isEqualTo(A);
        assertThat(decision.nameToStore(A)).isPresent().isNotEqualTo(Optional.of(name));
        assertThat(decision.evidence(B)).as("A has no name yet").isEmpty();
    }

    /** It can be started as a standby although it has transactions that its successor lacks, and then as the primary again. */
    @Test
    void refusesFormerPrimaryThatWasStandbyWithoutItsSuccessorsName() {
        String unused = replaceNamed();
        answer(A, HostRole.STANDBY);
        answer(B, HostRole.UNREACHABLE);
        answer(A, HostRole.PRIMARY);
        assertThatThrownBy(decision::require).hasMessageContaining("was replaced before");
    }

    @Test
    void nameOfEarlierChangeShowsNothing() {
        String first = replaceNamed();
        decision.rebuilt(A, first);
        answer(A, HostRole.PRIMARY);
        answer(B, HostRole.UNREACHABLE);
        answer(A, HostRole.PRIMARY);
        decision.stored(A, first);
        assertThat(decision.evidence(B)).as("not the name of this change").isEmpty();
        decision.stored(A, decision.nameToStore(A).orElseThrow());
        decision.rebuilt(B, first);
        answer(A, HostRole.UNREACHABLE);
        answer(B, HostRole.PRIMARY);
        assertThatThrownBy(decision::require).hasMessageContaining("was replaced before");
    }

    /** Tables of an earlier version have none for names. */
    @Test
    void roleOfStandbyCountsWithoutNames() {
        decision.nameChanges();
        answer(A, HostRole.PRIMARY);
        answer(A, HostRole.UNREACHABLE);
        answer(B, HostRole.PRIMARY);
        decision.withoutName(A);
        assertThat(decision.nameToStore(B)).as("A is not the primary").isPresent();
        decision.withoutName(B);
        answer(A, HostRole.STANDBY);
        answer(B, HostRole.STANDBY);
        answer(A, HostRole.PRIMARY);
        assertThat(decision.require()).isEqualTo(A);
    }

    /** Replaces A by B, which stores the name of the change. */
    private String replaceNamed() {
        decision.nameChanges();
        answer(A, HostRole.PRIMARY);
        answer(A, HostRole.UNREACHABLE);
        answer(B, HostRole.PRIMARY);
        assertThat(decision.nameToStore(A)).isEmpty();
        String name = decision.nameToStore(B).orElseThrow();
        assertThat(decision.evidence(A)).as("B has no name yet").isEmpty();
        decision.stored(B, name);
        assertThat(decision.nameToStore(B)).isEmpty();
        return name;
    }
}
