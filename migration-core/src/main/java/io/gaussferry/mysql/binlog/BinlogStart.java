package io.gaussferry.mysql.binlog;

import io.gaussferry.model.BinlogPosition;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a binlog connection starts.
 *
 * @param gtids the transactions that the server omits, in MySQL's notation; empty for MariaDB
 * @param mariaDbPosition the last omitted transaction of each domain, in MariaDB's notation
 * @param position an offset in a file; null to start by GTIDs
 */
record BinlogStart(
        String gtids, String mariaDbPosition, @Nullable BinlogPosition position) {

    /** Starts after the given transactions. */
    static BinlogStart after(GtidSet executed) {
        return new BinlogStart(mySqlGtids(executed), executed.mariaDbPosition(), null);
    }

    /** Starts at an offset of a file. */
    static BinlogStart at(BinlogPosition position) {
        return new BinlogStart("", "", position);
    }

    /**
     * Starts such that the server sends the wanted transactions.
     *
     * @param wanted transactions that its binlog contains
     * @param executed all transactions that it has executed. MariaDB sends those after the first wanted one of a domain, too
     */
    static BinlogStart with(GtidSet wanted, GtidSet executed) {
        Map<Long, Gtid> last = new TreeMap<>();
        executed.lastOfEachSeries().stream()
                .filter(Gtid::isMariaDb)
                .forEach(gtid -> last.merge(gtid.domain(), gtid, BinlogStart::higher));
        Map<Long, Gtid> first = new TreeMap<>();
        wanted.firstOfEachSeries().stream()
                .filter(Gtid::isMariaDb)
                .forEach(gtid -> first.merge(gtid.domain(), gtid, BinlogStart::lower));
        first.forEach((domain, gtid) -> {
            // a server that lacks the preceding number continues with the first higher one of the same server
            if (gtid.number() == 1) {
                last.remove(domain);
            } else {
                last.put(domain, new Gtid(gtid.sourceId(), "", gtid.number() - 1));
            }
        });
        return new BinlogStart(
                mySqlGtids(executed.minus(wanted)),
                last.values().stream().map(Gtid::toString).collect(Collectors.joining(",")),
                null);
    }

    private static String mySqlGtids(GtidSet executed) {
        return executed.lastOfEachSeries().stream().anyMatch(Gtid::isMariaDb) ? "" : executed.toString();
    }

    private static Gtid higher(Gtid one, Gtid other) {
        return one.number() >= other.number() ? one : other;
    }

    private static Gtid lower(Gtid one, Gtid other) {
        return one.number() <= other.number() ? one : other;
    }
}
