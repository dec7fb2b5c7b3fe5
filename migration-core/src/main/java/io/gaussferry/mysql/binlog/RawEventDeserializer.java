package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.deserialization.ChecksumType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Takes over the stream from the library at its first event and delivers every event undecoded. The library would read packets
 * byte by byte, decode with loss, and skip events that it does not know or fails to decode.
 */
final class RawEventDeserializer extends EventDeserializer {

    /** Receives the events on the reading thread. */
    interface Receiver {

        /**
         * Receives the next event.
         *
         * @return whether to continue
         */
        boolean receive(RawEvent event);

        /**
         * Called when the next event may take long to arrive.
         *
         * @return whether to continue
         */
        boolean idle();
    }

    private final Receiver receiver;
    private final long maximumBufferedBytes;
    private boolean checksums;

    /** @param maximumBufferedBytes limit of the body, in bytes, above which only the first bytes are read into memory */
    RawEventDeserializer(Receiver receiver, long maximumBufferedBytes) {
        this.receiver = receiver;
        this.maximumBufferedBytes = maximumBufferedBytes;
    }

    @Override
    @SuppressWarnings("deprecation")
    public void setChecksumType(ChecksumType checksumType) {
        // the library calls this when it has announced support for checksums to the server
        checksums = checksumType == ChecksumType.CRC32;
    }

    /** Reads until the stream ends or the receiver stops. Returns null, which signals the end to the library. */
    @Override
    public @Nullable Event nextEvent(ByteArrayInputStream input) throws IOException {
        EventReader reader = new EventReader(input, checksums, maximumBufferedBytes);
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
