package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.network.ServerException;
import com.github.shyiko.mysql.binlog.network.protocol.ErrorPacket;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.ResultSetRowPacket;
import java.io.IOException;
import java.util.Arrays;

/** Reads the result of a query on the binlog connection, before the connection becomes a stream of events. */
final class ScalarResult {

    private static final byte ERROR = (byte) 0xFF;
    private static final byte END = (byte) 0xFE;

    private ScalarResult() {}

    /** Returns the first value of the first row of a non-empty result. */
    static String read(PacketChannel channel) throws IOException {
        byte[] packet = checked(channel.read());
        while (packet[0] != END) {
            packet = checked(channel.read()); // number and definitions of the columns
        }
        String value = "";
        for (packet = checked(channel.read()); packet[0] != END; packet = checked(channel.read())) {
            value = new ResultSetRowPacket(packet).getValue(0);
        }
        return value;
    }

    private static byte[] checked(byte[] packet) throws IOException {
        if (packet[0] == ERROR) {
            ErrorPacket error = new ErrorPacket(Arrays.copyOfRange(packet, 1, packet.length));
            throw new ServerException(error.getErrorMessage(), error.getErrorCode(), error.getSqlState());
        }
        return packet;
    }
}
