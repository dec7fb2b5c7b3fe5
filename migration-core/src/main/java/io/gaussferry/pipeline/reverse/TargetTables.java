package io.gaussferry.pipeline.reverse;

import io.gaussferry.checkpoint.CreatedTableStore;
import io.gaussferry.checkpoint.ReverseReplicationStore;
import io.gaussferry.checkpoint.ReverseTableStore;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.SourceSettings;
import io.gaussferry.opengauss.TargetProducts;
import io.gaussferry.opengauss.additive.AdditiveChange;
import io.gaussferry.opengauss.additive.DefinedTable;
import io.gaussferry.opengauss.additive.DefinedTables;
import io.gaussferry.opengauss.additive.NewTable;
import io.gaussferry.opengauss.decoding.ArmedTables;
import io.gaussferry.opengauss.decoding.ChangesWithOrigin;
import io.gaussferry.opengauss.decoding.PublicationMembers;
import io.gaussferry.opengauss.decoding.TargetRelations;
import io.gaussferry.opengauss.decoding.TargetRelations.IndexRelation;
import io.gaussferry.opengauss.decoding.TargetRelations.Relation;
import io.gaussferry.opengauss.decoding.TargetShapes;
import io.gaussferry.pipeline.reverse.TargetTableChange.Kind;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.target.LogicalDecoding;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the target's tables with those of the moment when reverse replication was armed. The publication lists the OIDs of that moment:
 * the server sends no change of a table that was created since, even if it has the name of a replicated one, and reports nothing. All
 * methods join the connection's transaction. Not thread-safe.
 */
public final class TargetTables {

    private final String pipeline;
    private final String publication;
    private final SourceSettings source;
    private @Nullable TargetProfile profile;
    /** The stamp of each table whose definition was last found to be the armed one. */
    private final Map<TableId, String> unaltered = new HashMap<>();

    /** @param settings of reverse replication */
    public TargetTables(ReverseSettings settings) {
        this.pipeline = settings.name();
        this.source = settings.source();
        this.publication = settings.decoding().publication();
    }

    /**
     * The tables of the target.
     *
     * @param changes since reverse replication was armed, by name
     * @param writable existing tables that are replicated, or were created since and can have triggers: a return makes them
     *     refuse writes
     * @param newIndexes indexes that were created since, and that MySQL may get
     */
    public record State(List<TargetTableChange> changes, Set<TableId> writable, Set<TableId> newIndexes) {

        /** The state before reverse replication is armed. */
        public static final State UNKNOWN = new State(List.of(), Set.of(), Set.of());

        public State {
            changes = List.copyOf(changes);
            writable = Set.copyOf(writable);
            newIndexes = Set.copyOf(newIndexes);
        }

        /** Returns the state with the reasons why MySQL does not get some definitions, by table. */
        public State without(Map<TableId, String> refused) {
            return new State(
                    changes.stream().map(change -> change.considering(refused)).toList(), writable, newIndexes);
        }

