package io.gaussferry.mysql.binlog;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that the target has and those that the source has sent since; none of them may be delivered again. A source
 * sends the numbers of a series in sequence, so that a comparison decides most cases. One thread.
 */
final class DeliveredGtids {

    private final GtidSet delivered;
    private @Nullable Gtid last;
    /** No number of the last GTID's series between it and this one, exclusive, is delivered. */
    private long knownFreeTo;

    /** @param executed the transactions of the target; the caller must not use it afterwards */
    DeliveredGtids(GtidSet executed) {
        this.delivered = executed;
    }

    /** Records a transaction; returns false if it was delivered before. */
    boolean add(Gtid gtid) {
        if (!follows(gtid) && delivered.contains(gtid)) {
            return false;
        }
        if (!follows(gtid)) {
            knownFreeTo = delivered.nextAfter(gtid);
        }
        delivered.add(gtid);
        last = gtid;
        return true;
    }

    private boolean follows(Gtid gtid) {
        Gtid before = last;
        return before != null
                && gtid.number() == before.number() + 1
                && gtid.number() < knownFreeTo
                && gtid.sourceId().equals(before.sourceId())
                && gtid.tag().equals(before.tag());
    }
}
