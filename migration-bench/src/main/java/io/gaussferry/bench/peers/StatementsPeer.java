package io.gaussferry.bench.peers;

import io.gaussferry.bench.baseline.Baseline;
import io.gaussferry.bench.change.BinlogReader;
import io.gaussferry.bench.change.TableShape;
import io.gaussferry.bench.daemon.DaemonException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The method of openGauss's tool of 2022: one autocommitted statement per row over 50 connections, as parallel as MySQL's logical clock
 * allows. It has no copy; Gaussferry makes it. Reading the binlog is not timed.
 */
final class StatementsPeer implements Peer {

    private static final int CONNECTIONS = 50;

    private final PeerServers servers;
    private final GaussferryPeer copier;
    private final long transactions;
    private String executed = "";
    private @Nullable Double seconds;

    /** @param transactions of the backlog, without the last one */
    StatementsPeer(PeerServers servers, long transactions) {
        this.servers = servers;
        this.copier = new GaussferryPeer(servers);
        this.transactions = transactions;
    }

    @Override
    public String name() {
        return "one statement per row (method of the tool of 2022)";
    }

    @Override
    public void copy() throws SQLException, IOException, DaemonException, InterruptedException {
        copier.copy();
        try (Connection source = servers.source().open();
                Statement statement = source.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
            row.next();
            executed = row.getString(1);
        }
    }

    @Override
    public boolean replicates() {
        return true;
    }

    @Override
    public void startReplay() throws SQLException, IOException, InterruptedException {
        Map<String, TableShape> shapes;
        try (Connection target = servers.target().open()) {
            shapes = TableShape.ofSchema(target, servers.database());
        }
        try (Baseline replay = new Baseline(
                BinlogReader.open(servers.source(), executed, transactions + 1, servers.database(), shapes),
                servers.target(),
                servers.database(),
                CONNECTIONS,
                false)) {
            seconds = replay.measureAll();
        }
    }

    /** Without the time of reading the binlog. */
    @Override
    public @Nullable Double replaySeconds() {
        return seconds;
    }

    @Override
    public boolean hasLastChange() throws SQLException {
        return copier.hasLastChange();
    }

    @Override
    public long differences() throws SQLException {
        return copier.differences();
    }

    @Override
    public void close() {
        copier.close();
    }
}
