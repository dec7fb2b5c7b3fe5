package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.ErrorCategory;
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
     */
    record Decoded(
            TableId id,
            @Nullable RowImageEncoder encoder,
            @Nullable GaussferryException problem,
            boolean isExcluded) {}

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

    DecodedTables(List<TableDefinition> tables, Map<TableId, TargetShape> shapes, Conversion conversion) {
        this(tables, shapes, conversion, Set.of());
    }

    /** @param excluded tables, other than the given ones, whose rows are skipped */
    DecodedTables(
            List<TableDefinition> tables,
            Map<TableId, TargetShape> shapes,
            Conversion conversion,
            Set<TableId> excluded) {
        this.excluded = excluded;
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
            byOid.put(relation.oid(), new Decoded(relation.id(), null, null, true));
            return;
        }
        boolean keyOnly = relation.identity() == ReplicaIdentity.DEFAULT.identity();
        RowImageEncoder encoder = (keyOnly ? keyOnlyEncoders : encoders).get(relation.id());
        GaussferryException problem = null;
        if (encoders.containsKey(relation.id())) {
            problem = difference(relation, shapes.get(relation.id()));
        } else if (!relation.id().equals(PROGRESS) && !relation.id().equals(PROBE)) {
            problem = changed(relation.id(), "it is in the publication, but not part of reverse replication");
        }
        byOid.put(relation.oid(), new Decoded(relation.id(), encoder, problem, false));
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
        return new GaussferryException(
                ErrorCategory.FATAL,
                "Table " + table + " was changed on the target after reverse replication was armed: " + change + ".",
                "compare both sides and continue from a new slot: gaussferry cutover rearm --config FILE --reason TEXT",
                null);
    }
}
