package io.gaussferry.bench.peers;

import io.gaussferry.bench.daemon.DaemonException;
import io.gaussferry.bench.daemon.DaemonJar;
import io.gaussferry.bench.daemon.DaemonProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gaussferry with its default settings. A replay includes the start of its process. */
final class GaussferryPeer implements Peer {

    static final String NAME = "Gaussferry";

    private static final Duration LONGEST_COPY = Duration.ofMinutes(30);

    private final PeerServers servers;
    private @Nullable DaemonProcess daemon;

    GaussferryPeer(PeerServers servers) {
        this.servers = servers;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void copy() throws IOException, DaemonException, InterruptedException {
        DaemonProcess copying = start();
        copying.awaitReplaying(LONGEST_COPY);
        copying.terminate();
    }

    private DaemonProcess start() throws IOException, DaemonException {
        Path configuration = servers.sandbox()
                .writeConfiguration(
                        servers.trial().directory(), servers.trial().pipeline(), List.of(servers.database()));
        DaemonProcess started = DaemonProcess.start(DaemonJar.runCommand(configuration), line -> {});
        daemon = started;
        return started;
    }

    @Override
    public boolean replicates() {
        return true;
    }

    @Override
    public void startReplay() throws IOException, DaemonException {
        DaemonProcess unused = start();
    }

    @Override
    public boolean hasLastChange() throws SQLException {
        return servers.hasLastChange(servers.target());
    }

    @Override
    public long differences() throws SQLException {
        return servers.differencesOnTarget();
    }

    @Override
    public void close() {
        if (daemon != null) {
            daemon.close();
        }
    }
}
