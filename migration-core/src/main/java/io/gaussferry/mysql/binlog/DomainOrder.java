package io.gaussferry.mysql.binlog;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The last numbers of MariaDB's domains. A position names the last transaction of a domain only, so that it is unambiguous only if the
 * numbers increase. They do unless two servers write to the same domain. One thread.
 */
final class DomainOrder {

    private final Map<Long, Long> last = new HashMap<>();

    /** @param executed the transactions of the target */
    DomainOrder(GtidSet executed) {
        for (Gtid gtid : executed.lastOfEachSeries()) {
            boolean unused = add(gtid);
        }
    }

    /** Records a transaction; returns false if its domain has a later or equal number. Accepts every GTID of MySQL. */
    boolean add(Gtid gtid) {
        if (!gtid.isMariaDb()) {
            return true;
        }
        Long before = last.get(gtid.domain());
        if (before != null && before >= gtid.number()) {
            return false;
        }
        last.put(gtid.domain(), gtid.number());
        return true;
    }
}
