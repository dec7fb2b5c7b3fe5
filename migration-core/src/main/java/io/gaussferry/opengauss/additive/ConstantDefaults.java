package io.gaussferry.opengauss.additive;

import io.gaussferry.convert.encode.TargetType;
import io.gaussferry.opengauss.additive.DefinedTable.Column;
import io.gaussferry.schema.TargetProfile;
import io.gaussferry.type.TargetTypes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.opengauss.PGConnection;

/** Reads the values that the columns of a table have in rows from before these columns. Stateless. */
public final class ConstantDefaults {

    /** Signature, flags and the length of the extension of a binary copy's header. */
    private static final int HEADER_BYTES = 19;

    private ConstantDefaults() {}

    /**
     * Returns the default of each column that is the same in every row, in the target's binary format; null for NULL.
     * Joins the connection's transaction.
     */
    public static Map<String, byte @Nullable []> read(Connection connection, DefinedTable table, TargetProfile target)
            throws SQLException {
        Map<String, byte @Nullable []> values = new HashMap<>();
        List<Column> constant = new ArrayList<>();
        List<String> expressions = new ArrayList<>();
        for (Column column : table.columns()) {
            String type = MySqlTypes.of(column, target).orElse(null);
            if (type == null || column.isComputed()) {
                continue;
            }
            switch (MySqlDefault.of(column, type).kind()) {
                case NONE -> {
                    if (!column.notNull()) {
                        values.put(column.name(), null);
                    }
                }
                case CONSTANT -> {
                    constant.add(column);
                    expressions.add(expression(column, target));
                }
                case CLOCK, NUMBER, OTHER -> {
                    // unknown
                }
            }
        }
        if (!constant.isEmpty()) {
            ByteBuffer row = copy(connection, "SELECT " + String.join(", ", expressions));
            for (Column column : constant) {
                byte[] value = new byte[row.getInt()];
                row.get(value);
                values.put(column.name(), value);
            }
        }
        return values;
    }

    private static String expression(Column column, TargetProfile target) {
        String value = "CAST(" + column.defaultExpression() + " AS " + column.declaration() + ")";
        boolean isText = TargetTypes.byName(column.typeName(), column.typeKind(), target)
                .map(TargetType::isText)
                .orElse(false);
        return isText ? "CAST(" + value + " AS TEXT)" : value;
    }

    /** Returns the values of one row, each after its length. */
    private static ByteBuffer copy(Connection connection, String query) throws SQLException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyOut("COPY (" + query + ") TO STDOUT WITH (FORMAT binary)", output);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        ByteBuffer row = ByteBuffer.wrap(output.toByteArray());
        row.position(HEADER_BYTES + Short.BYTES);
        return row;
    }
}
