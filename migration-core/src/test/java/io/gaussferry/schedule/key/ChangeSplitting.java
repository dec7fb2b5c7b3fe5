package io.gaussferry.schedule.key;

import io.gaussferry.change.RowChange;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.convert.RowFormat;
import io.gaussferry.schedule.order.Batch;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.TableVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Creates row changes for tests of later stages. */
public final class ChangeSplitting {

    private ChangeSplitting() {}

    public static List<RowChange> split(SourceTransaction transaction, Function<TableVersion, RowFormat> formats) {
        List<RowChange> changes = new ArrayList<>();
        new RowSplitter(
                        formats,
                        ForeignKeys.NONE,
                        id -> {
                            throw new IllegalStateException("no foreign keys, no " + id);
                        },
                        false)
                .split(transaction, changes, new WriteSet());
        return changes;
    }

    /** Returns a batch of transactions; transactions without common keys are independent. */
    public static Batch batch(
            List<SourceTransaction> transactions,
            Predicate<SourceTransaction> sharesNothing,
            Function<TableVersion, RowFormat> formats) {
        Batch batch = new Batch(1);
        transactions.forEach(transaction ->
                batch.add(transaction, split(transaction, formats), false, sharesNothing.test(transaction)));
        return batch;
    }

    /** Returns the same changes as if the hashes of all keys were equal. */
    public static List<RowChange> withOneHash(List<RowChange> changes) {
        return changes.stream()
                .map(change -> new RowChange(
                        change.transaction(),
                        change.format(),
                        change.operation(),
                        change.bytes(),
                        change.before(),
                        change.after(),
                        change.end(),
                        1,
                        1))
                .toList();
    }
}
