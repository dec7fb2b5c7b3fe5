package io.gaussferry.bench.peers;

import io.gaussferry.sandbox.process.FileTrees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;

/** pgloader, which copies only. */
final class PgLoaderPeer implements Peer {

    private final PeerServers servers;
    private final Path directory;
    private final Program program;

    PgLoaderPeer(PeerServers servers) throws IOException {
        this.servers = servers;
        this.directory = Files.createTempDirectory("gaussferry-pgloader-");
        this.program = new Program("pgloader", "Debian's package pgloader", directory, Map.of());
    }

    @Override
    public String name() {
        return "pgloader";
    }

    @Override
    public void copy() throws PeerException, IOException, InterruptedException {
        program.require();
        PeerServers.Endpoint source = PeerServers.endpoint(servers.source());
        PeerServers.Endpoint target = PeerServers.endpoint(servers.target());
        Path load = directory.resolve("bench.load");
        Files.writeString(
                load,
                "LOAD DATABASE FROM mysql://%s:%s@%s:%d/%s INTO pgsql://%s:%s@%s:%d/%s WITH workers = 4, concurrency = 2;%n"
                        .formatted(
                                servers.source().user(),
                                servers.source().password(),
                                source.host(),
                                source.port(),
                                servers.database(),
                                servers.target().user(),
                                servers.target().password(),
                                target.host(),
                                target.port(),
                                target.database()),
                StandardCharsets.UTF_8);
        program.run("--no-ssl-cert-verification", "--on-error-stop", load.toString());
        // it exits with 0 after errors
        program.requireNoError();
    }

    @Override
    public boolean replicates() {
        return false;
    }

    @Override
    public void startReplay() throws PeerException {
        throw new PeerException("copies only");
    }

    @Override
    public boolean hasLastChange() {
        return false;
    }

    @Override
    public long differences() throws SQLException {
        return servers.differencesOnTarget();
    }

    @Override
    public void close() throws IOException {
        FileTrees.delete(directory);
    }
}
