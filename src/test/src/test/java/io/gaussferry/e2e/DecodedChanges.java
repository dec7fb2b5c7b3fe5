package io.gaussferry.e2e;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.change.TransactionSink;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.RowFormat;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.convert.text.PlainText;
import io.gaussferry.model.RowOperation;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Receives the transactions of a change source and decodes their images with the codecs of replay. */
final class DecodedChanges implements TransactionSink {

    private static final long PATIENCE_SECONDS = 60;

    private static final long CONNECT_SECONDS = 10;

    private final Semaphore held = new Semaphore(1);
    private final CountDownLatch connected = new CountDownLatch(1);
    private final BlockingQueue<SourceTransaction> transactions = new LinkedBlockingQueue<>();
    private final Map<TableVersion, RowFormat> formats = new HashMap<>();
    private final Conversion conversion;

    /** Number of transactions that arrived before the source was connected. */
    final AtomicInteger backlog = new AtomicInteger();

    private volatile @Nullable Throwable failure;

    DecodedChanges(TargetProfile target) {
        this.conversion = new Conversion(target, ConversionRules.defaults());
    }

    /**
     * A row's image.
     *
     * @param bytes each column's value in the image; null for NULL
     * @param texts the strings that the codecs decode
     */
    record Image(
            RowFormat format,
            byte[] @Nullable [] bytes,
            @Nullable String[] texts) {

        @Override
        public String toString() {
            return Arrays.stream(texts).map(String::valueOf).collect(Collectors.joining("|"));
        }
    }

    /** One row's change. */
    record Change(
            String table,
            RowOperation operation,
            @Nullable Image before,
            @Nullable Image after) {

        @Override
        public String toString() {
            return operation + " " + table + (before == null ? "" : " " + before)
                    + (after == null ? "" : " -> " + after);
        }
    }

    @Override
    public void connected() {
        connected.countDown();
    }

    /** Signals that no further transactions arrive. */
    void failed(Throwable cause) {
        failure = cause;
    }

    private boolean isConnected() {
        return connected.getCount() == 0;
    }

    /** Waits until the source reads, if it ever does. */
    void awaitConnected() throws InterruptedException {
        boolean unused = connected.await(CONNECT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void accept(SourceTransaction transaction) throws InterruptedException {
        held.acquire();
        held.release();
        if (!isConnected() && transaction.fragment() != Fragment.MORE_FOLLOWS) {
            backlog.incrementAndGet();
        }
        transactions.add(transaction);
    }

    /** Blocks further transactions. */
    void hold() {
        held.acquireUninterruptibly();
    }

    /** Accepts transactions again. */
    void release() {
        held.release();
    }

    @Override
    public void flush() {
        // no transactions are held back
    }

    /** Waits for the next transaction. */
    SourceTransaction next() throws InterruptedException {
        for (int second = 0; second < PATIENCE_SECONDS; second++) {
            SourceTransaction transaction = transactions.poll(1, TimeUnit.SECONDS);
            if (transaction != null) {
                return transaction;
            }
            if (failure != null) {
                throw new AssertionError("The source has failed", failure);
            }
        }
        throw new AssertionError("No transaction arrived");
    }

    /** Returns whether no transaction arrives for the given time. */
    boolean isQuietFor(long millis) throws InterruptedException {
        SourceTransaction one = transactions.poll(millis, TimeUnit.MILLISECONDS);
        if (one != null) {
            transactions.add(one);
        }
        return one == null;
    }

    /** Reads a transaction's changes. */
    List<Change> changes(SourceTransaction transaction) {
        List<Change> changes = new ArrayList<>();
        for (RowsEvent event : transaction.rowsEvents()) {
            RowFormat format = formats.computeIfAbsent(event.table(), conversion::format);
            int offset = event.from();
            int[] offsets = new int[format.columnCount() + 1];
            while (offset < event.to()) {
                Image before = null;
                Image after = null;
                if (event.operation().hasBefore()) {
                    before = image(format, event, offset, offsets);
                    offset = offsets[format.columnCount()];
                }
                if (event.operation().hasAfter()) {
                    after = image(format, event, offset, offsets);
                    offset = offsets[format.columnCount()];
                }
                changes.add(new Change(event.table().definition().id().name(), event.operation(), before, after));
            }
        }
        return changes;
    }

    private static Image image(RowFormat format, RowsEvent event, int offset, int[] offsets) {
        format.locate(event.bytes(), offset, event.to(), offsets);
        byte @Nullable [][] values = new byte[format.columnCount()][];
        @Nullable String[] texts = new String[format.columnCount()];
        PlainText text = new PlainText();
        for (int column = 0; column < values.length; column++) {
            if (offsets[column] < offsets[column + 1]) {
                values[column] = Arrays.copyOfRange(event.bytes(), offsets[column], offsets[column + 1]);
                text.reset();
                format.codec(column).write(event.bytes(), offsets[column], offsets[column + 1], text);
                texts[column] = new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8);
            }
        }
        return new Image(format, values, texts);
    }
}
