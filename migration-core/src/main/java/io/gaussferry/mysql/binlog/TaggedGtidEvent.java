package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCategory;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The event that begins a transaction with a tagged GTID (MySQL 8.3 and later): one message of MySQL's serialization library
 * ({@code libs/mysql/serialization}). That is a version, the message's size and the id of the last field that a reader must
 * know plus one; then fields in the order of their ids, each after its id, those that have their default left out. The fields
 * are listed in {@code Gtid_event::define_fields} of {@code control_events.h}.
 */
final class TaggedGtidEvent {

    private static final int VERSION = 1;

    private static final int UUID_BYTES = 1;
    private static final int NUMBER = 2;
    private static final int TAG = 3;
    private static final int LAST_COMMITTED = 4;
    private static final int SEQUENCE_NUMBER = 5;
    private static final int IMMEDIATE_COMMIT_TIMESTAMP = 6;
    private static final int ORIGINAL_COMMIT_TIMESTAMP = 7;
    /** The highest field that is known: the commit group's ticket. */
    private static final int LAST_FIELD = 11;

    private static final int MAXIMUM_TAG_BYTES = 32;
    /** Servers write tags in lower case; no tag is an empty one. */
    private static final Pattern TEXT_OF_TAG = Pattern.compile("|[a-z_][a-z0-9_]*");

    private TaggedGtidEvent() {}

    /** Reads the body of the event. */
    static GtidEvent parse(byte[] body, SourceIds sourceIds) {
        WireReader whole = new WireReader(body, 0, body.length);
        long version = whole.varint();
        long size = whole.varint();
        if (version != VERSION || size < whole.offset() || size > body.length) {
            throw malformed("a message of version " + version + " and " + size + " bytes in " + body.length);
        }
        WireReader message = new WireReader(body, whole.offset(), (int) size);
        long required = message.varint() - 1;
        if (required > LAST_FIELD) {
            throw malformed("a field " + required + " that a reader must know");
        }
        UUID sourceId = null;
        String tag = "";
        long number = 0;
        long lastCommitted = 0;
        long sequenceNumber = 0;
        long commitMicros = 0;
        // left out where it is the same
        long originMicros = -1;
        int lastField = -1;
        while (message.remaining() > 0) {
            long field = message.varint();
            if (field <= lastField) {
                throw malformed("field " + field + " after field " + lastField);
            }
            if (field > LAST_FIELD) {
                // how long it is cannot be known, and what follows need not be
                break;
            }
            lastField = (int) field;
            switch (lastField) {
                case UUID_BYTES -> sourceId = sourceIds.of(half(message), half(message));
                case NUMBER -> number = signed(message.varint());
                case TAG -> tag = tag(message);
                case LAST_COMMITTED -> lastCommitted = signed(message.varint());
                case SEQUENCE_NUMBER -> sequenceNumber = signed(message.varint());
                case IMMEDIATE_COMMIT_TIMESTAMP -> commitMicros = message.varint();
                case ORIGINAL_COMMIT_TIMESTAMP -> originMicros = message.varint();
                default -> message.varint();
            }
        }
        if (sourceId == null || number < 1 || number == Long.MAX_VALUE) {
            throw malformed("no source or no number");
        }
        return new GtidEvent(
                new Gtid(sourceId, tag, number),
                new LogicalTime(lastCommitted, sequenceNumber),
                commitMicros,
                originMicros < 0 ? commitMicros : originMicros);
    }

    /** Eight bytes, each a variable-length integer of its own. */
    private static long half(WireReader message) {
        long half = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            long unit = message.varint();
            if (unit < 0 || unit > 0xFF) {
                throw malformed("a UUID with the byte " + unit);
            }
            half = half << 8 | unit;
        }
        return half;
    }

    private static String tag(WireReader message) {
        long length = message.varint();
        if (length < 0 || length > MAXIMUM_TAG_BYTES) {
            throw malformed("a tag of " + length + " bytes");
        }
        String tag = message.text(length);
        if (!TEXT_OF_TAG.matcher(tag).matches()) {
            throw malformed("a tag of other characters than letters, digits and underscores");
        }
        return tag;
    }

    /** Signed integers stand with their sign in the lowest bit. */
    private static long signed(long encoded) {
        return encoded >>> 1 ^ -(encoded & 1);
    }

    private static GaussferryException malformed(String detail) {
        return new GaussferryException(
                ErrorCategory.FATAL,
                "A tagged GTID event cannot be read: it has " + detail + ".",
                "check the binlog file with mysqlbinlog --verify-binlog-checksum; if it is intact, upgrade Gaussferry",
                null);
    }
}
