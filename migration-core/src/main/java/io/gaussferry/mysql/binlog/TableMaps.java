package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.TableId;
import io.gaussferry.mysql.ServerVersion;
import io.gaussferry.mysql.catalog.TableCatalog;
import io.gaussferry.schema.TableDefinition;
import io.gaussferry.schema.TableVersion;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Maps the table numbers of the current transaction to its TABLE_MAP events.
 *
 * <p>A number is valid only between its TABLE_MAP and the end of the statement; servers reset the numbers at a restart. Every row
 * event is therefore read by the preceding TABLE_MAP of its own transaction. Parsed maps are cached with their bytes, so that the
 * same map in the next transaction costs only a comparison.
 */
final class TableMaps {

    private static final int TABLE_NUMBER_BYTES = 6;
    private static final int FLAGS_BYTES = 2;
    /** Limit of cached maps; a server's numbers increase whenever a table is reopened. */
    private static final int MAXIMUM_PARSED = 10_000;

    /** A parsed map; its table is null if the table is not replicated. */
    private static final class Parsed {
        private final long number;
        private final byte[] body;
        private final TableId id;
        private final @Nullable TableVersion table;
        /** Whether the table is replicated, but a copy that runs concurrently includes this change. */
        private final boolean resnapshotted;
        /** The last transaction that contained it. */
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
    /** The last map that was looked up, which the next lookup mostly needs again. */
    private @Nullable Parsed last;

    private long transaction = 1;
    private boolean hasResnapshotted;
    private boolean isMariaDb;
    private Set<TableId> skipped = Set.of();

    TableMaps(TableCatalog catalog) {
        this.catalog = catalog;
    }

    /** Sets the version of the server that wrote the following events. */
    void writtenBy(int serverVersion) {
        isMariaDb = serverVersion >= ServerVersion.MARIADB;
    }

    /** Records a TABLE_MAP event of the current transaction. */
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

    /** Returns whether the current transaction changes a replicated table whose changes a concurrent copy includes. */
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

    /** Returns the name of a number's table in the current transaction, replicated or not. */
    TableId name(long number) {
        return require(number).id;
    }

    private Parsed require(long number) {
        Parsed parsed = parsed(number);
        if (parsed == null || parsed.transaction != transaction) {
            throw new GaussferryException(
                    ErrorCode.BINLOG_DAMAGED,
                    "A rows event names table number " + number + ", for which its transaction has no TABLE_MAP event.",
                    "check the binlog file with mysqlbinlog; if it is intact, report this as a defect",
                    null);
        }
        return parsed;
    }

    /** Sets the tables that are treated as not replicated from now on; cached maps may contradict this and are dropped. */
    void skip(Set<TableId> tables) {
        if (!tables.equals(skipped)) {
            skipped = tables;
            parsedByNumber.clear();
            last = null;
        }
    }

    /** Ends the transaction, after which its numbers are invalid. */
    void endTransaction() {
        transaction++;
        hasResnapshotted = false;
    }

    /** Parses {@code Table_map_event} as described in MySQL's {@code rows_event.h}, up to the optional metadata. */
    private Parsed parse(long number, byte[] body) {
        WireReader reader = new WireReader(body, 0, body.length);
        TableId id = name(reader);
        if (!catalog.includes(id) || skipped.contains(id)) {
            return new Parsed(number, body, id, null, skipped.contains(id) || catalog.isCopiedIncrementally(id));
        }
        byte[] types = reader.bytes(reader.packed());
        byte[] metadata = reader.bytes(reader.packed());
        Optional<TableDefinition> known = catalog.find(id);
        if (known.isEmpty()) {
            reader.skip((types.length + 7) / 8); // which columns may be NULL
            if (SequenceTable.matches(types.length, reader)) {
                return new Parsed(number, body, id, null, false);
            }
            throw unknownTable(id);
        }
        TableDefinition definition = known.get();
        if (definition.columns().size() != types.length) {
            throw new GaussferryException(
                    ErrorCode.DEFINITION_UNKNOWN,
                    "Table " + id + " has " + types.length + " columns at this binlog position, but had "
                            + definition.columns().size() + " when Gaussferry read its definition.",
                    "the table was altered in the meantime; start a new migration for it",
                    null);
        }
        reader.skip((types.length + 7) / 8); // which columns may be NULL
        String difference = new TableMapCheck(definition, catalog.characterSets(), isMariaDb, reader).difference();
        if (difference != null) {
            throw new GaussferryException(
                    ErrorCode.DEFINITION_UNKNOWN,
                    "Table " + id + " has a different definition at this binlog position: " + difference + ".",
                    "the table was altered without a binlog event (sql_log_bin = 0?), or before Gaussferry recorded"
                            + " its definitions; start a new migration for it",
                    null);
        }
        return new Parsed(number, body, id, new TableVersion(definition, types, metadata), false);
    }

    /** Reads the table's name from the start of a TABLE_MAP event's body. */
    static TableId name(WireReader reader) {
        reader.skip(TABLE_NUMBER_BYTES + FLAGS_BYTES);
        String schema = reader.string(reader.uint(1));
        reader.skip(1);
        String name = reader.string(reader.uint(1));
        reader.skip(1);
        return new TableId(schema, name);
    }

    private static GaussferryException unknownTable(TableId id) {
        return new GaussferryException(
                ErrorCode.DEFINITION_UNKNOWN,
                "The binlog changes table " + id
                        + ", which did not exist when Gaussferry read the source's definitions.",
                "copy it and restart: gaussferry copy --config FILE --table " + id
                        + "; or exclude it (gaussferry.source.tables.exclude)",
                null);
    }
}
