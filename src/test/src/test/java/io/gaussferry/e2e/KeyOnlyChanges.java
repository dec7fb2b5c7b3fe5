package io.gaussferry.e2e;

import io.gaussferry.change.ChangeSource;
import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.RowFormat;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.mysql.wire.BinaryOutput;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Passes on the changes of another source with only the keys of the former rows; changes of tables without a key unchanged. */
final class KeyOnlyChanges implements ChangeSource {

    private final ChangeSource whole;
    private final Conversion conversion = new Conversion(TargetProfile.MYSQL, ConversionRules.defaults());
    private final Map<TableVersion, TableVersion> versions = new IdentityHashMap<>();

    KeyOnlyChanges(ChangeSource whole) {
        this.whole = whole;
    }

    @Override
    public void run(Progress executed, TransactionSink sink) throws InterruptedException {
        whole.run(executed, new TransactionSink() {
            @Override
            public void connected() {
                sink.connected();
            }

            @Override
            public void accept(SourceTransaction transaction) throws InterruptedException {
                sink.accept(new SourceTransaction(
                        transaction.gtid(),
                        transaction.captureSequence(),
                        transaction.start(),
                        transaction.end(),
                        transaction.logicalTime(),
                        transaction.commitMicros(),
                        transaction.rowsEvents().stream()
                                .map(KeyOnlyChanges.this::keyOnly)
                                .toList(),
                        transaction.byteSize(),
                        transaction.fragment()));
            }

            @Override
            public void flush() throws InterruptedException {
                sink.flush();
            }
        });
    }

    private RowsEvent keyOnly(RowsEvent event) {
        IndexDefinition key = event.table().definition().rowKey().orElse(null);
        if (key == null || event.operation() == RowOperation.INSERT) {
            return event;
        }
        TableVersion version = versions.computeIfAbsent(event.table(), TableVersion::withKeyOnlyBefore);
        RowFormat format = conversion.format(version);
        int columns = format.columnCount();
        List<Integer> keyColumns =
                key.parts().stream().map(IndexDefinition.Part::column).toList();
        int[] offsets = new int[columns + 1];
        BinaryOutput images = new BinaryOutput(event.to() - event.from());
        int offset = event.from();
        while (offset < event.to()) {
            offset = format.locate(event.bytes(), offset, event.to(), offsets);
            int bitmap = images.reserve((columns + 7) / 8);
            for (int column = 0; column < columns; column++) {
                if (keyColumns.contains(column)) {
                    images.append(event.bytes(), offsets[column], offsets[column + 1]);
                } else {
                    images.setBit(bitmap + (column >> 3), column & 7);
                }
            }
            if (event.operation().hasAfter()) {
                int after = offset;
                offset = format.locate(event.bytes(), offset, event.to(), offsets);
                images.append(event.bytes(), after, offset);
            }
        }
        return new RowsEvent(version, event.operation(), images.toByteArray(), 0, images.length());
    }

    @Override
    public void stop() {
        whole.stop();
    }
}
