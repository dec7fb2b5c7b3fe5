package io.gaussferry.mysql.binlog;

import io.gaussferry.change.RowsEvent;
import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.RowOperation;
import io.gaussferry.schema.TableVersion;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header of a rows event (MySQL, libbinlogevents/include/rows_event.h), and leaves the row images unread. Refuses events whose rows
 * cannot be replayed. Used only by the thread that reads the binlog.
 */
final class RowsEventReader {

    /** The flag NO_FOREIGN_KEY_CHECKS_F. */
    private static final int NO_FOREIGN_KEY_CHECKS = 2;

    private final TableMaps tableMaps;
    private final CascadeGuard cascades;
    private final long maximumEventBytes;
    private final Supplier<TransactionLocation> location;

    /**
     * @param tableMaps the tables that events refer to by numbers
     * @param cascades refuses changes whose consequences the binlog does not contain
     * @param maximumEventBytes the size of the largest event that is accepted
     * @param location of the current transaction; for messages
     */
    RowsEventReader(
            TableMaps tableMaps,
            CascadeGuard cascades,
            long maximumEventBytes,
            Supplier<TransactionLocation> location) {
        this.tableMaps = tableMaps;
        this.cascades = cascades;
        this.maximumEventBytes = maximumEventBytes;
        this.location = location;
    }

    /**
     * Reads an event.
     *
     * @return null if its table is not replicated
     * @throws GaussferryException if it is too large, lacks columns, or has consequences that the binlog does not contain
     */
    @Nullable
    RowsEvent read(RawEvent event, RowOperation operation) {
        WireReader reader = new WireReader(event.body(), 0, event.body().length);
        long number = reader.uint(6);
        int flags = (int) reader.uint(2);
        boolean unchecked = (flags & NO_FOREIGN_KEY_CHECKS) != 0;
        if (!unchecked && cascades.needsCheck(flags)) {
            cascades.check(tableMaps.name(number), operation, location.get());
        }
        TableVersion table = tableMaps.find(number);
        if (table == null) {
            return null;
        }
        if (event.bodyBytes() > maximumEventBytes) {
            throw refused(
                    ErrorCode.EVENT_TOO_LARGE,
                    "A rows event of table " + table + " has " + event.bodyBytes()
                            + " bytes, more than gaussferry.source.maximum-event-bytes (" + maximumEventBytes + ").",
                    UnsupportedEvents.INCREASE_LIMIT);
        }
        if (event.type() >= RawEvent.WRITE_ROWS) {
            reader.skip(reader.uint(2) - 2); // extra data; its length counts itself
        }
        long columns = reader.packed();
        requireWholeRows(event.body(), reader, columns, table);
        if (operation == RowOperation.UPDATE) {
            requireWholeRows(event.body(), reader, columns, table);
        }
        boolean partial = event.type() == RawEvent.PARTIAL_UPDATE_ROWS;
        return new RowsEvent(table, operation, event.body(), reader.offset(), event.body().length, partial, unchecked);
    }

    /** Checks the bitmap of the columns in the event's images; only rows with all columns can be replayed. */
    private void requireWholeRows(byte[] body, WireReader reader, long columns, TableVersion table) {
        if (columns != table.definition().columns().size()) {
            throw refused(
                    ErrorCode.BINLOG_DAMAGED,
                    "A rows event of table " + table + " has " + columns + " columns, its TABLE_MAP "
                            + table.definition().columns().size() + ".",
                    "check the binlog file with mysqlbinlog; if it is intact, report this as a defect");
        }
        int bitmap = reader.offset();
        reader.skip((columns + 7) / 8);
        for (int column = 0; column < columns; column++) {
            if ((body[bitmap + (column >> 3)] & 1 << (column & 7)) == 0) {
                throw refused(
                        ErrorCode.ROW_IMAGE_INCOMPLETE,
                        "A rows event of table " + table + " lacks column "
                                + table.definition().columns().get(column).name() + ".",
                        "set binlog_row_image = FULL on the source for all sessions; then skip this transaction and repair its tables: "
                                + location.get().skipAndRepair());
            }
        }
    }

    private GaussferryException refused(ErrorCode code, String problem, String remedy) {
        return location.get().refused(code, problem, remedy);
    }
}
