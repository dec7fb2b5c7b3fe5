package io.gaussferry.opengauss;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.target.cluster.HostRole;
import io.gaussferry.target.cluster.HostState;
import io.gaussferry.target.cluster.PrimarySelection;
import io.gaussferry.target.cluster.PrimarySelection.Outcome;
import io.gaussferry.target.cluster.TargetHost;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which server of a target may be written to: the servers' answers, the decision, and the memory of earlier ones. Several threads ask the
 * servers, and a frozen server answers late. Of two answers, the one whose question was asked later counts: an answer from before a failover
 * must not reverse it. Sends no query. Thread-safe.
 */
final class PrimaryDecision {

    private static final Logger LOG = LoggerFactory.getLogger(PrimaryDecision.class);

    /** SQLSTATE of a connection failure. */
    private static final String CONNECTION_FAILURE = "08006";

    private static final String LATE = "answered after another server had become the primary";

    /** The last answer of each host, in the URL's order. */
    private final Map<TargetHost, Answer> answers = new LinkedHashMap<>();

    private final FormerPrimaries former = new FormerPrimaries();

    private long questions;
    private long term = HostState.UNKNOWN_TERM;
    private int changes;
    /** When another server became the primary, by {@link System#nanoTime}; null if none has. */
    private @Nullable Long changedAt;
    /** Since when no server may be used; null while one may. */
    private @Nullable Long unusableSince;

    private @Nullable TargetHost primary;
    /** The question whose answer has made the present primary the primary. */
    private long primaryAsked;

    private @Nullable GaussferryException problem;
    private @Nullable PrimarySelection last;

    /**
     * A server's answer.
     *
     * @param asked the number of the question, from {@link #ask}
     */
    record Answer(HostState state, long asked) {}

    PrimaryDecision(List<TargetHost> hosts) {
        hosts.forEach(host ->
                answers.put(host, new Answer(new HostState(host, HostRole.UNREACHABLE, "not asked yet"), 0)));
    }

    /** Returns the number of a question that is about to be asked. */
    synchronized long ask() {
        return ++questions;
    }

    /** Returns the primary that is known; empty before one was found. */
    synchronized Optional<TargetHost> primary() {
        return Optional.ofNullable(primary);
    }

    /** Returns the last known states, in the URL's order. */
    synchronized List<HostState> states() {
        return answers.values().stream().map(Answer::state).toList();
    }

    /** Returns how often another server has become the primary. */
    synchronized int changes() {
        return changes;
    }

    /** Returns the seconds since another server has become the primary; null if none has. */
    synchronized @Nullable Double secondsSinceChange() {
        return changedAt == null ? null : Double.valueOf(secondsSince(changedAt));
    }

    /** Returns for how many seconds no server may be used; 0 if one may. */
    synchronized double unusableSeconds() {
        return unusableSince == null ? 0 : secondsSince(unusableSince);
    }

    private static double secondsSince(long nanos) {
        return Math.max(0, System.nanoTime() - nanos) / 1e9;
    }

    /** Returns why no server may be used; null if one may. */
    synchronized @Nullable GaussferryException problem() {
        return problem;
    }

    /** Returns the known primary; empty if none is known, or none may be used. */
    synchronized Optional<TargetHost> usable() {
        return problem == null ? primary() : Optional.empty();
    }

    /** Returns the primary. Throws if no server may be used. Requires an answer of each server. */
    synchronized TargetHost require() {
        if (problem != null) {
            throw problem;
        }
        return Objects.requireNonNull(primary);
    }

    /**
     * Requires that a host is not known to be replaced.
     *
     * @throws SQLException like that of a lost connection
     */
    synchronized void requireUsable(TargetHost host) throws SQLException {
        TargetHost known = primary;
        if (known != null && !known.equals(host)) {
            throw new SQLException(host + " is no longer the target's primary: " + known + " is", CONNECTION_FAILURE);
        }
        GaussferryException current = problem;
        if (current != null && current.code() == ErrorCode.TARGET_PRIMARIES_SEVERAL) {
            throw new SQLException(current.problem(), CONNECTION_FAILURE);
        }
    }

    /** Returns whether connections to a host must not be used any longer. A server that does not answer may recover. */
    synchronized boolean mustLeave(TargetHost host) {
        PrimarySelection selection = last;
        if (selection == null) {
            return false;
        }
        return switch (selection.outcome()) {
            case FOUND -> !host.equals(selection.primary().host());
            case MISSING -> state(host).role() != HostRole.UNREACHABLE;
            case SEVERAL, REPLACED -> true;
        };
    }

    private HostState state(TargetHost host) {
        return Objects.requireNonNull(answers.get(host)).state();
    }

    /**
     * Records answers, and decides again.
     *
     * @return the servers that claim to be the primary if only their terms can decide; {@link #recordTerms} then decides
     */
    synchronized List<HostState> record(Collection<Answer> given) {
        given.forEach(this::record);
        PrimarySelection selection = PrimarySelection.of(states(), memory());
        if (selection.outcome() == Outcome.SEVERAL) {
            return selection.states();
        }
        decide(selection);
        return List.of();
    }

