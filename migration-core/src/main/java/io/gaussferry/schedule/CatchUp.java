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
 * Leaves of a transaction's changes those that copied rows do not have yet. Rows of one table may have been copied at different
 * places of the source's history, so the two images of an update are judged each by its own key: an update between rows of
 * different fate is a deletion of the one and an insertion of the other. One thread.
 */
public final class CatchUp {

    private final Map<TableId, CopiedTable> tables;
    private final PlainText text = new PlainText();

    /** @param tables what was copied when; changes of other tables are made as they are */
    public CatchUp(Map<TableId, CopiedTable> tables) {
        this.tables = Map.copyOf(tables);
    }

    /** Replaces a transaction's changes by those that are to be made. */
    void reduce(List<RowChange> changes) {
        List<RowChange> left = new ArrayList<>(changes.size());
        for (RowChange change : changes) {
            CopiedTable table = tables.get(change.format().table().definition().id());
            if (table == null) {
                left.add(change);
            } else {
                reduce(change, table, left);
            }
        }
        changes.clear();
        changes.addAll(left);
    }

    private void reduce(RowChange change, CopiedTable table, List<RowChange> left) {
        Gtid gtid = change.transaction().gtid();
        @Nullable Fate before = change.operation().hasBefore() ? fate(change, change.before(), table, gtid) : null;
        @Nullable Fate after = change.operation().hasAfter() ? fate(change, change.after(), table, gtid) : null;
        if (before == after || before == null || after == null) {
            add(change, before == null ? after : before, left);
            return;
        }
        add(change.half(RowOperation.DELETE), before, left);
        add(change.half(RowOperation.INSERT), after, left);
    }

    private static void add(RowChange change, @Nullable Fate fate, List<RowChange> left) {
        if (fate == Fate.APPLY) {
            left.add(change);
        } else if (fate == Fate.IDEMPOTENT) {
            left.add(change.idempotent());
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
            // bytes are written for the target; a range has MySQL's HEX()
            key.add(value.startsWith("\\x") ? value.substring(2).toUpperCase(Locale.ROOT) : value);
        }
        return table.window(key).fate(gtid);
    }
}
