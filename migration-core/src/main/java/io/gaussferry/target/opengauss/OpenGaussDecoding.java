package io.gaussferry.target.opengauss;

import io.gaussferry.target.LogicalDecoding;
import io.gaussferry.target.Lsn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The logical decoding of openGauss. Its messages are structures of the server's memory. */
public class OpenGaussDecoding implements LogicalDecoding {

    /** Offset of the flag in the message, after the position, two states and the clock. */
    private static final int REPLY_REQUESTED = 25;

    @Override
    public boolean usesNextPort() {
        return true;
    }

    /** {@code pgoutput_origin_filter} removes them, whatever the publication's options. Measured on openGauss 6.0.2. */
    @Override
    public boolean sendsChangesWithOrigin() {
        return false;
    }

    @Override
    public String logEndQuery() {
        return "SELECT pg_catalog.pg_current_xlog_insert_location()";
    }

    @Override
    public String slotQuery() {
        return "SELECT confirmed_flush, restart_lsn, pg_catalog.pg_current_xlog_location(), active"
                + " FROM pg_catalog.pg_get_replication_slots() WHERE slot_name = ?";
    }

    /** {@code max_size_for_xlog_prune} spares logical slots. */
    @Override
    public String retainedLimitQuery() {
        return "SELECT CAST(setting AS bigint) * 1024 FROM pg_catalog.pg_settings"
                + " WHERE name = 'max_size_xlog_force_prune' AND CAST(setting AS bigint) > 0";
    }

    @Override
    public String slotCopyQuery(String slot, String copy, long restart, long confirmed) {
        return "SELECT * FROM pg_catalog.pg_create_logical_replication_slot('" + copy + "', 'pgoutput', '"
                + Lsn.format(restart) + "', '" + Lsn.format(confirmed) + "')";
    }

    @Override
    public KeepAlive keepAlive(byte[] message) {
        ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        return new KeepAlive(buffer.getLong(1), message.length > REPLY_REQUESTED && message[REPLY_REQUESTED] != 0);
    }

    /**
     * Returns the message that the driver's own stream writes: openGauss's {@code StandbyReplyMessage}, with maximum
     * values for positions and states that a log reader does not have.
     */
    @Override
    public byte[] status(long received, long durable, long clock, boolean answer) {
        return ByteBuffer.allocate(65)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 'r')
                .putLong(Long.MAX_VALUE)
                .putLong(received)
                .putLong(durable)
                .putLong(Long.MAX_VALUE)
                .putLong(durable)
                .putInt(Integer.MAX_VALUE)
                .putInt(Integer.MAX_VALUE)
                .putLong(clock)
                .put((byte) (answer ? 1 : 0))
                .putInt(0)
                .put((byte) 1)
                .put((byte) 1)
                .put((byte) 1)
                .array();
    }
}
