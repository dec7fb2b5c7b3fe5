package io.gaussferry.cutover.check;

import io.gaussferry.target.cluster.CommitRule;
import java.util.Optional;

/**
 * Finds how a failover of the target could forget a decision of a cutover. After a forgotten switch the new primary would open the source while
 * the application writes to the target.
 */
public final class DecisionRisk {

    private static final String ACCEPT = "gaussferry.cutover.unreplicated-decisions: accept";

    private static final String EFFECT =
            " would forget the decision of the cutover, and both sides could accept writes.";

    private DecisionRisk() {}

    /**
     * Returns the problem.
     *
     * @param hasSeveralHosts whether the target's URL names several servers
     * @param isAccepted whether the operator accepts decisions that only the primary has
     */
    public static Optional<CutoverFinding> of(CommitRule rule, boolean hasSeveralHosts, boolean isAccepted) {
        if (rule.isBlocked()) {
            return Optional.of(CutoverFinding.blocker(
                    "Commits on the target wait for a standby (synchronous_standby_names is '" + rule.names()
                            + "'), and too few are connected: a decision of the cutover would not return.",
                    "connect a standby; on openGauss most_available_sync = on lets commits continue without one"));
        }
        if (rule.standbys() == 0 && hasSeveralHosts) {
            // nothing can be promoted that follows it, and a cutover after a failover must be possible
            return Optional.of(CutoverFinding.warning(
                    "No standby of the target is connected: a failover to one that is behind" + EFFECT,
                    "connect a standby before the cutover"));
        }
        if (rule.standbys() > 1 && rule.synchronous() == 0) {
            return Optional.of(finding(
                    "Commits wait for none of the target's " + rule.standbys()
                            + " standbys: a failover to any but the most advanced one",
                    "set synchronous_standby_names on every server of the target",
                    isAccepted));
        }
        return Optional.empty();
    }

    private static CutoverFinding finding(String problem, String remedy, boolean isAccepted) {
        return isAccepted
                ? CutoverFinding.warning(problem + EFFECT, remedy + "; accepted by " + ACCEPT)
                : CutoverFinding.blocker(problem + EFFECT, remedy + "; or accept it with " + ACCEPT);
    }
}
