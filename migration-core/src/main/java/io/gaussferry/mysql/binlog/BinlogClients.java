package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import com.github.shyiko.mysql.binlog.network.SocketFactory;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.command.QueryCommand;
import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.mysql.MySqlUrl;
import io.gaussferry.mysql.SourceSettings;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;

/** Creates clients of the binlog library that connect in the same way as the JDBC connections to the server. */
final class BinlogClients {

    /** How long a write of the server to this client may block, in seconds. Back-pressure can block it that long. */
    private static final long SERVER_WRITE_TIMEOUT_SECONDS = 3_600;

    private BinlogClients() {}

    /**
     * Creates a client. The caller sets the start position.
     *
     * @param settings their URL names one server
     * @param serverUuid the UUID of that server; the connection to another server is rejected
     * @param sockets opens the connection
     * @param receiver receives the events
     */
    static BinaryLogClient create(
            SourceSettings settings, String serverUuid, SocketFactory sockets, RawEventDeserializer.Receiver receiver) {
        MySqlUrl url = MySqlUrl.parse(settings.url());
        BinaryLogClient client = new BinaryLogClient(url.host(), url.port(), settings.user(), settings.password()) {
            @Override
            protected void updateGtidSet(Event event) {
                // the target alone knows the executed transactions
            }

            @Override
            protected void setupConnection() throws IOException {
                super.setupConnection();
                requireSameServer(channel, serverUuid);
                // the library sends this only if checksums are on now; without it the server ends the stream if they
                // are switched on later. Each binlog file states whether it has checksums
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
        // the sockets verify the identity themselves, against the host name in the URL
        client.setSSLMode(
                url.verifiesIdentity()
                        ? SSLMode.VERIFY_CA
                        : SSLMode.valueOf(url.sslMode().name()));
        client.setSocketFactory(sockets);
        client.setEventDeserializer(new RawEventDeserializer(receiver, settings.maximumEventBytes()));
        return client;
    }

    /** Returns a socket whose reads time out if the server does not send anything. */
    static Socket newSocket(SourceSettings settings) throws SocketException {
        Socket created = new Socket();
        created.setSoTimeout(TimeLimit.ofSocket(settings.timeouts().read()));
        created.setTcpNoDelay(true);
        return created;
    }

    /** Rejects a server other than the one that was found to be readable; the host name may resolve to another one by now. */
    private static void requireSameServer(PacketChannel channel, String serverUuid) throws IOException {
        channel.write(new QueryCommand("SELECT @@GLOBAL.server_uuid"));
        String found = ScalarResult.read(channel);
        if (!found.equals(serverUuid)) {
            throw new IOException("the server's server_uuid is now " + found + ", expected " + serverUuid);
        }
    }
}
