package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.convert.text.ArrayText;
import io.gaussferry.schema.TargetTable;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;

/** The values of a referenced key as parameters of a statement of {@link EqualKeyCascade}. */
final class KeyParameters {

    private KeyParameters() {}

    /**
     * Sets the values of an image.
     *
     * @param first the number of the first parameter, from 1
     * @param columns the key's columns, from 0
     * @param offsets of the image's values in the change
     */
    static void set(
            PreparedStatement statement,
            int first,
            TargetTable parent,
            List<Integer> columns,
            RowChange change,
            int[] offsets)
            throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            int column = columns.get(i);
            ArrayText value = new ArrayText();
            value.countRules(false);
            change.format().codec(column).write(change.bytes(), offsets[column], offsets[column + 1], value);
            boolean isArray = parent.columns().get(column).hasArrayType();
            statement.setObject(first + i, isArray ? value.toString() : value.single(), Types.OTHER);
        }
    }
}
