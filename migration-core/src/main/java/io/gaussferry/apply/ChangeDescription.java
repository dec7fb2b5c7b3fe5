package io.gaussferry.apply;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.RowImage;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.checkpoint.FailureStore.FailedChange;
import io.gaussferry.checkpoint.FailureStore.Value;
import io.gaussferry.convert.text.CopyText;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.error.RowValueMarks;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes a change for a message: its operation, table and key. */
final class ChangeDescription {

    private ChangeDescription() {}

    static String of(RowChange change) {
        TableDefinition table = change.format().table().definition();
        return "the " + change.operation().name().toLowerCase(Locale.ROOT) + " in table " + table.label() + " of "
                + table.rowKey()
                        .map(key -> "the row with " + key(change, table, key))
                        .orElse("a row without a key");
    }

    /**
     * Returns the description of a change that was not applied, without its values.
     *
     * @param number its position among its transaction's changes, from 1
     * @param failure the reason
     */
    static FailedChange failed(RowChange change, int number, ChangeException failure) {
        SourceTransaction transaction = change.transaction();
        return new FailedChange(
                transaction.gtid().toString(),
                number,
                transaction.start().file(),
                transaction.start().offset(),
                change.format().table().definition().id(),
                change.operation().name(),
                failure.getCause() instanceof SQLException sql ? sql.getSQLState() : null,
                failure.problem());
    }

    /** Returns a change's values, column by column. */
    static List<Value> values(RowChange change) {
        TableDefinition table = change.format().table().definition();
        int[] before = located(change.operation().hasBefore() ? RowImage.before(change) : null, table);
        int[] after = located(change.operation().hasAfter() ? RowImage.after(change) : null, table);
        List<Value> values = new ArrayList<>();
        for (int column = 0; column < table.columns().size(); column++) {
            values.add(new Value(
                    table.columns().get(column).name(),
                    nullableValue(change, before, column),
                    nullableValue(change, after, column)));
        }
        return values;
    }

    private static int[] located(@Nullable RowImage image, TableDefinition table) {
        if (image == null) {
            return new int[0];
        }
        int[] offsets = new int[table.columns().size() + 1];
        image.locate(offsets);
        return offsets;
    }

    private static @Nullable String nullableValue(RowChange change, int[] offsets, int column) {
        boolean absent = offsets.length == 0 || offsets[column] == offsets[column + 1];
        return absent ? null : value(change, offsets, column);
    }

    private static String key(RowChange change, TableDefinition table, IndexDefinition key) {
        RowImage image = change.operation().hasBefore() ? RowImage.before(change) : RowImage.after(change);
        int[] offsets = new int[table.columns().size() + 1];
        image.locate(offsets);
        return key.parts().stream()
                .map(part -> table.columns().get(part.column()).name() + " = "
                        + RowValueMarks.marked(value(change, offsets, part.column())))
                .collect(Collectors.joining(", "));
    }

    private static String value(RowChange change, int[] offsets, int column) {
        CopyText copy = new CopyText();
        copy.countRules(false);
        try {
            change.format().codec(column).write(change.bytes(), offsets[column], offsets[column + 1], copy);
        } catch (GaussferryException e) {
            return "(a value that cannot be converted)";
        }
        return new String(copy.buffer(), 0, copy.length(), StandardCharsets.UTF_8);
    }
}