    private void record(Answer answer) {
        TargetHost host = answer.state().host();
        if (answer.asked() < Objects.requireNonNull(answers.get(host)).asked()) {
            return;
        }
        boolean isLate = answer.state().role() == HostRole.PRIMARY
                && primary != null
                && !primary.equals(host)
                && answer.asked() < primaryAsked;
        answers.put(host, isLate ? new Answer(new HostState(host, HostRole.CHANGING, LATE), answer.asked()) : answer);
        if (answer.state().role() == HostRole.STANDBY) {
            former.standby(host);
        }
    }

    /** Decides with the terms of servers that claim to be the primary. A server that has changed its role since does not count. */
    synchronized void recordTerms(Collection<HostState> withTerms) {
        Map<TargetHost, HostState> known = new HashMap<>();
        withTerms.forEach(state -> known.put(state.host(), state));
        decide(PrimarySelection.of(
                states().stream()
                        .map(state ->
                                state.role() == HostRole.PRIMARY ? known.getOrDefault(state.host(), state) : state)
                        .toList(),
                memory()));
    }

    /** Names the following changes of the primary: see {@link FormerPrimaries}. */
    synchronized void nameChanges() {
        former.nameChanges();
    }

    /** Returns the name of the last change that a host, as the primary, has to store; empty if it is not the primary, or has stored it. */
    synchronized Optional<String> nameToStore(TargetHost host) {
        return usable().filter(host::equals).flatMap(primaryHost -> former.toStore());
    }

    /** Records that a host has stored the name of a change. */
    synchronized void stored(TargetHost host, String name) {
        if (host.equals(primary)) {
            former.stored(name);
        }
    }

    /** Records that a host has no table for names: roles alone decide. */
    synchronized void withoutName(TargetHost host) {
        if (host.equals(primary)) {
            former.withoutName();
        }
    }

    /** Returns the name that shows that a former primary was rebuilt; empty if the host is none, or if no name shows it yet. */
    synchronized Optional<String> evidence(TargetHost host) {
        return former.evidence(host);
    }

    /** Records that a former primary has the name of a change. */
    synchronized void rebuilt(TargetHost host, String name) {
        former.rebuilt(host, name);
    }

    private PrimarySelection.Memory memory() {
        return new PrimarySelection.Memory(former.hosts(), term);
    }

    private void decide(PrimarySelection selection) {
        last = selection;
        TargetHost before = primary;
        GaussferryException formerProblem = problem;
        switch (selection.outcome()) {
            case FOUND -> found(selection.primary());
            case MISSING -> problem = missing(selection);
            case SEVERAL -> problem = conflict(selection);
            case REPLACED -> problem = replaced(selection);
        }
        GaussferryException current = problem;
        if (current == null) {
            unusableSince = null;
        } else if (unusableSince == null) {
            unusableSince = System.nanoTime();
        }
        if (current != null
                && (formerProblem == null || !formerProblem.problem().equals(current.problem()))) {
            LOG.warn("{}", current.problem());
        }
        TargetHost now = primary;
        if (now != null && before != null && !now.equals(before)) {
            LOG.warn("The target's primary is now {}, before: {}", now, before);
        }
    }

    private void found(HostState found) {
        problem = null;
        TargetHost before = primary;
        if (before != null && !before.equals(found.host())) {
            changes++;
            changedAt = System.nanoTime();
            former.replaced(before, state(before).role());
        }
        if (!found.host().equals(before)) {
            primary = found.host();
            primaryAsked = Objects.requireNonNull(answers.get(found.host())).asked();
        }
        former.elected(found.host());
        term = Math.max(term, found.term());
    }

    private static GaussferryException missing(PrimarySelection selection) {
        return new GaussferryException(
                ErrorCode.TARGET_PRIMARY_MISSING,
                "No server of the target is the primary: " + selection.describe() + ".",
                "no action needed during a switchover: retrying; otherwise promote a standby (gs_ctl failover), or start the primary",
                null);
    }

    private static GaussferryException conflict(PrimarySelection selection) {
        return new GaussferryException(
                ErrorCode.TARGET_PRIMARIES_SEVERAL,
                "Several servers of the target are primary: " + selection.describe()
                        + ". Nothing is written to any of them.",
                "stop the wrong one, and rebuild it as a standby (gs_ctl build); replication then continues",
                null);
    }

    private static GaussferryException replaced(PrimarySelection selection) {
        return new GaussferryException(
                ErrorCode.TARGET_PRIMARIES_SEVERAL,
                "The only primary of the target was replaced before, and has not been rebuilt since: "
                        + selection.describe()
                        + ". Nothing is written to it.",
                "rebuild it as a standby of the server that replaced it (gs_ctl build); if it is to be the primary although it lacks"
                        + " transactions, restart the daemon",
                null);
    }
}
