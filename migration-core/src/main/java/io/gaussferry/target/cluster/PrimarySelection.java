package io.gaussferry.target.cluster;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which server of the target may be written to. A server's own word is not enough: a primary that was frozen or
 * killed while a standby was promoted comes back as primary, and accepts writes that are lost when it is rebuilt.
 *
 * @param outcome the decision
 * @param states the primary if one was found, the conflicting ones, or those of all servers if none is primary
 */
public record PrimarySelection(Outcome outcome, List<HostState> states) {

    /** The kinds of decisions. */
    public enum Outcome {
        /** One server is the primary. */
        FOUND,
        /** No server is. */
        MISSING,
        /** Several servers claim to be the primary, and nothing shows which of them is right. */
        SEVERAL,
        /** The only primary was replaced as primary before, and not rebuilt since. */
        REPLACED
    }

    public PrimarySelection {
        states = List.copyOf(states);
    }

    /**
     * Earlier observations.
     *
     * @param replaced servers that were replaced as primary, and have not been rebuilt since
     * @param term the highest term that any primary has reported
     */
    public record Memory(Set<TargetHost> replaced, long term) {
        public Memory {
            replaced = Set.copyOf(replaced);
        }
    }

    /** Selects the primary among the servers' states. */
    public static PrimarySelection of(Collection<HostState> states, Memory memory) {
        List<HostState> primaries = states.stream()
                .filter(state -> state.role() == HostRole.PRIMARY)
                .toList();
        if (primaries.isEmpty()) {
            return new PrimarySelection(Outcome.MISSING, List.copyOf(states));
        }
        if (primaries.size() == 1) {
            return new PrimarySelection(
                    isReplaced(primaries.get(0), memory) ? Outcome.REPLACED : Outcome.FOUND, primaries);
        }
        return elected(primaries)
                .or(() -> onlyOne(primaries.stream()
                        .filter(state -> !isReplaced(state, memory))
                        .toList()))
                .map(primary -> new PrimarySelection(Outcome.FOUND, List.of(primary)))
                .orElseGet(() -> new PrimarySelection(Outcome.SEVERAL, primaries));
    }

    /** Returns the primary. Requires {@link Outcome#FOUND}. */
    public HostState primary() {
        return states.get(0);
    }

    /** A replaced primary that was elected again has a higher term than before. */
    private static boolean isReplaced(HostState primary, Memory memory) {
        boolean known = primary.term() != HostState.UNKNOWN_TERM;
        if (known && primary.term() != memory.term()) {
            return primary.term() < memory.term();
        }
        return memory.replaced().contains(primary.host());
    }

    /** Returns the primary whose term is higher than those of all others. */
    private static Optional<HostState> elected(List<HostState> primaries) {
        if (primaries.stream().anyMatch(state -> state.term() == HostState.UNKNOWN_TERM)) {
            return Optional.empty();
        }
        long highest = primaries.stream().mapToLong(HostState::term).max().orElseThrow();
        return onlyOne(
                primaries.stream().filter(state -> state.term() == highest).toList());
    }

    private static Optional<HostState> onlyOne(List<HostState> states) {
        return states.size() == 1 ? Optional.of(states.get(0)) : Optional.empty();
    }

    /** Returns the states for messages. */
    public String describe() {
        return states.stream().map(HostState::toString).collect(Collectors.joining("; "));
    }
}
