package io.gaussferry.target.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gaussferry.target.cluster.PrimarySelection.Memory;
import io.gaussferry.target.cluster.PrimarySelection.Outcome;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which server may be written to, for every combination of the servers' reports. */
class PrimarySelectionTest {

    private static final TargetHost A = new TargetHost("a", 5432);
    private static final TargetHost B = new TargetHost("b", 5432);
    private static final Memory NOTHING = new Memory(Set.of(), HostState.UNKNOWN_TERM);

    @Test
    void findsOnlyPrimary() {
        PrimarySelection found = select(NOTHING, standby(A), primary(B));
        assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
        assertThat(found.primary().host()).isEqualTo(B);
    }

    @Test
    void findsPrimaryWhoseStandbyDoesNotAnswer() {
        assertThat(select(NOTHING, primary(A), new HostState(B, HostRole.UNREACHABLE, "refused"))
                        .outcome())
                .isEqualTo(Outcome.FOUND);
    }

    @Test
    void waitsWithoutPrimary() {
        PrimarySelection missing = select(NOTHING, standby(A), new HostState(B, HostRole.CHANGING, "Promoting"));
        assertThat(missing.outcome()).isEqualTo(Outcome.MISSING);
        assertThat(missing.describe()).isEqualTo("a:5432 is a standby; b:5432 changes its role (Promoting)");
    }

    @Test
    void refusesSeveralPrimaries() {
        PrimarySelection several = select(NOTHING, primary(A), primary(B));
        assertThat(several.outcome()).isEqualTo(Outcome.SEVERAL);
        assertThat(several.describe()).isEqualTo("a:5432 is primary; b:5432 is primary");
    }

    /** The manager of the cluster passes a rising term to each promotion. */
    @Test
    void findsHighestTermOfSeveralPrimaries() {
        assertThat(select(NOTHING, primary(A).withTerm(7), primary(B).withTerm(1))
                        .primary()
                        .host())
                .isEqualTo(A);
        assertThat(select(NOTHING, primary(A).withTerm(1), primary(B).withTerm(1))
                        .outcome())
                .as("a promotion without a manager leaves the term unchanged")
                .isEqualTo(Outcome.SEVERAL);
        assertThat(select(NOTHING, primary(A).withTerm(7), primary(B)).outcome())
                .as("a term that could not be read may be higher")
                .isEqualTo(Outcome.SEVERAL);
    }

    /** A former primary that was frozen while B was promoted claims to be primary until it is rebuilt. */
    @Test
    void refusesReplacedPrimary() {
        Memory replaced = new Memory(Set.of(A), HostState.UNKNOWN_TERM);
        assertThat(select(replaced, primary(A), primary(B)).primary().host()).isEqualTo(B);
        assertThat(select(replaced, primary(A), new HostState(B, HostRole.UNREACHABLE, ""))
                        .outcome())
                .isEqualTo(Outcome.REPLACED);
    }

    @Test
    void comparesTermWithHighestKnown() {
        Memory elected = new Memory(Set.of(A), 7);
        assertThat(select(elected, primary(A).withTerm(8)).outcome())
                .as("elected again")
                .isEqualTo(Outcome.FOUND);
        assertThat(select(elected, primary(A).withTerm(7)).outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(select(new Memory(Set.of(), 7), primary(A).withTerm(6)).outcome())
                .isEqualTo(Outcome.REPLACED);
    }

    private static PrimarySelection select(Memory memory, HostState... states) {
        return PrimarySelection.of(List.of(states), memory);
    }

    private static HostState primary(TargetHost host) {
        return new HostState(host, HostRole.PRIMARY, "");
    }

    private static HostState standby(TargetHost host) {
        return new HostState(host, HostRole.STANDBY, "");
    }
}
