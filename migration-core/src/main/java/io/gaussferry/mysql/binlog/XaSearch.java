package io.gaussferry.mysql.binlog;

import io.gaussferry.model.BinlogPosition;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the last event of an XA transaction's name in a binlog file, as SHOW BINLOG EVENTS prints it: {@code XA PREPARE X'61',X'',1} of an
 * XA_PREPARE event, and {@code use `shop`; XA COMMIT X'61',X'',1} of a statement.
 */
final class XaSearch {

    private static final String PREPARED = "XA PREPARE ";
    private static final String COMMITTED = "XA COMMIT ";
    private static final String ROLLED_BACK = "XA ROLLBACK ";
    private static final String ONE_PHASE = " ONE PHASE";

    /**
     * The last event of a name in a file.
     *
     * @param start of its transaction
     * @param isWanted whether it has the wanted rows; otherwise it ended an earlier transaction of that name
     */
    record Place(BinlogPosition start, boolean isWanted) {}

    private final String file;
    private final String name;
    private final String wanted;
    /** The start of the present transaction. */
    private long start;

    private Optional<Place> last = Optional.empty();

    /**
     * @param name see {@link XaTransactions#name}
     * @param isOnePhase whether the wanted transaction was committed in one phase; otherwise it was prepared
     */
    XaSearch(String file, String name, boolean isOnePhase) {
        this.file = file;
        this.name = name;
        this.wanted = isOnePhase ? COMMITTED + name + ONE_PHASE : PREPARED + name;
    }

    /**
     * Examines the next event of the file.
     *
     * @param position its start; for events of a compressed transaction, its end
     */
    void examine(long position, String type, String info) {
        String kind = type.toUpperCase(Locale.ROOT);
        if (kind.contains("GTID")) {
            start = position;
        } else if (kind.equals("XA_PREPARE") || kind.startsWith("QUERY")) {
            String text = info.toUpperCase(Locale.ROOT);
            if (text.endsWith(wanted)) {
                last = Optional.of(new Place(new BinlogPosition(file, start), true));
            } else if (ends(text)) {
                last = Optional.of(new Place(new BinlogPosition(file, start), false));
            }
        }
    }

    private boolean ends(String text) {
        return Stream.of(COMMITTED + name, COMMITTED + name + ONE_PHASE, ROLLED_BACK + name)
                .anyMatch(text::endsWith);
    }

    /** Returns the last event of the name; empty if there is none. */
    Optional<Place> last() {
        return last;
    }
}
