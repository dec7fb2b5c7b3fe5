package io.gaussferry.bench.peers;

import io.gaussferry.sandbox.ConsoleSandboxListener;
import io.gaussferry.sandbox.server.NativeMySqlServer;
import io.gaussferry.sandbox.server.ServerAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A MySQL replica with four workers: what the source's own product achieves. Its copy replays the transactions that fill the tables. */
final class MySqlReplicaPeer implements Peer {

    private static final String ACCOUNT = "gaussferry_peer";
    private static final Duration LONGEST_COPY = Duration.ofMinutes(30);
    private static final long POLL_MILLIS = 20;

    private final PeerServers servers;
    private final String executedBefore;
    private final String password = UUID.randomUUID().toString().replace("-", "");
    private @Nullable NativeMySqlServer replica;
    private boolean hasAccount;

    /** Created before the tables: the replica reads the binlog from here on. */
    MySqlReplicaPeer(PeerServers servers) throws SQLException {
        this.servers = servers;
        this.executedBefore = value(servers.source(), "SELECT @@GLOBAL.gtid_executed");
    }

    @Override
    public String name() {
        return "MySQL replica, 4 workers";
    }

    @Override
    public void copy() throws PeerException, SQLException, InterruptedException {
        if (!servers.sandbox().sourceIsNative()) {
            throw new PeerException("needs a source that the bench starts as a local process");
        }
        execute(
                servers.source(),
                "CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + password + "'",
                "GRANT REPLICATION SLAVE ON *.* TO " + ACCOUNT);
        hasAccount = true;
        NativeMySqlServer started = NativeMySqlServer.start(
                ConsoleSandboxListener.onStandardOutput(),
                "--server-id=4242",
                "--replica-parallel-workers=4",
                "--replica-preserve-commit-order=ON");
        replica = started;
        PeerServers.Endpoint source = PeerServers.endpoint(servers.source());
        execute(
                started.address(),
                "SET GLOBAL gtid_purged = '+" + executedBefore + "'",
                "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '" + source.host() + "', SOURCE_PORT = " + source.port()
                        + ", SOURCE_USER = '" + ACCOUNT + "', SOURCE_PASSWORD = '" + password
                        + "', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1",
                "CHANGE REPLICATION FILTER REPLICATE_WILD_DO_TABLE = ('" + servers.database() + ".%')",
                "START REPLICA");
        String executed = value(servers.source(), "SELECT @@GLOBAL.gtid_executed");
        long end = System.nanoTime() + LONGEST_COPY.toNanos();
        while (!value(started.address(), "SELECT GTID_SUBSET('" + executed + "', @@GLOBAL.gtid_executed)")
                .equals("1")) {
            if (System.nanoTime() - end > 0) {
                throw new PeerException("no end after " + LONGEST_COPY.toMinutes() + " minutes");
            }
            requireApplying(started);
            Thread.sleep(POLL_MILLIS);
        }
        execute(started.address(), "STOP REPLICA");
    }

    private static void requireApplying(NativeMySqlServer replica) throws PeerException, SQLException {
        String error = value(
                replica.address(),
                "SELECT COALESCE(MAX(LAST_ERROR_MESSAGE), '') FROM (SELECT LAST_ERROR_MESSAGE FROM"
                        + " performance_schema.replication_applier_status_by_worker UNION ALL SELECT LAST_ERROR_MESSAGE FROM"
                        + " performance_schema.replication_connection_status) AS errors");
        if (!error.isEmpty()) {
            throw new PeerException(error);
        }
    }

    @Override
    public boolean replicates() {
        return true;
    }

    @Override
    public void startReplay() throws PeerException, SQLException {
        execute(server().address(), "START REPLICA");
    }

    private NativeMySqlServer server() throws PeerException {
        if (replica == null) {
            throw new PeerException("not started");
        }
        return replica;
    }

    @Override
    public boolean hasLastChange() throws PeerException, SQLException {
        requireApplying(server());
        return servers.hasLastChange(server().address());
    }

    /** Returns 1 if the checksum or the number of rows of a table differs, otherwise 0. */
    @Override
    public long differences() throws SQLException {
        NativeMySqlServer compared = replica;
        return compared == null || !checksums(servers.source()).equals(checksums(compared.address())) ? 1 : 0;
    }

    private List<String> checksums(ServerAddress server) throws SQLException {
        List<String> checksums = new ArrayList<>();
        for (String table : values(
                server,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = '" + servers.database()
                        + "' ORDER BY table_name")) {
            checksums.add(
                    table + " " + values(server, "SELECT COUNT(*) FROM `" + servers.database() + "`.`" + table + "`"));
            try (Connection connection = server.open();
                    Statement statement = connection.createStatement();
                    ResultSet row =
                            statement.executeQuery("CHECKSUM TABLE `" + servers.database() + "`.`" + table + "`")) {
                row.next();
                checksums.add(row.getString(2));
            }
        }
        return checksums;
    }

    private static void execute(ServerAddress server, String... statements) throws SQLException {
        try (Connection connection = server.open();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String value(ServerAddress server, String query) throws SQLException {
        return values(server, query).get(0);
    }

    private static List<String> values(ServerAddress server, String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = server.open();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }

    @Override
    public void close() throws SQLException {
        if (replica != null) {
            replica.close();
        }
        if (hasAccount) {
            execute(servers.source(), "DROP USER " + ACCOUNT);
        }
    }
}
