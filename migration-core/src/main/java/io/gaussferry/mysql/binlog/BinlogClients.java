package io.gaussferry.mysql.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import com.github.shyiko.mysql.binlog.network.SocketFactory;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.command.DumpBinaryLogCommand;
import com.github.shyiko.mysql.binlog.network.protocol.command.QueryCommand;
import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import io.gaussferry.lifecycle.TimeLimit;
import io.gaussferry.model.BinlogPosition;
import io.gaussferry.mysql.MySqlUrl;
import io.gaussferry.mysql.SourceDialect;
import io.gaussferry.mysql.SourceSettings;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;

/** Creates clients of the binlog library that connect in the same way as the JDBC connections to the server. */
final class BinlogClients {

    /** How long a write of the server to this client may block, in seconds. Back-pressure can block it that long. */
    private static final long SERVER_WRITE_TIMEOUT_SECONDS = 3_600;

    /** {@code MARIA_SLAVE_CAPABILITY_GTID}. */
    private static final int GTID_CAPABILITY = 4;

    private BinlogClients() {}

    /**
     * Creates a client.
     *
     * @param settings their URL names one server
     * @param serverUuid the UUID of that server; the connection to another server is rejected
     * @param sockets opens the connection
     * @param receiver receives the events
     * @param start where the stream starts
     */
    static BinaryLogClient create(
            SourceSettings settings,
            String serverUuid,
            SocketFactory sockets,
            RawEventDeserializer.Receiver receiver,
            BinlogStart start) {
        MySqlUrl url = MySqlUrl.parse(settings.url());
        BinaryLogClient client = new BinaryLogClient(url.host(), url.port(), settings.user(), settings.password()) {
            @Override
            protected void updateGtidSet(Event event) {
                // the target alone knows the executed transactions
            }

            @Override
            protected void setupGtidSet() throws IOException {
                if (!getMariaDB()) {
                    super.setupGtidSet();
                }
            }

            @Override
            protected void requestBinaryLogStreamMaria(long serverId) throws IOException {
                // without this capability the server would replace its own events by others
                execute("SET @mariadb_slave_capability = " + GTID_CAPABILITY);
                BinlogPosition position = start.position();
                if (position != null) {
                    channel.write(new DumpBinaryLogCommand(serverId, position.file(), position.offset()));
                    return;
                }
                execute("SET @slave_connect_state = '" + start.mariaDbPosition() + "'");
                // a server may lack numbers that another one of the domain has
                execute("SET @slave_gtid_strict_mode = 0");
                execute("SET @slave_gtid_ignore_duplicates = 0");
                channel.write(new DumpBinaryLogCommand(serverId, "", 0));
            }

            private void execute(String statement) throws IOException {
                channel.write(new QueryCommand(statement));
                checkError(channel.read());
            }

            @Override
            protected void setupConnection() throws IOException {
                super.setupConnection();
                requireSameServer(channel, serverUuid);
                // the library sends this only if checksums are on now; without it the server ends the stream if they
                // are switched on later. Each binlog file states whether it has checksums
                execute("SET @master_binlog_checksum = @@global.binlog_checksum");
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
        BinlogPosition position = start.position();
        if (position == null) {
            client.setGtidSet(start.gtids());
        } else {
            client.setBinlogFilename(position.file());
            client.setBinlogPosition(position.offset());
        }
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
        String version = ask(channel, "SELECT VERSION()");
        String found = ask(channel, SourceDialect.named(version).identityQuery());
        if (!found.equals(serverUuid)) {
            throw new OtherServerException(found, serverUuid);
        }
    }

    private static String ask(PacketChannel channel, String query) throws IOException {
        channel.write(new QueryCommand(query));
        return ScalarResult.read(channel);
    }
}
