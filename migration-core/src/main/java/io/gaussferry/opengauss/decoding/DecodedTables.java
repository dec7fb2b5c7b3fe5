package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.schema.TableDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps table OIDs in the stream to tables and their row image encoders. Not thread-safe. */
final class DecodedTables {

    /**
     * A table of the stream: the encoder of a replicated table, or the reason why its rows cannot be read.
     *
     * @param isExcluded whether its rows are skipped
     * @param from rows of transactions that were committed before this position are skipped
     */
    record Decoded(
            TableId id,
            @Nullable RowImageEncoder encoder,
            @Nullable GaussferryException problem,
            boolean isExcluded,
            long from) {

        /** Returns whether the rows of a transaction are skipped. */
        boolean skips(long commitLsn) {
            return isExcluded || commitLsn < from;
        }
    }

    /** Written by the replication from MySQL: its transactions originate there. */
    static final TableId PROGRESS = new TableId("gaussferry", "progress");
    /** Written to test whether the slot decodes: such transactions contain no changes. */
    static final TableId PROBE = new TableId("gaussferry", "probe");

    private final Map<TableId, RowImageEncoder> encoders = new HashMap<>();
    /** Encoders of the tables whose old rows may consist of the key. */
    private final Map<TableId, RowImageEncoder> keyOnlyEncoders = new HashMap<>();

    private final Map<TableId, TargetShape> shapes;
    private final Map<Long, Decoded> byOid = new HashMap<>();
    private final Set<TableId> excluded;
    private final EarlierShapes earlier;
    private final Map<TableId, Long> from;
    /** The names that the tables had when reverse replication was armed. */
    private final Map<Long, TableId> armedNames = new HashMap<>();
    /** Encoders of rows from before a change of their table's definition. */
    private final Map<Relation, RowImageEncoder> earlierEncoders = new HashMap<>();

    DecodedTables(List<TableDefinition> tables, Map<TableId, TargetShape> shapes, Conversion conversion) {
        this(tables, shapes, conversion, Set.of(), EarlierShapes.NONE, ArmedTables.NONE);
    }

    /**
     * @param excluded tables, other than the given ones, whose rows are skipped
     * @param earlier reads rows from before a change of their table's definition
     * @param armed the tables of the moment of arming
     */
    DecodedTables(
            List<TableDefinition> tables,
            Map<TableId, TargetShape> shapes,
            Conversion conversion,
            Set<TableId> excluded,
            EarlierShapes earlier,
            ArmedTables armed) {
        armed.oids().forEach((table, oid) -> armedNames.put(oid, table));
        this.excluded = excluded;
        this.earlier = earlier;
        this.from = armed.from();
        this.shapes = shapes;
        for (TableDefinition table : tables) {
            TargetShape shape = shapes.get(table.targetId());
            if (shape == null) {
                throw changed(table.targetId(), "the table no longer exists");
            }
            RowImageEncoder encoder = new RowImageEncoder(table, shape, conversion.target());
            encoders.put(table.targetId(), encoder);
            if (ReplicaIdentity.of(table, shape, conversion) == ReplicaIdentity.DEFAULT) {
                keyOnlyEncoders.put(table.targetId(), encoder.withKeyOnlyBefore());
            }
        }
    }

    /** Processes the stream's description of a table. */
    void announce(Relation relation) {
        if (excluded.contains(relation.id())) {
            byOid.put(relation.oid(), new Decoded(relation.id(), null, null, true, 0));
            return;
        }
        boolean keyOnly = relation.identity() == ReplicaIdentity.DEFAULT.identity();
        RowImageEncoder encoder = (keyOnly ? keyOnlyEncoders : encoders).get(relation.id());
        GaussferryException problem = null;
        TableId former = armedNames.getOrDefault(relation.oid(), relation.id());
        if (!former.equals(relation.id()) && encoders.containsKey(relation.id())) {
            problem = changed(relation.id(), "it is table " + former + ", renamed");
        } else if (encoders.containsKey(relation.id())) {
            problem = difference(relation, shapes.get(relation.id()));
            RowImageEncoder ofEarlier = problem == null ? null : ofEarlier(relation, keyOnly);
            if (ofEarlier != null) {
                encoder = ofEarlier;
                problem = null;
            }
        } else if (!relation.id().equals(PROGRESS) && !relation.id().equals(PROBE)) {
            problem = changed(relation.id(), "it is in the publication, but not part of reverse replication");
        }
        byOid.put(
                relation.oid(),
                new Decoded(relation.id(), encoder, problem, false, from.getOrDefault(relation.id(), 0L)));
    }

    /**
     * Returns the encoder of rows from before a change of the table's definition; null if the rows are not from such a
     * time. The content of old rows may have been less then.
     */
    private @Nullable RowImageEncoder ofEarlier(Relation relation, boolean keyOnly) {
        RowImageEncoder whole = encoders.get(relation.id());
        TargetShape shape = shapes.get(relation.id());
        if (whole == null || shape == null || !earlier.includes(relation.id())) {
            return null;
        }
        RowImageEncoder known = earlierEncoders.get(relation);
        if (known != null) {
            return known;
        }
        boolean identifiesRows = keyOnly
                ? ReplicaIdentity.isRowKey(whole.version().definition(), shape)
                : relation.identity() == ReplicaIdentity.FULL.identity();
        if (!identifiesRows) {
            return null;
        }
        RowImageEncoder present = keyOnly ? whole.withKeyOnlyBefore() : whole;
        RowImageEncoder found = earlier.encoder(relation, shape, present).orElse(null);
        if (found != null) {
            earlierEncoders.put(relation, found);
        }
        return found;
    }

    private @Nullable GaussferryException difference(Relation relation, @Nullable TargetShape shape) {
        ReplicaIdentity needed =
                keyOnlyEncoders.containsKey(relation.id()) ? ReplicaIdentity.DEFAULT : ReplicaIdentity.FULL;
        if (!needed.isSatisfiedBy(relation.identity())) {
            return changed(relation.id(), "its REPLICA IDENTITY logs less of old rows than before");
        }
        List<TargetShape.Column> columns = shape == null ? List.of() : shape.columns();
        boolean same = columns.size() == relation.columns().size();
        for (int i = 0; same && i < columns.size(); i++) {
            TargetShape.Column known = columns.get(i);
            Relation.Column sent = relation.columns().get(i);
            same = known.name().equals(sent.name())
                    && known.typeOid() == sent.typeOid()
                    && known.modifier() == sent.modifier();
        }
        return same ? null : changed(relation.id(), "its columns differ from its present or its armed definition");
    }

    /** Returns the table of a row. An unreadable table fails only here, because its rows may be skipped. */
    Decoded get(long oid) {
        Decoded known = byOid.get(oid);
        if (known == null) {
            throw new PgOutputReader.MalformedMessageException(
                    "The target's logical decoding sent a row of table OID " + oid + ", which it has not described.");
        }
        if (known.problem() != null) {
            throw known.problem();
        }
        return known;
    }

    static GaussferryException changed(TableId table, String change) {
        return new ChangedTableException(table, change);
    }
}
