package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import com.github.shyiko.mysql.binlog.network.SocketFactory;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.command.QueryCommand;
import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import io.gaussferry.mysql.MySqlUrl;
import io.gaussferry.mysql.SourceSettings;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;

/** Creates clients of the binlog library, which connect as the JDBC connections to the same server do. */
final class BinlogClients {

    /** How long the server lets a write to us block before it gives up, seconds: our back-pressure may hold it that long. */
    private static final long SERVER_WRITE_TIMEOUT_SECONDS = 3_600;

    private BinlogClients() {}

    /**
     * Creates a client. The caller says where it starts to read.
     *
     * @param settings their URL names one server
     * @param serverUuid that of the server: any other that answers is refused
     * @param sockets opens the connection
     * @param receiver takes the events
     */
    static BinaryLogClient create(
            SourceSettings settings, String serverUuid, SocketFactory sockets, RawEventDeserializer.Receiver receiver) {
        MySqlUrl url = MySqlUrl.parse(settings.url());
        BinaryLogClient client = new BinaryLogClient(url.host(), url.port(), settings.user(), settings.password()) {
            @Override
            protected void updateGtidSet(Event event) {
                // what is done is known from the target alone
            }

            @Override
            protected void setupConnection() throws IOException {
                super.setupConnection();
                requireSameServer(channel, serverUuid);
                // the library says it only where checksums are on now; the server must not end the stream when they are
                // switched on later, and each file says itself whether it has them
                channel.write(new QueryCommand("SET @master_binlog_checksum = @@global.binlog_checksum"));
                checkError(channel.read());
            }
        };
        client.setKeepAlive(false);
        client.setServerId(settings.serverId());
        client.setHeartbeatInterval(settings.timeouts().heartbeat().toMillis());
        client.setConnectTimeout(settings.timeouts().connect().toMillis());
        client.setNetWriteTimeout(SERVER_WRITE_TIMEOUT_SECONDS);
        if (url.sslMode() != SslMode.DISABLED) {
            client.setSslSocketFactory(new TlsSockets(url));
        }
        // the sockets verify the identity themselves, by the name that the URL has
        client.setSSLMode(
                url.verifiesIdentity()
                        ? SSLMode.VERIFY_CA
                        : SSLMode.valueOf(url.sslMode().name()));
        client.setSocketFactory(sockets);
        client.setEventDeserializer(new RawEventDeserializer(receiver, settings.maximumEventBytes()));
        return client;
    }

    /** Returns a socket that fails if the server is silent for too long. */
    static Socket newSocket(SourceSettings settings) throws SocketException {
        Socket created = new Socket();
        created.setSoTimeout((int) settings.timeouts().read().toMillis());
        created.setTcpNoDelay(true);
        return created;
    }

    /** Behind one name there may be another server by now than the one that was asked whether it can be read. */
    private static void requireSameServer(PacketChannel channel, String serverUuid) throws IOException {
        channel.write(new QueryCommand("SELECT @@GLOBAL.server_uuid"));
        String answer = SingleAnswer.read(channel);
        if (!answer.equals(serverUuid)) {
            throw new IOException(
                    "the server that answers has server_uuid " + answer + " now, a moment ago it was " + serverUuid);
        }
    }
}
