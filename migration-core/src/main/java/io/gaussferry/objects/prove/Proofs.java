package io.gaussferry.objects.prove;

import io.gaussferry.jdbc.Sql;
import io.gaussferry.objects.source.ObjectKind;
import io.gaussferry.objects.source.StoredSettings;
import io.gaussferry.objects.translate.ClockFunctions;
import io.gaussferry.objects.translate.Translation.Translated;
import io.gaussferry.schema.TableDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Proves objects of all kinds. Those that only read are executed in one pair of snapshots; each one that writes has its own. */
public final class Proofs {

    private static final String NOT_ALLOWED =
            "it may change rows, and nothing that may is executed on the source without"
                    + " --execute-on-source rollback";
    private static final String COMMITS =
            "it commits or rolls back, so that the source could not undo it or keep its snapshot";

    /** Functions that hold a lock of the source, or its session, beyond a rollback. */
    public static final Set<String> INTERFERING = Set.of("GET_LOCK", "RELEASE_LOCK", "RELEASE_ALL_LOCKS", "SLEEP");

    /** Functions that return times that are the same on both sides; UNIX_TIMESTAMP is stored in columns of numbers. */
    private static final Set<String> TIMES = ClockFunctions.PINNED.stream()
            .filter(function -> !function.equals("UNIX_TIMESTAMP"))
            .collect(Collectors.toUnmodifiableSet());

    private static final int ATTEMPTS = 3;

    /** Ends the snapshots of both sides, and opens others at one position. */
    @FunctionalInterface
    public interface Snapshots {
        void reopen() throws SQLException;
    }

    private final Connection source;
    private final Connection target;
    private final Snapshots snapshots;
    private final boolean dolphin;
    private final PinnedClock clock;
    private final ViewProof views;
    private final RoutineProof routines;
    private final UsedObjects used;
    private final StoredSettings sessions;
    private final @Nullable WritingProofs writing;
    private final @Nullable CommittingProof committing;
    private final @Nullable SampledProof sampled;
    private final Collection<TableDefinition> tables;

    /**
     * @param source a snapshot of the source, read-only for the server
     * @param target a snapshot of the target at the same position
     * @param snapshots opens other snapshots in these connections
     * @param used what an object uses
     * @param sessions the settings of the source's session
     * @param writing executes objects that may write; null if that is not allowed
     * @param committing executes procedures that commit; null if that is not allowed
     * @param sampled executes objects that write large tables; null if that is not allowed
     */
    public Proofs(
            Connection source,
            Connection target,
            Snapshots snapshots,
            boolean dolphin,
            Collection<TableDefinition> tables,
            UsedObjects used,
            StoredSettings sessions,
            @Nullable WritingProofs writing,
            @Nullable CommittingProof committing,
            @Nullable SampledProof sampled) {
        this.committing = committing;
        this.sampled = sampled;
        this.tables = tables;
        this.sessions = sessions;
        this.source = source;
        this.target = target;
        this.snapshots = snapshots;
        this.dolphin = dolphin;
        this.clock = new PinnedClock(source, target);
        this.views = new ViewProof(source, target);
        this.routines = new RoutineProof(
                source,
                target,
                new ArgumentSamples(new ColumnSamples(source, tables, Set.of()), ProofRows.PRESENT),
                Effects.NONE,
                clock);
        this.used = used;
        this.writing = writing;
    }

    /** Proves objects that the target accepts. The target's transaction is rolled back before the first object that writes. */
    public Map<Translated, Proof> prove(List<Translated> objects, ProofListener listener) throws SQLException {
        Map<Translated, Proof> proofs = new LinkedHashMap<>();
        // procedures last: their executions may lock rows of the source until its snapshot ends
        List<Translated> reading = objects.stream()
                .filter(object -> !writes(object))
                .sorted(Comparator.comparing(object -> object.object().kind() == ObjectKind.PROCEDURE))
                .toList();
        TargetObjects present = create(objects);
        for (Translated object : reading) {
            if (object.object().kind() == ObjectKind.PROCEDURE && RowLocks.mayBeHeld(source)) {
                snapshots.reopen();
                present = create(objects);
            }
            listener.starts(object.object(), proofs.size(), objects.size());
            proofs.put(
                    object,
                    present.created().contains(object)
                            ? proveVarying(object, false)
                            : Proof.of(
                                    ObjectState.COMPILES,
                                    "the target does not create it again: " + present.refusals()));
        }
        target.rollback();
        Sql.execute(source, "ROLLBACK");
        if (writing != null) {
            for (Translated object : reading) {
                listener.starts(object.object(), proofs.size(), objects.size());
                Proof proof = Objects.requireNonNull(proofs.get(object));
                if (proof.state() != ObjectState.DIFFERS
                        && (proof.showsNothing() || writing.reachesEmptyTable(used.reach(object, true)))) {
                    Proof withRows = proveVarying(object, true);
                    proofs.put(object, withRows.state() == ObjectState.COMPILES ? proof : withRows);
                }
            }
        }
        for (Translated object : objects) {
            if (!proofs.containsKey(object)) {
                listener.starts(object.object(), proofs.size(), objects.size());
                proofs.put(object, proveVarying(object, true));
            }
        }
        return proofs;
    }