        /** Returns the names of the changed tables. */
        public Set<TableId> changed() {
            return changes.stream().map(TargetTableChange::table).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Stores the present tables in the databases of these tables. */
    void save(Connection target, Collection<TableId> tables) throws SQLException {
        Map<TableId, Long> oids = new TreeMap<>();
        TargetRelations.read(target, schemas(tables), publication)
                .forEach((table, relation) -> oids.put(table, relation.oid()));
        Map<TableId, Long> indexes = new TreeMap<>();
        TargetRelations.indexes(target, schemas(tables))
                .forEach((index, relation) -> indexes.put(index, relation.oid()));
        new ReverseTableStore(pipeline).save(target, oids, indexes);
    }

    /**
     * Stores the present OIDs of these tables after reverse replication was armed again. Other tables that were created since it was armed
     * first remain changes.
     */
    void saveAgain(Connection target, Collection<TableId> tables) throws SQLException {
        ReverseTableStore store = new ReverseTableStore(pipeline);
        Map<TableId, Long> oids = new TreeMap<>(store.read(target).oids());
        TargetRelations.read(target, schemas(tables), publication).forEach((table, relation) -> {
            if (tables.contains(table)) {
                oids.put(table, relation.oid());
            }
        });
        store.save(target, oids, store.read(target).indexes());
    }

    /** Returns the present state; {@link State#UNKNOWN} if reverse replication is not armed. */
    public State read(Connection target) throws SQLException {
        ReverseReplicationStore.Armed armed =
                new ReverseReplicationStore(pipeline).find(target).orElse(null);
        if (armed == null) {
            return State.UNKNOWN;
        }
        Map<TableId, String> fingerprints = new TreeMap<>(armed.fingerprints());
        fingerprints.remove(PublicationMembers.STORED_AS);
        ReverseTableStore store = new ReverseTableStore(pipeline);
        ReverseTableStore.Known known = store.read(target);
        Set<TableId> ofOthers = store.ofOtherPipelines(target);
        Map<TableId, Relation> present = TargetRelations.read(target, schemas(fingerprints.keySet()), publication);
        Map<TableId, TargetShape> altered = altered(target, fingerprints, present);
        List<TargetTableChange> changes = new ArrayList<>();
        Set<TableId> writable = new TreeSet<>();
        Set<TableId> names = new TreeSet<>(fingerprints.keySet());
        names.addAll(present.keySet());
        for (TableId table : names) {
            Relation relation = present.get(table);
            boolean replicated = fingerprints.containsKey(table);
            // an earlier version did not store the tables that are not replicated
            boolean isCreated =
                    !known.oids().isEmpty() && !known.oids().containsKey(table) && !ofOthers.contains(table);
            Kind kind =
                    replicated ? changeOf(table, relation, known, altered.keySet()) : isCreated ? Kind.CREATED : null;
            Optional<TableId> former =
                    relation == null ? Optional.empty() : former(relation, known, fingerprints.keySet());
            if (kind == Kind.CREATED && former.isPresent()) {
                // not given to MySQL: the changes of the table would continue there, and be lost once it is renamed
                // back
                changes.add(new TargetTableChange(table, kind, "it is table " + former.get() + ", renamed"));
            } else if (kind == Kind.CREATED) {
                changes.add(creation(target, table));
            } else if (kind == Kind.ALTERED) {
                changes.add(
                        alteration(target, altered.get(table), Objects.requireNonNull(fingerprints.get(table)), table));
            } else if (kind != null) {
                changes.add(new TargetTableChange(table, kind));
            }
            // replicated tables have been fenced before
            if (relation != null && (replicated || (kind != null && relation.takesTriggers()))) {
                writable.add(table);
            }
        }
        return new State(
                changes,
                writable,
                newIndexes(target, fingerprints.keySet(), known).keySet());
    }

    /**
     * Requires that the publication has sent the changes of all tables that are not excluded, without interruption.
     *
     * @param decoding the target's
     * @throws io.gaussferry.error.GaussferryException if it has not
     */
    void requirePublished(Connection target, LogicalDecoding decoding) throws SQLException {
        ReverseReplicationStore.Armed armed =
                new ReverseReplicationStore(pipeline).find(target).orElse(null);
        if (armed == null) {
            return;
        }
        ChangesWithOrigin.requireNone(target, decoding, armed.lsn());
        String members = armed.fingerprints().get(PublicationMembers.STORED_AS);
        if (members != null) {
            new PublicationMembers(publication)
                    .require(
                            target,
                            members,
                            new ReverseTableStore(pipeline).read(target).excluded());
        }
    }

    /**
     * Excludes replicated tables that have another name, by both names: their changes are skipped, so that MySQL lacks them even once the
     * tables have their former names again.
     */
    void excludeRenamed(Connection target) throws SQLException {
        ReverseReplicationStore.Armed armed =
                new ReverseReplicationStore(pipeline).find(target).orElse(null);
        if (armed == null) {
            return;
        }
        Set<TableId> replicated = new TreeSet<>(armed.fingerprints().keySet());
        replicated.remove(PublicationMembers.STORED_AS);
        ReverseTableStore.Known known = new ReverseTableStore(pipeline).read(target);
        Set<TableId> renamed = new TreeSet<>();
        TargetRelations.read(target, schemas(replicated), publication).forEach((table, relation) -> {
            if (!replicated.contains(table)) {
                former(relation, known, replicated).ifPresent(name -> renamed.addAll(Set.of(name, table)));
            }
        });
        boolean unused = exclude(target, renamed);
    }

    /** Returns the tables whose changes the target does not send, or no longer completely. */
    Set<TableId> notReplicated(Connection target) throws SQLException {
        // a table that was renamed remains published: it is excluded by both names
        Set<TableId> tables =
                new TreeSet<>(new ReverseTableStore(pipeline).read(target).excluded());
        for (TargetTableChange change : read(target).changes()) {
            // a new table may be published already
            boolean isNew = change.kind() == Kind.CREATED || change.kind() == Kind.ADDED;
            if (isNew || change.kind().endsReplication()) {
                tables.add(change.table());
            }
        }
        return tables;
    }

    /**
     * Excludes tables from reverse replication, which skips their changes from its next start on.
     *
     * @return whether its last start has not skipped one of them
     */
    public boolean exclude(Connection target, Collection<TableId> tables) throws SQLException {
        ReverseTableStore store = new ReverseTableStore(pipeline);
        Set<TableId> added = new TreeSet<>(tables);
        added.removeAll(store.read(target).excluded());
        for (TableId table : added) {
            store.exclude(target, table);
        }
        return !added.isEmpty();
    }

    private static Set<String> schemas(Collection<TableId> tables) {
        return tables.stream()
                .filter(table -> !table.equals(PublicationMembers.STORED_AS))
                .map(TableId::schema)
                .collect(Collectors.toSet());
    }

    /** Returns the name that a relation had when it was armed, if it was replicated. */
    private static Optional<TableId> former(Relation relation, ReverseTableStore.Known known, Set<TableId> replicated) {
        return known.oids().entrySet().stream()
                .filter(armed -> armed.getValue() == relation.oid() && replicated.contains(armed.getKey()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static @Nullable Kind changeOf(
            TableId table, @Nullable Relation relation, ReverseTableStore.Known known, Set<TableId> altered) {
        if (relation == null) {
            return Kind.DROPPED;
        }
        Long armed = known.oids().get(table);
        if (armed != null && armed != relation.oid()) {
            return Kind.RECREATED;
        }
        if (!relation.isPublished()) {
            return armed == null ? Kind.RECREATED : Kind.UNPUBLISHED;
        }
        if (known.excluded().contains(table)) {
            return Kind.EXCLUDED;
        }
        return altered.contains(table) ? Kind.ALTERED : null;
    }

    /** Returns whether MySQL can have the present definition of an altered table, or why it cannot. */
    private TargetTableChange alteration(Connection target, @Nullable TargetShape shape, String armed, TableId table)
            throws SQLException {
        DefinedTable defined = DefinedTables.read(target, table).orElse(null);
        if (shape == null || defined == null) {
            return new TargetTableChange(table, Kind.ALTERED);
        }
        AdditiveChange change = AdditiveChange.of(armed, shape.fingerprint(), defined, profile(target));
        return change.isPossible()
                ? new TargetTableChange(table, Kind.EXTENDED)
                : new TargetTableChange(table, Kind.ALTERED, String.join("; ", change.obstacles()));
    }

    /** Returns whether MySQL can have a new table, or why it cannot. */
    private TargetTableChange creation(Connection target, TableId table) throws SQLException {
        DefinedTable defined = DefinedTables.read(target, table).orElse(null);
        if (defined == null) {
            return new TargetTableChange(table, Kind.CREATED);
        }
        List<String> obstacles = new ArrayList<>(new NewTable(defined, profile(target)).obstacles());
        if (SourceNames.of(table, source).isEmpty()) {
            obstacles.add("the pipeline does not replicate a table of this name");
        }
        return obstacles.isEmpty()
                ? new TargetTableChange(table, Kind.ADDED)
                : new TargetTableChange(table, Kind.CREATED, String.join("; ", obstacles));
    }

    private TargetProfile profile(Connection target) throws SQLException {
        TargetProfile known = profile;
        if (known == null) {
            known = TargetProducts.detect(target).profile();
            profile = known;
        }
        return known;
    }

    /** Returns the tables whose definition has changed since arming, in MySQL as well. */
    static ArmedTables armed(Connection target, String pipeline) throws SQLException {
        ReverseTableStore.Known known = new ReverseTableStore(pipeline).read(target);
        return new ArmedTables(known.altered(), new CreatedTableStore(pipeline).read(target), known.oids());
    }

    /** Returns the indexes of these tables that were created since arming and not processed; none if an earlier version armed. */
    static Map<TableId, IndexRelation> newIndexes(Connection target, Set<TableId> tables, ReverseTableStore.Known known)
            throws SQLException {
        Map<TableId, IndexRelation> indexes = new TreeMap<>();
        if (!known.indexes().isEmpty()) {
            TargetRelations.indexes(target, schemas(tables)).forEach((index, relation) -> {
                Long oid = known.indexes().get(index);
                boolean isNew = oid == null || oid != relation.oid();
                if (isNew && tables.contains(relation.table())) {
                    indexes.put(index, relation);
                }
            });
        }
        return indexes;
    }

    /** Returns the tables that MySQL can have as they are now on the target. */
    Set<TableId> pending(Connection target) throws SQLException {
        return read(target).changes().stream()
                .filter(TargetTableChange::isPending)
                .map(TargetTableChange::table)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the existing tables whose definition differs. Reads the definitions of those whose stamp has changed. */
    private Map<TableId, TargetShape> altered(
            Connection target, Map<TableId, String> fingerprints, Map<TableId, Relation> present) throws SQLException {
        Set<TableId> unknown = new TreeSet<>();
        fingerprints.keySet().forEach(table -> {
            Relation relation = present.get(table);
            if (relation != null && !stamp(relation).equals(unaltered.get(table))) {
                unknown.add(table);
            }
        });
        Map<TableId, TargetShape> shapes = TargetShapes.read(target, unknown);
        Map<TableId, TargetShape> altered = new TreeMap<>();
        for (TableId table : unknown) {
            TargetShape shape = shapes.get(table);
            Relation relation = present.get(table);
            if (shape == null || relation == null) {
                continue;
            }
            if (shape.hasFingerprint(fingerprints.getOrDefault(table, ""))) {
                unaltered.put(table, stamp(relation));
            } else {
                altered.put(table, shape);
            }
        }
        return altered;
    }

    private static String stamp(Relation relation) {
        return relation.oid() + " " + relation.stamp();
    }
}
