package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the whole stream over from the library at its first event, and hands every event on as its bytes. The library would read
 * packets byte by byte, decode with loss, and pass over what it does not know or fails to decode.
 */
final class RawEventDeserializer extends EventDeserializer {

    /** Takes the events, on the thread that reads. */
    interface Receiver {

        /**
         * Takes the next event.
         *
         * @return whether there shall be more
         */
        boolean receive(RawEvent event);

        /**
         * Told that the next event may be long in coming.
         *
         * @return whether there shall be more
         */
        boolean idle();
    }

    private final Receiver receiver;
    private final long wholeBytes;
    private boolean checksums;

    /** @param wholeBytes of events with a larger body only the first bytes are read into memory */
    RawEventDeserializer(Receiver receiver, long wholeBytes) {
        this.receiver = receiver;
        this.wholeBytes = wholeBytes;
    }

    @Override
    @SuppressWarnings("deprecation")
    public void setChecksumType(ChecksumType checksumType) {
        // called by the library when it has told the server that it understands checksums
        checksums = checksumType == ChecksumType.CRC32;
    }

    /** Reads until the stream ends or no more is wanted. Returns what tells the library that it has ended. */
    @Override
    public @Nullable Event nextEvent(ByteArrayInputStream input) throws IOException {
        EventReader reader = new EventReader(input, checksums, wholeBytes);
        RawEvent event = reader.first();
        while (event != null && receiver.receive(event)) {
            if (!reader.isNextBuffered() && !receiver.idle()) {
                return null;
            }
            event = reader.next();
        }
        return null;
    }
}
