package io.gaussferry.opengauss;

import io.gaussferry.target.cluster.CommitRule;
import io.gaussferry.target.cluster.TargetHost;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commits of a target's primary that wait for its standbys, as observed once a second. Thread-safe. */
final class CommitWaits {

    private static final Logger LOG = LoggerFactory.getLogger(CommitWaits.class);

    /** A standby that disappears is noticed after some seconds, and the commits that waited for it then continue. */
    private static final Duration REPORTED_AFTER = Duration.ofSeconds(3);

    private @Nullable Observation last;
    private boolean isBlocked;
    private boolean isReported;

    /**
     * The last observation.
     *
     * @param host the primary
     * @param rule when it acknowledges commits
     * @param seconds for which its oldest COMMIT has waited; null if unknown
     */
    record Observation(
            TargetHost host, CommitRule rule, @Nullable Double seconds) {}

    /** Returns the last observation of a host; null if the last one was of another host. */
    synchronized @Nullable Observation last(TargetHost host) {
        Observation observation = last;
        return observation != null && observation.host().equals(host) ? observation : null;
    }

    /** Records an observation, and logs when commits start and stop to wait. */
    synchronized void record(Observation observation) {
        last = observation;
        reportRule(observation.host(), observation.rule());
        reportWait(observation.host(), observation.seconds());
    }

    private void reportRule(TargetHost host, CommitRule rule) {
        if (rule.isBlocked() != isBlocked) {
            isBlocked = rule.isBlocked();
            LOG.warn(
                    isBlocked
                            ? "Commits on {} wait for a standby (synchronous_standby_names \"{}\"), and too few are connected: a cutover's"
                                    + " decisions and an application's commits do not return until enough are. Connect a standby, or set"
                                    + " most_available_sync to on"
                            : "Commits on {} no longer wait for a missing standby (synchronous_standby_names \"{}\")",
                    host,
                    rule.names());
        }
    }

    private void reportWait(TargetHost host, @Nullable Double seconds) {
        boolean isLong = seconds != null && seconds > REPORTED_AFTER.toSeconds();
        if (isLong != isReported) {
            isReported = isLong;
            LOG.warn(
                    isLong
                            ? "A COMMIT on {} has waited for a standby for more than {} s: the standby or the network to it is slow or stopped"
                            : "No COMMIT on {} has waited for a standby for more than {} s any longer",
                    host,
                    REPORTED_AFTER.toSeconds());
        }
    }
}
