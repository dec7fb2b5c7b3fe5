package io.gaussferry.mysql.binlog;

import io.gaussferry.model.Gtid;
import io.gaussferry.model.GtidSet;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that the target has, and those that the source has sent since: none may come again. A source sends the numbers of a
 * series one after the other, so that most are told by a comparison. One thread.
 */
final class DeliveredGtids {

    private final GtidSet delivered;
    private @Nullable Gtid last;
    /** No number of the last one's series from behind it up to here, exclusive, is delivered. */
    private long knownFreeTo;

    /** @param executed what the target has; taken over */
    DeliveredGtids(GtidSet executed) {
        this.delivered = executed;
    }

    /** Notes that a transaction comes; returns false if it was there before. */
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
