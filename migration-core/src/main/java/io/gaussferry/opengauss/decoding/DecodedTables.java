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
import org.jspecify.annotations.Nullable;

/** Which table a number in the stream means, and how its rows become row images. Used by one thread. */
final class DecodedTables {

    /** A table of the stream: the encoder of a replicated one, or why its rows cannot be read. */
    record Decoded(
            TableId id,
            @Nullable RowImageEncoder encoder,
            @Nullable GaussferryException problem) {}

    /** Written by the replay from MySQL: the transaction comes from there. */
    static final TableId PROGRESS = new TableId("gaussferry", "progress");
    /** Written to see that the slot decodes: the transaction changes nothing. */
    static final TableId PROBE = new TableId("gaussferry", "probe");

    private final Map<TableId, RowImageEncoder> encoders = new HashMap<>();
    /** Of the tables whose old rows need not come whole. */
    private final Map<TableId, RowImageEncoder> keyOnlyEncoders = new HashMap<>();

    private final Map<TableId, TargetShape> shapes;
    private final Map<Long, Decoded> byOid = new HashMap<>();

    DecodedTables(List<TableDefinition> tables, Map<TableId, TargetShape> shapes, Conversion conversion) {
        this.shapes = shapes;
        for (TableDefinition table : tables) {
            TargetShape shape = shapes.get(table.targetId());
            if (shape == null) {
                throw changed(table.targetId(), "it is gone");
            }
            RowImageEncoder encoder = new RowImageEncoder(table, shape, conversion.target());
            encoders.put(table.targetId(), encoder);
            if (OldRows.of(table, shape, conversion) == OldRows.KEY) {
                keyOnlyEncoders.put(table.targetId(), encoder.withKeyOnlyBefore());
            }
        }
    }

    /** Takes what the stream says of a table. */
    void announce(Relation relation) {
        boolean keyOnly = relation.identity() == OldRows.KEY.identity();
        RowImageEncoder encoder = (keyOnly ? keyOnlyEncoders : encoders).get(relation.id());
        GaussferryException problem = null;
        if (encoders.containsKey(relation.id())) {
            problem = difference(relation, shapes.get(relation.id()));
        } else if (!relation.id().equals(PROGRESS) && !relation.id().equals(PROBE)) {
            problem = changed(relation.id(), "the publication has it, and the way back does not");
        }
        byOid.put(relation.oid(), new Decoded(relation.id(), encoder, problem));
    }

    private @Nullable GaussferryException difference(Relation relation, @Nullable TargetShape shape) {
        OldRows needed = keyOnlyEncoders.containsKey(relation.id()) ? OldRows.KEY : OldRows.WHOLE;
        if (!needed.isToldBy(relation.identity())) {
            return changed(relation.id(), "its REPLICA IDENTITY tells less of old rows than it did");
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
        return same ? null : changed(relation.id(), "its columns are not those that it has now, or that were armed");
    }

    /** Returns the table of a row; one that cannot be read fails here, as rows that are passed over need not be. */
    Decoded get(long oid) {
        Decoded known = byOid.get(oid);
        if (known == null) {
            throw new PgOutputReader.MalformedMessageException(
                    "The target's logical decoding sends a row of table number " + oid
                            + ", which it has not announced.");
        }
        if (known.problem() != null) {
            throw known.problem();
        }
        return known;
    }

    static GaussferryException changed(TableId table, String what) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "Table " + table + " was changed on the target since the way back was armed: " + what + ".",
                "the way back is not safe for this table any more: verify it against MySQL, then arm the way back again",
                null);
    }
}
