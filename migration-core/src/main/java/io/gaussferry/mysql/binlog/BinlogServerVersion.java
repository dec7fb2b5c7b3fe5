package io.gaussferry.mysql.binlog;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of the server that wrote a binlog file, from the file's first event. */
final class BinlogServerVersion {

    /** {@code ST_SERVER_VER_OFFSET} and {@code ST_SERVER_VER_LEN} of MySQL's {@code binlog_event.h}. */
    private static final int OFFSET = 2;

    private static final int LENGTH = 50;

    private static final Pattern NUMBERS = Pattern.compile("^(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final int FACTOR = 100;

    private BinlogServerVersion() {}

    /** Returns the server's version in a FORMAT_DESCRIPTION event, such as 80033 for {@code 8.0.33-25}; 0 if it has none. */
    static int number(byte[] body) {
        if (body.length < OFFSET + LENGTH) {
            return 0;
        }
        Matcher numbers = NUMBERS.matcher(new String(body, OFFSET, LENGTH, StandardCharsets.US_ASCII));
        if (!numbers.find()) {
            return 0;
        }
        int major = Integer.parseInt(numbers.group(1));
        int minor = Integer.parseInt(numbers.group(2));
        return (major * FACTOR + minor) * FACTOR + Integer.parseInt(numbers.group(3));
    }
}