    /** Creates what the target accepts in the transaction of its snapshot. */
    private TargetObjects create(List<Translated> objects) throws SQLException {
        CreatingSession.prepare(target, dolphin);
        TargetObjects present = new TargetObjects(target, false);
        present.create(objects.stream()
                .filter(object -> object.object().kind().compareTo(ObjectKind.VIEW) <= 0)
                .toList());
        CreatingSession.executeAs(target, dolphin, sessions);
        return present;
    }

    private boolean writes(Translated object) {
        return object.object().kind() == ObjectKind.EVENT
                || used.reach(object, false).writes();
    }

    /**
     * Proves an object. Results that depend on the time may differ because a second has ended between the two sides, or because the target
     * has rounded the time of a column, so they are compared again; those that depend on the session or chance differ by nature.
     */
    private Proof proveVarying(Translated object, boolean writes) throws SQLException {
        UsedObjects.Reach reach = used.reach(object, writes);
        Set<String> varying = reach.objects().stream()
                .flatMap(part -> part.varying().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        boolean isRepeated = !varying.isEmpty() || writing != null && writes && writing.setsTime(reach);
        Proof proof = prove(object, reach, writes, false);
        for (int attempt = 2; attempt <= ATTEMPTS && proof.state() == ObjectState.DIFFERS && isRepeated; attempt++) {
            proof = prove(object, reach, writes, true);
        }
        List<String> reservations = reach.reservations(object);
        if (proof.state() == ObjectState.EXECUTED && !reservations.isEmpty()) {
            return Proof.of(ObjectState.COMPILES, proof.detail() + ", but it has " + String.join("; ", reservations));
        }
        if (proof.state() == ObjectState.DIFFERS && isExplained(proof.variation(), varying, clock.isPinned())) {
            return Proof.of(
                    ObjectState.COMPILES,
                    "its results depend on " + String.join(", ", varying) + ", and differ: " + proof.detail());
        }
        return proof;
    }

    /**
     * Returns whether functions may explain a difference. The time is the same on both sides, so it explains none that is found in each
     * attempt, except in columns with more digits of the second than the source's clock.
     */
    static boolean isExplained(Proof.Variation variation, Set<String> varying, boolean isPinned) {
        return switch (variation) {
            case NONE -> false;
            case CHANCE -> isPinned ? !TIMES.containsAll(varying) : !varying.isEmpty();
            case TIME_OR_CHANCE -> !varying.isEmpty();
        };
    }

    private Proof prove(Translated object, UsedObjects.Reach reach, boolean writes, boolean early) throws SQLException {
        Set<String> interfering = reach.objects().stream()
                .flatMap(part -> part.varying().stream())
                .filter(INTERFERING::contains)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!interfering.isEmpty()) {
            return Proof.of(
                    ObjectState.COMPILES,
                    "it calls " + String.join(", ", interfering) + ", which could make the application wait");
        }
        if (!reach.missing().isEmpty()) {
            return Proof.of(
                    ObjectState.COMPILES, "the target lacks what it uses: " + String.join(", ", reach.missing()));
        }
        if (reach.controlsTransactions()) {
            // COMMIT would end the source's snapshot, too
            if (committing != null) {
                return committing.prove(object, reach);
            }
            return Proof.of(ObjectState.COMPILES, writing == null && writes ? NOT_ALLOWED : COMMITS);
        }
        if (!writes) {
            return object.object().kind() == ObjectKind.VIEW
                    ? views.prove(object, reach.unordered())
                    : routines.prove(object, reach.unordered());
        }
        if (writing == null) {
            return Proof.of(ObjectState.COMPILES, NOT_ALLOWED);
        }
        if (sampled != null && writing.changesLarge(reach)) {
            return sampled.prove(object, reach, early);
        }
        UsedObjects.Reach extended = used.withParents(reach, tables);
        return writing.prove(object, writing.isRefused(extended) ? reach : extended, early);
    }
}
