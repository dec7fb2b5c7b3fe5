package io.gaussferry.bench.jmh;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.change.SourceTransaction;
import io.gaussferry.change.SourceTransaction.Fragment;
import io.gaussferry.convert.Conversion;
import io.gaussferry.convert.rule.ConversionRules;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import io.gaussferry.model.LowWaterMark;
import io.gaussferry.model.Progress;
import io.gaussferry.model.RowOperation;
import io.gaussferry.model.TableId;
import io.gaussferry.schedule.key.RowSplitter;
import io.gaussferry.schema.ColumnDefinition;
import io.gaussferry.schema.ForeignKeys;
import io.gaussferry.schema.IndexDefinition;
import io.gaussferry.schema.MySqlType;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import io.gaussferry.schema.TargetProfile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.IntUnaryOperator;

/** Transactions of one row each on one of sysbench's tables, as the source delivers them. */
final class SysbenchHistory {

    /** Heap size that a transaction counts as, in bytes: its row and its objects. */
    private static final long TRANSACTION_BYTES = 600;

    private static final UUID SOURCE = UUID.fromString("00000000-0000-0000-0000-00000000000a");
    private static final BinlogPosition START = new BinlogPosition("binlog.000001", 4);

    private static final TableVersion TABLE = new TableVersion(
            new TableDefinition(
                    new TableId("sbtest", "sbtest1"),
                    List.of(integer("id"), integer("k"), character("c", 120), character("pad", 60)),
                    List.of(
                            new IndexDefinition("PRIMARY", true, List.of(new IndexDefinition.Part(0, 0, false))),
                            new IndexDefinition("k_1", false, List.of(new IndexDefinition.Part(1, 0, false))))),
            new byte[] {3, 3, (byte) 254, (byte) 254},
            // the type of CHAR contains the upper bits of its length in bytes
            new byte[] {(byte) (254 ^ (480 & 0x300) >> 4), (byte) 480, (byte) 254, (byte) 240});

    private SysbenchHistory() {}

    private static ColumnDefinition integer(String name) {
        return new ColumnDefinition(name, MySqlType.INT, false, "int", 0, 0, 0, null, List.of(), false);
    }

    private static ColumnDefinition character(String name, int length) {
        return new ColumnDefinition(
                name, MySqlType.CHAR, false, "char(" + length + ")", length, 0, 0, "utf8mb4", List.of(), false);
    }

    /** Returns the progress of an empty target. */
    static Progress beginning() {
        return new Progress("", new LowWaterMark(0, START));
    }

    /** Returns a splitter that finds rows and keys, without foreign keys. */
    static RowSplitter splitter() {
        Conversion conversion = new Conversion(
                new TargetProfile(TargetProfile.Product.POSTGRESQL, "PostgreSQL 18", "PG", false),
                ConversionRules.defaults());
        return new RowSplitter(
                conversion::format,
                ForeignKeys.NONE,
                table -> {
                    throw new IllegalStateException("no foreign keys, no " + table);
                },
                false);
    }

    /**
     * Returns this number of transactions.
     *
     * @param operation the operation of each on its row
     * @param id the row's primary key by the number of the transaction, from 1
     */
    static List<SourceTransaction> transactions(int count, RowOperation operation, IntUnaryOperator id) {
        List<SourceTransaction> transactions = new ArrayList<>(count);
        for (int number = 1; number <= count; number++) {
            transactions.add(transaction(number, operation, id.applyAsInt(number)));
        }
        return transactions;
    }

    private static SourceTransaction transaction(int number, RowOperation operation, int id) {
        byte[] image = image(id, number);
        byte[] images = image;
        if (operation == RowOperation.UPDATE) {
            images = ByteBuffer.allocate(2 * image.length)
                    .put(image(id, number - 1))
                    .put(image)
                    .array();
        }
        BinlogPosition end = new BinlogPosition(START.file(), START.offset() + number * TRANSACTION_BYTES);
        return new SourceTransaction(
                new Gtid(SOURCE, "", number),
                number,
                new BinlogPosition(START.file(), end.offset() - TRANSACTION_BYTES),
                end,
                LogicalTime.UNKNOWN,
                0, // long ago: a backlog
                List.of(new RowsEvent(TABLE, operation, images, 0, images.length)),
                TRANSACTION_BYTES,
                Fragment.WHOLE);
    }

    private static byte[] image(int id, int k) {
        byte[] c = "83868641912-28773972837-60736120486-75162659906-"
                .repeat(3)
                .substring(0, 119)
                .getBytes(StandardCharsets.US_ASCII);
        byte[] pad = "67847967377-48000963322-62604785301-91415491898-96926520291".getBytes(StandardCharsets.US_ASCII);
        // CHAR(120) in utf8mb4 may have more than 255 bytes, so its length has two bytes; CHAR(60) has one
        return ByteBuffer.allocate(1 + 4 + 4 + 2 + c.length + 1 + pad.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0)
                .putInt(id)
                .putInt(k)
                .putShort((short) c.length)
                .put(c)
                .put((byte) pad.length)
                .put(pad)
                .array();
    }
}
