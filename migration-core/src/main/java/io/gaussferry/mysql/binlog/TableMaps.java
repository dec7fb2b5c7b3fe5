package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the TABLE_MAP events of the current transaction say about its table numbers.
 *
 * <p>A number means something only between its TABLE_MAP and the end of the statement; servers count anew after a restart.
 * Every row event is therefore read by the TABLE_MAP that precedes it in its own transaction. Parsed maps are kept by their
 * bytes, so that the same map in the next transaction costs a comparison.
 */
final class TableMaps {

    private static final int TABLE_NUMBER_BYTES = 6;
    private static final int FLAGS_BYTES = 2;
    /** Forgets parsed maps beyond this many numbers; a server's numbers rise with every reopening of a table. */
    private static final int MAXIMUM_PARSED = 10_000;

    /** A parsed map; its table is null where the table is not replicated. */
    private static final class Parsed {
        private final long number;
        private final byte[] body;
        private final TableId id;
        private final @Nullable TableVersion table;
        /** The table is replicated, and a copy beside the replay has this change. */
        private final boolean resnapshotted;
        /** The last transaction that it was sent in. */
        private long transaction;

        private Parsed(long number, byte[] body, TableId id, @Nullable TableVersion table, boolean resnapshotted) {
            this.number = number;
            this.body = body;
            this.id = id;
            this.table = table;
            this.resnapshotted = resnapshotted;
        }
    }

    private final TableCatalog catalog;
    private final Map<Long, Parsed> parsedByNumber = new HashMap<>();
    /** The last one that was asked for: mostly the next one too. */
    private @Nullable Parsed last;

    private long transaction = 1;
    private boolean hasResnapshotted;
    private Set<TableId> passedOver = Set.of();

    TableMaps(TableCatalog catalog) {
        this.catalog = catalog;
    }

    /** Takes a TABLE_MAP event of the current transaction. */
    void accept(byte[] body) {
        long number = new WireReader(body, 0, body.length).uint(TABLE_NUMBER_BYTES);
        Parsed parsed = parsed(number);
        if (parsed == null || !Arrays.equals(parsed.body, body)) {
            if (parsedByNumber.size() >= MAXIMUM_PARSED) {
                forgetOthers();
            }
            parsed = parse(number, body);
            parsedByNumber.put(number, parsed);
            last = parsed;
        }
        parsed.transaction = transaction;
        hasResnapshotted |= parsed.resnapshotted;
    }

    /** Returns whether the current transaction has changes of a replicated table that are left to a copy beside the replay. */
    boolean hasResnapshotted() {
        return hasResnapshotted;
    }

    private @Nullable Parsed parsed(long number) {
        Parsed parsed = last;
        if (parsed == null || parsed.number != number) {
            parsed = parsedByNumber.get(number);
            last = parsed;
        }
        return parsed;
    }

    private void forgetOthers() {
        parsedByNumber.values().removeIf(parsed -> parsed.transaction != transaction);
    }

    /** Returns the table of a number in the current transaction; null if it is not replicated. */
    @Nullable
    TableVersion find(long number) {
        return require(number).table;
    }

    /** Returns the name of a number's table in the current transaction, whether it is replicated or not. */
    TableId name(long number) {
        return require(number).id;
    }

    private Parsed require(long number) {
        Parsed parsed = parsed(number);
        if (parsed == null || parsed.transaction != transaction) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "A rows event names table number " + number + ", for which its transaction has no TABLE_MAP event.",
                    "check the binlog file with mysqlbinlog; if it is intact, report this as a defect",
                    null);
        }
        return parsed;
    }

    /** From now on, these tables count as not replicated; what was parsed before may say otherwise. */
    void passOver(Set<TableId> tables) {
        if (!tables.equals(passedOver)) {
            passedOver = tables;
            parsedByNumber.clear();
            last = null;
        }
    }

    /** Forgets the numbers of the transaction that has ended. */
    void endTransaction() {
        transaction++;
        hasResnapshotted = false;
    }

    /** Reads {@code Table_map_event} as MySQL's {@code rows_event.h} describes it, which ends with the optional metadata. */
    private Parsed parse(long number, byte[] body) {
        WireReader reader = new WireReader(body, 0, body.length);
        TableId id = name(reader);
        if (!catalog.includes(id) || passedOver.contains(id)) {
            return new Parsed(number, body, id, null, passedOver.contains(id) || catalog.isResnapshotted(id));
        }
        byte[] types = reader.bytes(reader.packed());
        byte[] metadata = reader.bytes(reader.packed());
        TableDefinition definition = catalog.find(id).orElseThrow(() -> unknownTable(id));
        if (definition.columns().size() != types.length) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "Table " + id + " has " + types.length + " columns at this place of the binlog, but had "
                            + definition.columns().size() + " when Gaussferry read its definition.",
                    "the table was altered in between; start a new migration for it",
                    null);
        }
        reader.skip((types.length + 7) / 8); // which columns may be NULL
        String difference = new TableMapCheck(definition, catalog.characterSets(), reader).difference();
        if (difference != null) {
            throw new GaussferryException(
                    ErrorCategory.FATAL,
                    "Table " + id + " is not defined at this place of the binlog as Gaussferry knows it: " + difference
                            + ".",
                    "the table was altered without a trace in the binlog (sql_log_bin = 0?), or before there was a history"
                            + " of its definitions; start a new migration for it",
                    null);
        }
        return new Parsed(number, body, id, new TableVersion(definition, types, metadata), false);
    }

    /** Reads the table's name from the start of a TABLE_MAP event's body. */
    static TableId name(WireReader reader) {
        reader.skip(TABLE_NUMBER_BYTES + FLAGS_BYTES);
        String schema = reader.text(reader.uint(1));
        reader.skip(1);
        String name = reader.text(reader.uint(1));
        reader.skip(1);
        return new TableId(schema, name);
    }

    private static GaussferryException unknownTable(TableId id) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "The binlog changes table " + id
                        + ", which did not exist when Gaussferry read the source's definitions.",
                "have it copied, and start again: gaussferry copy --config FILE --table " + id
                        + "; or exclude it (gaussferry.source.tables.exclude)",
                null);
    }
}
