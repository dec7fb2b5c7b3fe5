package io.gaussferry.apply;

import io.gaussferry.convert.CopyText;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.schedule.RowChange;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;

/** Names a change for a message: what it does, to which table, and to which key. */
final class ChangeDescription {

    private ChangeDescription() {}

    static String of(RowChange change) {
        TableDefinition table = change.format().table().definition();
        return "the " + change.operation().name().toLowerCase(Locale.ROOT) + " in table " + table.id() + " of "
                + table.rowKey()
                        .map(key -> "the row with " + key(change, table, key))
                        .orElse("a row without a key");
    }

    private static String key(RowChange change, TableDefinition table, IndexDefinition key) {
        RowImage image = change.operation().hasBefore() ? RowImage.before(change) : RowImage.after(change);
        int[] offsets = new int[table.columns().size() + 1];
        image.locate(offsets);
        return key.parts().stream()
                .map(part -> table.columns().get(part.column()).name() + " = " + value(change, offsets, part.column()))
                .collect(Collectors.joining(", "));
    }

    private static String value(RowChange change, int[] offsets, int column) {
        CopyText text = new CopyText();
        text.countRules(false);
        try {
            change.format().codec(column).write(change.bytes(), offsets[column], offsets[column + 1], text);
        } catch (GaussferryException e) {
            return "(a value that cannot be carried over)";
        }
        return new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8);
    }
}
