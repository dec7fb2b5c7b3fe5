package io.gaussferry.target.postgresql;

import io.gaussferry.target.LogicalDecoding;
import java.nio.ByteBuffer;

/** The logical decoding of PostgreSQL 14 and later. */
final class PostgreSqlDecoding implements LogicalDecoding {

    /** Offset of the flag in the message, after the position and the clock. */
    private static final int REPLY_REQUESTED = 17;

    @Override
    public boolean usesNextPort() {
        return false;
    }

    @Override
    public boolean sendsChangesWithOrigin() {
        return true;
    }

    @Override
    public String logEndQuery() {
        return "SELECT pg_catalog.pg_current_wal_insert_lsn()::TEXT";
    }

    @Override
    public String slotQuery() {
        return "SELECT confirmed_flush_lsn::TEXT, restart_lsn::TEXT, pg_catalog.pg_current_wal_lsn()::TEXT, active"
                + " FROM pg_catalog.pg_replication_slots WHERE slot_name = ?";
    }

    @Override
    public String retainedLimitQuery() {
        return "SELECT CAST(setting AS bigint) * 1048576 FROM pg_catalog.pg_settings"
                + " WHERE name = 'max_slot_wal_keep_size' AND CAST(setting AS bigint) >= 0";
    }

    @Override
    public String slotCopyQuery(String slot, String copy, long restart, long confirmed) {
        return "SELECT * FROM pg_catalog.pg_copy_logical_replication_slot('" + slot + "', '" + copy + "')";
    }

    @Override
    public KeepAlive keepAlive(byte[] message) {
        return new KeepAlive(ByteBuffer.wrap(message).getLong(1), message[REPLY_REQUESTED] != 0);
    }

    @Override
    public byte[] status(long received, long durable, long clock, boolean answer) {
        return ByteBuffer.allocate(34)
                .put((byte) 'r')
                .putLong(received)
                .putLong(durable)
                .putLong(durable)
                .putLong(clock)
                .put((byte) (answer ? 1 : 0))
                .array();
    }
}
