package io.gaussferry.target.cluster;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a target at one moment, for people.
 *
 * @param primary the address of the primary that is used; null while none may be used
 * @param hosts the servers, in the URL's order
 * @param changes how often another server has become the primary since this process started
 * @param secondsSinceChange the time since the last of these changes; null without one
 * @param unusableSeconds the time for which no server may be used; 0 while one may
 * @param commitWaitSeconds the time for which the oldest COMMIT on the primary has waited for a standby; 0 if none waits; null if unknown
 * @param standbys number of standbys that are connected to the primary; null if unknown
 * @param synchronousStandbys number of those that commits wait for; null if unknown
 * @param problem why no server may be used; empty if one may
 */
public record ClusterView(
        @Nullable String primary,
        List<Host> hosts,
        int changes,
        @Nullable Double secondsSinceChange,
        double unusableSeconds,
        @Nullable Double commitWaitSeconds,
        @Nullable Integer standbys,
        @Nullable Integer synchronousStandbys,
        String problem) {

    public ClusterView {
        hosts = List.copyOf(hosts);
    }

    /** The use of a server. */
    public enum Condition {
        /** It is the primary. */
        PRIMARY,
        /** It is a standby. */
        STANDBY,
        /** It starts, ends, or changes its role. */
        CHANGING,
        /** It does not answer. */
        UNREACHABLE,
        /** It claims to be the primary, and gets no writes: it was replaced, or another server claims it, too. */
        REFUSED;

        /** Returns the name in metrics. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One server.
     *
     * @param address {@code host:port}
     * @param detail the server's own words, or the reason why it does not answer
     */
    public record Host(String address, Condition condition, String detail) {

        /**
         * Returns the view of a server.
         *
         * @param state its last known state
         * @param isUsed whether it is the primary that is used
         */
        public static Host of(HostState state, boolean isUsed) {
            return new Host(state.host().toString(), condition(state.role(), isUsed), state.detail());
        }

        private static Condition condition(HostRole role, boolean isUsed) {
            return switch (role) {
                case PRIMARY -> isUsed ? Condition.PRIMARY : Condition.REFUSED;
                case STANDBY -> Condition.STANDBY;
                case CHANGING -> Condition.CHANGING;
                case UNREACHABLE -> Condition.UNREACHABLE;
            };
        }
    }
}
