package io.gaussferry.mysql.binlog;

import io.gaussferry.mysql.ServerVersion;

/** The version of the server that wrote a binlog file, from the file's first event. */
final class BinlogServerVersion {

    /** {@code ST_SERVER_VER_OFFSET} and {@code ST_SERVER_VER_LEN} of MySQL's {@code binlog_event.h}. */
    private static final int OFFSET = 2;

    private static final int LENGTH = 50;

    private BinlogServerVersion() {}

    /**
     * Returns the server's version in a FORMAT_DESCRIPTION event, such as 80033 for {@code 8.0.33-25}; 0 if it has none.
     *
     * @return see {@link ServerVersion#number}
     */
    static int number(byte[] body) {
        if (body.length < OFFSET + LENGTH) {
            return 0;
        }
        return ServerVersion.parse(new WireReader(body, OFFSET, OFFSET + LENGTH).zeroTerminated())
                .number();
    }
}
