package io.gaussferry.cutover;

import io.gaussferry.cutover.state.ReturnRequest;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.pipeline.reverse.ReverseRunner;
import io.gaussferry.pipeline.reverse.ReverseStatus;
import io.gaussferry.pipeline.reverse.TargetTableChange;
import io.gaussferry.pipeline.reverse.TargetTables;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the target's tables after the switch: reverse replication sends nothing of a table that was created since, even if it has the
 * name of a replicated one. {@link #changes} may be called by any thread, the other methods by one.
 */
final class TargetTableWatch {

    private static final Logger LOG = LoggerFactory.getLogger(TargetTableWatch.class);

    /** The share of the time that the query may take: a target with very many tables is asked less often. */
    private static final int SHARE = 20;

    /** The longest time that a return waits for MySQL to get a definition; it refuses no writers meanwhile. */
    private static final Duration MAX_DEFINITIONS = Duration.ofSeconds(60);

    private static final Duration REQUEST_INTERVAL = Duration.ofSeconds(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private final Set<TargetTableChange> reported = new HashSet<>();
    /** The tables that this process has excluded because they were not published. */
    private final Set<TableId> excluded = new HashSet<>();

    /** The definitions for which reverse replication was asked to give them to MySQL. */
    private final Set<String> requested = new HashSet<>();

    private long requestedNanos;

    /** Whether the running reverse replication does not skip all of them. */
    private boolean isRestartNeeded;

    private volatile List<TargetTableChange> changes = List.of();
    private @Nullable TargetTables tables;
    private String otherProblems = "";
    private long nextNanos = System.nanoTime();

    /**
     * Checks the target once. Every new change is logged and recorded on the target.
     *
     * @param runner reverse replication, which gives MySQL the definitions that were added on the target
     * @param problems that the record of the step has to contain too; empty if there are none
     */
    void check(AttemptComponents components, ReverseRunner runner, String problems) throws InterruptedException {
        otherProblems = problems;
        long started = System.nanoTime();
        if (started - nextNanos < 0) {
            return;
        }
        try {
            read(components, runner);
        } catch (GaussferryException e) {
            LOG.debug("The target's tables cannot be read: {}", e.getMessage());
        }
        long ended = System.nanoTime();
        nextNanos = ended + SHARE * (ended - started);
    }

    private TargetTables.State read(AttemptComponents components, ReverseRunner runner) throws InterruptedException {
        TargetTables known = tables;
        if (known == null) {
            known = new TargetTables(components.reverse());
            tables = known;
        }
        TargetTables.State state = components
                .links()
                .target()
                .read("read the target's tables", known::read)
                .without(runner.refusedDefinitions());
        changes = state.changes();
        requestDefinitions(runner, state);
        List<TargetTableChange> added = state.changes().stream()
                .filter(change -> !reported.contains(change) && !change.isPending())
                .toList();
        for (TargetTableChange change : added) {
            LOG.error("Table {} on the target {}: {}", change.table(), change.description(), change.remedy());
        }
        if (!added.isEmpty()) {
            components.journal().problem(otherProblems + description(state.changes()));
        }
        reported.clear();
        reported.addAll(state.changes());
        excludeUnpublished(components, state);
        return state;
    }

    /** A table that is in use on the target is tried again after some time. */
    private void requestDefinitions(ReverseRunner runner, TargetTables.State state) {
        Set<String> pending = pending(state);
        long now = System.nanoTime();
        boolean isDue = now - requestedNanos > REQUEST_INTERVAL.toNanos();
        if (!pending.isEmpty() && (isDue || !requested.containsAll(pending))) {
            requestedNanos = now;
            runner.renewDefinitions();
        }
        requested.clear();
        requested.addAll(pending);
    }

    /** Returns the tables and indexes whose definitions MySQL gets soon. */
    private static Set<String> pending(TargetTables.State state) {
        Set<String> pending = new TreeSet<>();
        state.changes().stream()
                .filter(TargetTableChange::isPending)
                .map(TargetTableChange::toString)
                .forEach(pending::add);
        state.newIndexes().forEach(index -> pending.add("index " + index));
        return pending;
    }

    private static String description(List<TargetTableChange> changes) {
        return "tables of the target that MySQL does not have with this content: "
                + changes.stream().map(TargetTableChange::toString).collect(Collectors.joining("; "));
    }

    /** Excludes the tables that the publication lacks for good: MySQL lacks their changes, even if they are added again. */
    private void excludeUnpublished(AttemptComponents components, TargetTables.State state)
            throws InterruptedException {
        Set<TableId> unpublished = state.changes().stream()
                .filter(change -> change.kind() == TargetTableChange.Kind.UNPUBLISHED)
                .map(TargetTableChange::table)
                .collect(Collectors.toSet());
        if (!excluded.containsAll(unpublished)) {
            isRestartNeeded |= exclude(components, unpublished);
            excluded.addAll(unpublished);
        }
    }

    /** Forgets the changes that were found, because reverse replication is armed again. */
    void forget() {
        reported.clear();
        excluded.clear();
        changes = List.of();
    }

    /** Returns the changes that the last successful check has found. */
    List<TargetTableChange> changes() {
        return changes;
    }

    /**
     * Waits until MySQL has the definitions that were added on the target, or until it is known that it does not get
     * them.
     */
    void awaitDefinitions(AttemptComponents components, ReverseRunner runner) throws InterruptedException {
        long end = System.nanoTime() + MAX_DEFINITIONS.toNanos();
        while (!pending(read(components, runner)).isEmpty()
                && runner.status().phase() != ReverseStatus.Phase.FAILED
                && System.nanoTime() - end < 0) {
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
    }

    /**
     * Requires that the request names every table that MySQL will not have.
     *
     * @throws GaussferryException if it does not, or if it names a table that does not exist
     */
    void requireNamed(AttemptComponents components, ReverseRunner runner, ReturnRequest request)
            throws InterruptedException {
        TargetTables.State state = read(components, runner);
        Set<TableId> unknown = new TreeSet<>(request.without());
        unknown.removeAll(state.changed());
        unknown.removeAll(state.writable());
        if (!unknown.isEmpty()) {
            throw refused(
                    "Reverse replication has no tables " + unknown + ".",
                    "name the tables as on the target: --without SCHEMA.TABLE");
        }
        List<TargetTableChange> unnamed = state.changes().stream()
                .filter(change -> !request.without().contains(change.table()))
                .toList();
        if (!unnamed.isEmpty()) {
            throw refused(
                    "Tables of the target have changed since the switch, and MySQL does not have their present content: "
                            + unnamed.stream().map(TargetTableChange::toString).collect(Collectors.joining("; "))
                            + ".",
                    "save their rows if MySQL needs them, and return without these tables: gaussferry cutover back"
                            + unnamed.stream()
                                    .map(change -> " --without " + change.table())
                                    .collect(Collectors.joining()));
        }
    }

    /**
     * Excludes the tables of a request, which reverse replication skips from its next start on.
     *
     * @return whether it has to be started again
     */
    boolean excludeForReturn(AttemptComponents components, ReturnRequest request) throws InterruptedException {
        boolean added = exclude(components, request.without());
        boolean isNeeded = added || (isRestartNeeded && !request.without().isEmpty());
        isRestartNeeded = false;
        return isNeeded;
    }

    private boolean exclude(AttemptComponents components, Set<TableId> without) throws InterruptedException {
        TargetTables known = Objects.requireNonNull(tables);
        boolean added = components
                .links()
                .target()
                .write(
                        "exclude tables from reverse replication",
                        components.journal(),
                        connection -> known.exclude(connection, without));
        if (added) {
            LOG.warn("Reverse replication continues without tables {}", without);
        }
        return added;
    }

    private static GaussferryException refused(String problem, String remedy) {
        return new GaussferryException(ErrorCode.TARGET_TABLES_CHANGED, problem, remedy, null);
    }
}
