package io.gaussferry.opengauss.decoding;

import io.gaussferry.convert.image.RowImageEncoder;
import io.gaussferry.convert.image.TargetShape;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.jdbc.Sql;
import io.gaussferry.model.TableId;
import io.gaussferry.opengauss.additive.ConstantDefaults;
import io.gaussferry.opengauss.additive.DefinedTable;
import io.gaussferry.opengauss.additive.DefinedTables;
import io.gaussferry.schema.TargetProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows that were written before a table of the target got columns or wider types. They get the values that the
 * target gave the existing rows. Immutable.
 */
final class EarlierShapes {

    /** No table was altered. */
    static final EarlierShapes NONE = new EarlierShapes(Map.of(), Map.of(), null);

    private static final String TYPES = "SELECT t.oid, t.typname, t.typtype FROM pg_catalog.pg_type t"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace"
            + " WHERE t.typtype = 'b' AND n.nspname = 'pg_catalog'";

    /** The name and the kind of a type. */
    private record Type(String name, char kind) {}

    private final Map<TableId, Map<String, byte @Nullable []>> defaults;
    private final Map<Long, Type> types;
    private final @Nullable TargetProfile target;

    private EarlierShapes(
            Map<TableId, Map<String, byte @Nullable []>> defaults,
            Map<Long, Type> types,
            @Nullable TargetProfile target) {
        this.defaults = defaults;
        this.types = types;
        this.target = target;
    }

    /** Reads what is needed for these tables; joins the connection's transaction. */
    static EarlierShapes read(Connection connection, Set<TableId> altered, TargetProfile target) throws SQLException {
        if (altered.isEmpty()) {
            return NONE;
        }
        Map<TableId, Map<String, byte @Nullable []>> defaults = new HashMap<>();
        for (TableId table : altered) {
            Optional<DefinedTable> defined = DefinedTables.read(connection, table);
            if (defined.isPresent()) {
                defaults.put(table, ConstantDefaults.read(connection, defined.get(), target));
            }
        }
        Map<Long, Type> types = new HashMap<>();
        Sql.each(
                connection,
                rows -> types.put(
                        rows.getLong(1),
                        new Type(rows.getString(2), rows.getString(3).charAt(0))),
                TYPES);
        return new EarlierShapes(defaults, types, target);
    }

    /** Returns whether earlier rows of a table may have another definition. */
    boolean includes(TableId table) {
        return defaults.containsKey(table);
    }

    /**
     * Returns the encoder of rows with the described columns; empty if they are not from an earlier definition that MySQL
     * can have.
     *
     * @param encoder of rows with the present definition
     */
    Optional<RowImageEncoder> encoder(Relation sent, TargetShape present, RowImageEncoder encoder) {
        Map<String, byte @Nullable []> values = defaults.get(sent.id());
        TargetProfile profile = target;
        if (values == null || profile == null) {
            return Optional.empty();
        }
        List<TargetShape.Column> columns = new ArrayList<>();
        for (Relation.Column column : sent.columns()) {
            int position = present.indexOf(column.name());
            if (position < 0) {
                return Optional.empty();
            }
            TargetShape.Column known = present.columns().get(position);
            Type type = known.typeOid() == column.typeOid()
                    ? new Type(known.typeName(), known.typeKind())
                    : types.get(column.typeOid());
            if (type == null) {
                return Optional.empty();
            }
            columns.add(new TargetShape.Column(
                    column.name(),
                    known.number(),
                    column.typeOid(),
                    type.name(),
                    type.kind(),
                    column.modifier(),
                    known.declaration(),
                    known.notNull()));
        }
        TargetShape earlier = new TargetShape(sent.id(), columns, present.keys(), present.primaryKey());
        boolean areKnown = present.columns().stream()
                .allMatch(column -> earlier.indexOf(column.name()) >= 0 || values.containsKey(column.name()));
        try {
            return areKnown ? Optional.of(encoder.ofEarlier(earlier, present, values, profile)) : Optional.empty();
        } catch (GaussferryException notConvertible) {
            return Optional.empty();
        }
    }
}
