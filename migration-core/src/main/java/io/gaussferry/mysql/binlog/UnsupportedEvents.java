package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import java.util.function.Supplier;

/** Refuses the events that cannot be read: an unknown event that could change data is an error. */
final class UnsupportedEvents {

    /** The remedy for an event that is too large. */
    static final String INCREASE_LIMIT = "increase gaussferry.source.maximum-event-bytes and the heap (-Xmx)";

    private UnsupportedEvents() {}

    /**
     * Refuses a truncated event unless its first bytes are sufficient.
     *
     * @param maximumEventBytes the configured limit
     * @param location of the current transaction, for messages
     */
    static void requireFirstBytesOnly(RawEvent event, long maximumEventBytes, Supplier<TransactionLocation> location) {
        if (event.rest() == null && !RawEvent.needsFirstBytesOnly(event.type()) && !event.isIgnorable()) {
            throw location.get()
                    .refused(
                            ErrorCode.EVENT_TOO_LARGE,
                            "A binlog event of type " + event.type() + " has " + event.bodyBytes()
                                    + " bytes, more than gaussferry.source.maximum-event-bytes (" + maximumEventBytes
                                    + ").",
                            INCREASE_LIMIT);
        }
    }

    /** Refuses an event of an unknown type unless the server marks it as ignorable. */
    static void refuseUnlessIgnorable(RawEvent event, Supplier<TransactionLocation> location) {
        if (event.isIgnorable()) {
            return;
        }
        if (event.type() == RawEvent.INCIDENT) {
            throw location.get()
                    .refused(
                            ErrorCode.BINLOG_INCOMPLETE,
                            "The source reports that its binlog lacks events.",
                            "start a new migration");
        }
        throw location.get()
                .refused(
                        ErrorCode.BINLOG_UNSUPPORTED,
                        "A binlog event has the unknown type " + event.type() + ".",
                        "upgrade Gaussferry");
    }
}
