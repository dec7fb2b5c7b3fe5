package io.gaussferry.schedule;

import io.gaussferry.change.RowChange;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.snapshot.range.CopiedTable;
import io.gaussferry.snapshot.range.CopyWindow.Fate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes those of a transaction's changes that copied rows already contain. Rows of one table may have been copied at different positions
 * of the source's history, so both images of an update are checked by their own keys: an update between rows with different fates becomes
 * a deletion and an insertion. Used by one thread.
 */
public final class CatchUpFilter {

    private final Map<TableId, CopiedTable> tables;
    private final PlainText text = new PlainText();

    /** @param tables the windows of copied tables; changes of other tables are not modified */
    public CatchUpFilter(Map<TableId, CopiedTable> tables) {
        this.tables = Map.copyOf(tables);
    }

    /** Replaces a transaction's changes by those that must be applied. */
    void reduce(List<RowChange> changes) {
        List<RowChange> remaining = new ArrayList<>(changes.size());
        for (RowChange change : changes) {
            CopiedTable table = tables.get(change.format().table().definition().id());
            if (table == null) {
                remaining.add(change);
            } else {
                reduce(change, table, remaining);
            }
        }
        changes.clear();
        changes.addAll(remaining);
    }

    private void reduce(RowChange change, CopiedTable table, List<RowChange> remaining) {
        Gtid gtid = change.transaction().gtid();
        @Nullable Fate before = change.operation().hasBefore() ? fate(change, change.before(), table, gtid) : null;
        @Nullable Fate after = change.operation().hasAfter() ? fate(change, change.after(), table, gtid) : null;
        if (before == after || before == null || after == null) {
            add(change, before == null ? after : before, remaining);
            return;
        }
        add(change.half(RowOperation.DELETE), before, remaining);
        add(change.half(RowOperation.INSERT), after, remaining);
    }

    private static void add(RowChange change, @Nullable Fate fate, List<RowChange> remaining) {
        if (fate == Fate.APPLY) {
            remaining.add(change);
        } else if (fate == Fate.IDEMPOTENT) {
            remaining.add(change.idempotent());
        }
    }

    private Fate fate(RowChange change, int image, CopiedTable table, Gtid gtid) {
        List<Integer> columns = table.keyColumns();
        if (columns.isEmpty()) {
            return table.window(List.of()).fate(gtid);
        }
        int[] offsets = new int[change.format().columnCount() + 1];
        change.format().locate(change.bytes(), image, change.end(), offsets);
        List<String> key = new ArrayList<>(columns.size());
        for (int column : columns) {
            text.reset();
            change.format().codec(column).write(change.bytes(), offsets[column], offsets[column + 1], text);
            String value = new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8);
            // codecs write bytes for the target; range bounds have the format of MySQL's HEX()
            key.add(value.startsWith("\\x") ? value.substring(2).toUpperCase(Locale.ROOT) : value);
        }
        return table.window(key).fate(gtid);
    }
}
