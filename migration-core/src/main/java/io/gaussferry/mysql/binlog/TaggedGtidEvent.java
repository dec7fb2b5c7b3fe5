package io.gaussferry.mysql.binlog;

import io.gaussferry.error.ErrorCode;
import io.gaussferry.error.GaussferryException;
import io.gaussferry.model.Gtid;
import io.gaussferry.model.LogicalTime;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Parses the event that starts a transaction with a tagged GTID (MySQL 8.3 and later): one message of MySQL's serialization
 * library ({@code libs/mysql/serialization}). The message has a version, its size, and the id of the last mandatory field plus
 * one. The fields follow in the order of their ids, each after its id; fields with default values are omitted. The fields are
 * listed in {@code Gtid_event::define_fields} of {@code control_events.h}.
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
    /** The highest known field: the commit group's ticket. */
    private static final int LAST_FIELD = 11;

    private static final int MAXIMUM_TAG_BYTES = 32;
    /** Servers write tags in lower case; an empty string means no tag. */
    private static final Pattern VALID_TAG = Pattern.compile("|[a-z_][a-z0-9_]*");

    private TaggedGtidEvent() {}

    /** Parses the body of the event. */
    static GtidEvent parse(byte[] body, SourceIdCache sourceIds) {
        WireReader whole = new WireReader(body, 0, body.length);
        long version = whole.varint();
        long size = whole.varint();
        if (version != VERSION || size < whole.offset() || size > body.length) {
            throw malformed("it has a message of version " + version + " and " + size + " bytes in " + body.length);
        }
        WireReader message = new WireReader(body, whole.offset(), (int) size);
        long required = message.varint() - 1;
        if (required > LAST_FIELD) {
            throw malformed("it has the unknown mandatory field " + required);
        }
        UUID sourceId = null;
        String tag = "";
        long number = 0;
        long lastCommitted = 0;
        long sequenceNumber = 0;
        long commitMicros = 0;
        // omitted if equal
        long originMicros = -1;
        int lastField = -1;
        while (message.remaining() > 0) {
            long field = message.varint();
            if (field <= lastField) {
                throw malformed("it has field " + field + " after field " + lastField);
            }
            if (field > LAST_FIELD) {
                // the length of an unknown field is unknown; neither it nor later fields are mandatory
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
            throw malformed("it has no source or no number");
        }
        return new GtidEvent(
                new Gtid(sourceId, tag, number),
                new LogicalTime(lastCommitted, sequenceNumber),
                commitMicros,
                originMicros < 0 ? commitMicros : originMicros);
    }

    /** Reads half of a UUID: eight bytes, each encoded as a variable-length integer. */
    private static long half(WireReader message) {
        long half = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            long unit = message.varint();
            if (unit < 0 || unit > 0xFF) {
                throw malformed("it has a UUID with the byte " + unit);
            }
            half = half << 8 | unit;
        }
        return half;
    }

    private static String tag(WireReader message) {
        long length = message.varint();
        if (length < 0 || length > MAXIMUM_TAG_BYTES) {
            throw malformed("it has a tag of " + length + " bytes");
        }
        String tag = message.string(length);
        if (!VALID_TAG.matcher(tag).matches()) {
            throw malformed("it has a tag with characters other than letters, digits and underscores");
        }
        return tag;
    }

    /** Decodes a signed integer, whose sign is in the lowest bit. */
    private static long signed(long encoded) {
        return encoded >>> 1 ^ -(encoded & 1);
    }

    private static GaussferryException malformed(String detail) {
        return new GaussferryException(
                ErrorCode.BINLOG_DAMAGED,
                "A tagged GTID event is malformed: " + detail + ".",
                "check the binlog file with mysqlbinlog --verify-binlog-checksum; if it is intact, upgrade Gaussferry",
                null);
    }
}
